import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { type RawBuilder, sql } from "kysely";
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
  incidents: z.array(
    z.strictObject({
      kind: z.string(),
      note: z.string(),
      declaredAt: Instant,
      liftedAt: Instant.nullable(),
      replacedAt: Instant.nullable(),
    }),
  ),
});

/** An instant inside JSON, as the wire writes it. */
const instant = (column: RawBuilder<unknown>) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

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
    card_incident: {
      stays:
        "id network_id card_id kind declared_by declared_at lifted_at lifted_by replaced_at replacing_card_id order_id".split(
          " ",
        ),
      emptied: ["note", "author", "lift_note", "replaced_author"],
    },
  },
  shape: z.array(CardKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof CardKept>>`
      select id as "cardId", number, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", status,
        incident, traveller_id as "travellerId", linked_at as "linkedAt", expires_at as "expiresAt",
        coalesce((select json_agg(json_build_object('kind', i.kind, 'note', i.note, 'declaredAt', ${instant(sql`i.declared_at`)},
            'liftedAt', ${instant(sql`i.lifted_at`)}, 'replacedAt', ${instant(sql`i.replaced_at`)}) order by i.declared_at)
          from card_incident i where i.card_id = transport_card.id), '[]') as incidents
      from transport_card where network_id = ${networkId} and account_id = ${accountId} order by linked_at, number`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from card_sign_in using transport_card c where card_sign_in.card_id = c.id
      and c.network_id = ${networkId} and c.account_id = ${accountId}`.execute(tx);
    await sql`update card_incident i set note = '', author = null, lift_note = null, replaced_author = null
      from transport_card c where c.id = i.card_id and c.network_id = ${networkId} and c.account_id = ${accountId}`.execute(
      tx,
    );
    await sql`update transport_card set account_id = null, traveller_id = null, linked_at = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
