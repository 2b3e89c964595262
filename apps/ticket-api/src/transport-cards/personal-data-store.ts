import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { instantInJson } from "../database/json.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const ExportedCard = z.strictObject({
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
  replacedBy: Id.nullable(),
  createdAt: Instant,
  incidents: z.array(
    z.strictObject({
      kind: z.string(),
      note: z.string(),
      declaredBy: z.string(),
      declaredAt: Instant,
      liftedAt: Instant.nullable(),
      liftNote: z.string().nullable(),
      replacedAt: Instant.nullable(),
      replacingCardId: Id.nullable(),
      orderId: Id.nullable(),
    }),
  ),
});

/** Transport cards: the operator's register stays; the link to this account is erased. */
export const cardsOfPerson = personalDataSource({
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
  leftOut: {
    transport_card: { "the operator's register": "provider_id" },
    card_sign_in: { [omissionReasons.secret]: "token_hash", "deleted within minutes": "card_id expires_at" },
    card_incident: {
      [omissionReasons.rowKey]: "id",
      "the acting member of the staff": "author lifted_by replaced_author",
    },
  },
  shape: z.array(ExportedCard),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof ExportedCard>>`
      select id as "cardId", number, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", status,
        incident, replaced_by as "replacedBy", created_at as "createdAt", traveller_id as "travellerId", linked_at as "linkedAt", expires_at as "expiresAt",
        coalesce((select json_agg(json_build_object('kind', i.kind, 'note', i.note, 'declaredBy', i.declared_by,
            'declaredAt', ${instantInJson(sql`i.declared_at`)}, 'liftedAt', ${instantInJson(sql`i.lifted_at`)},
            'liftNote', i.lift_note, 'replacedAt', ${instantInJson(sql`i.replaced_at`)},
            'replacingCardId', i.replacing_card_id, 'orderId', i.order_id) order by i.declared_at)
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
