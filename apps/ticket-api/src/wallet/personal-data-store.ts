import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../database/database.ts";
import { instantInJson } from "../database/json.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const TicketKept = z.strictObject({
  ticketId: Id,
  orderId: Id,
  serial: z.string(),
  productId: z.string(),
  travellerId: Id.nullable(),
  traveller: z.record(z.string(), z.unknown()).nullable(),
  support: z.string(),
  status: z.string(),
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
  useBefore: Instant.nullable(),
  tripsLeft: z.int().nullable(),
  cardId: Id.nullable(),
  issuedAt: Instant,
  firstUsedAt: Instant.nullable(),
  loadedAt: Instant.nullable(),
  tripUntil: Instant.nullable(),
  transferredFrom: Id.nullable(),
  movedFrom: Id.nullable(),
  blockedFrom: z.string().nullable(),
  uses: z.array(
    z.strictObject({
      useId: Id,
      usedAt: Instant,
      validUntil: Instant.nullable(),
      kind: z.string(),
      trips: z.int(),
      punchedBy: Id,
      stickerId: z.string().nullable(),
    }),
  ),
  checks: z.array(z.strictObject({ checkedAt: Instant, outcome: z.string() })),
});

/** Tickets stay counted in the books, without person and code: they can no longer be shown or downloaded. */
export const ticketsOfPerson = personalDataSource({
  tables: {
    ticket: {
      stays: [
        "id network_id order_id order_line_id position serial product_id support status valid_from valid_until use_before",
        "trips_left load_asked_at loaded_at load_reported_at load_reported_by issued_at first_used_at trip_until transferred_from blocked_from moved_from blocked_for stopped_at signed_until",
      ].flatMap((names) => names.split(" ")),
      emptied: ["account_id", "traveller_id", "traveller", "code", "trip_code", "card_id"],
    },
    ticket_use: "goes",
    ticket_check: "goes",
  },
  leftOut: {
    ticket: {
      [omissionReasons.rowKey]: "order_line_id position",
      "who has it rides: it stands in the ticket's PDF": "code trip_code",
      "the way to the card": "load_asked_at load_reported_at load_reported_by",
    },
    ticket_check: {
      [omissionReasons.rowKey]: "id",
      "how the operator's staff worked": "staff_id is_offline recorded_at",
    },
  },
  shape: z.array(TicketKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof TicketKept>>`
      select id as "ticketId", order_id as "orderId", serial, product_id as "productId", traveller_id as "travellerId",
        traveller, support, status, valid_from as "validFrom", valid_until as "validUntil", use_before as "useBefore",
        trips_left as "tripsLeft", card_id as "cardId", issued_at as "issuedAt", first_used_at as "firstUsedAt", loaded_at as "loadedAt",
        trip_until as "tripUntil", transferred_from as "transferredFrom", moved_from as "movedFrom", blocked_from as "blockedFrom",
        coalesce((select json_agg(json_build_object('useId', u.id, 'kind', u.kind, 'trips', u.trips, 'punchedBy', u.punched_by,
          'stickerId', u.sticker_id, 'usedAt', ${instantInJson(sql`u.used_at`)},
          'validUntil', ${instantInJson(sql`u.valid_until`)}) order by u.used_at, u.id)
          from ticket_use u where u.ticket_id = ticket.id), '[]') as uses,
        coalesce((select json_agg(json_build_object('outcome', c.outcome, 'checkedAt', ${instantInJson(sql`c.checked_at`)})
          order by c.checked_at, c.id) from ticket_check c where c.ticket_id = ticket.id), '[]') as checks
      from ticket where network_id = ${networkId} and account_id = ${accountId} order by issued_at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from ticket_use u using ticket t
      where t.id = u.ticket_id and t.network_id = ${networkId} and t.account_id = ${accountId}`.execute(tx);
    await sql`delete from ticket_check c using ticket t
      where t.id = c.ticket_id and t.network_id = ${networkId} and t.account_id = ${accountId}`.execute(tx);
    await sql`update ticket set account_id = null, traveller_id = null, traveller = null, code = null, trip_code = null, card_id = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Moves the tickets of some orders to an account and names its holder. */
export async function moveTicketsToAccount(
  tx: Tx,
  { orderIds, to, holderId }: { orderIds: readonly string[]; to: string; holderId: string },
): Promise<void> {
  await sql`update ticket set account_id = ${to},
      traveller_id = case when traveller_id is null then null else ${holderId}::uuid end
    where order_id = any(${orderIds}::uuid[])`.execute(tx);
}
