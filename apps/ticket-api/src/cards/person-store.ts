import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personRoom } from "../accounts/person-room.ts";

const CardKept = z.strictObject({
  cardId: Id,
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: Day,
  status: z.string().nullable(),
  incident: z.string().nullable(),
  travellerId: Id.nullable(),
  linkedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
});

/** Transport cards: the register is the operator's and stays; that this account had linked them goes. */
export const cardsOfPerson = personRoom({
  tables: {
    transport_card: {
      stays: [
        "id network_id provider_id number first_name last_name birth_date status incident replaced_by expires_at created_at",
      ].flatMap((names) => names.split(" ")),
      emptied: ["account_id", "traveller_id", "linked_at"],
    },
    card_sign_in: "goes",
  },
  shape: z.array(CardKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof CardKept>>`
      select id as "cardId", number, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", status,
        incident, traveller_id as "travellerId", linked_at as "linkedAt", expires_at as "expiresAt"
      from transport_card where network_id = ${networkId} and account_id = ${accountId} order by linked_at, number`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from card_sign_in using transport_card c where card_sign_in.card_id = c.id
      and c.network_id = ${networkId} and c.account_id = ${accountId}`.execute(tx);
    await sql`update transport_card set account_id = null, traveller_id = null, linked_at = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
