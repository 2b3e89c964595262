import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personRoom } from "../accounts/person-room.ts";
import type { Tx } from "../database/connection.ts";

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
  uses: z.array(z.strictObject({ useId: Id, usedAt: Instant, kind: z.string(), stickerId: z.string().nullable() })),
});

/** Tickets stay counted for the books, without person and code: nobody can draw or fetch them any more. */
export const ticketsOfPerson = personRoom({
  tables: {
    ticket: {
      stays: [
        "id network_id order_id order_line_id position serial product_id support status valid_from valid_until use_before",
        "trips_left load_asked_at loaded_at load_reported_at load_reported_by issued_at first_used_at trip_until transferred_from blocked_from moved_from",
      ].flatMap((names) => names.split(" ")),
      emptied: ["account_id", "traveller_id", "traveller", "code", "trip_code", "card_id"],
    },
    ticket_use: "goes",
  },
  shape: z.array(TicketKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof TicketKept>>`
      select id as "ticketId", order_id as "orderId", serial, product_id as "productId", traveller_id as "travellerId",
        traveller, support, status, valid_from as "validFrom", valid_until as "validUntil", use_before as "useBefore",
        trips_left as "tripsLeft", card_id as "cardId", issued_at as "issuedAt", first_used_at as "firstUsedAt", loaded_at as "loadedAt",
        coalesce((select json_agg(json_build_object('useId', u.id, 'kind', u.kind, 'stickerId', u.sticker_id,
          'usedAt', to_char(u.used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by u.used_at, u.id)
          from ticket_use u where u.ticket_id = ticket.id), '[]') as uses
      from ticket where network_id = ${networkId} and account_id = ${accountId} order by issued_at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from ticket_use u using ticket t
      where t.id = u.ticket_id and t.network_id = ${networkId} and t.account_id = ${accountId}`.execute(tx);
    await sql`update ticket set account_id = null, traveller_id = null, traveller = null, code = null, trip_code = null, card_id = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Gives the tickets of some orders to an account, whose holder they then name. */
export async function giveTickets(
  tx: Tx,
  { orderIds, to, holderId }: { orderIds: readonly string[]; to: string; holderId: string },
): Promise<void> {
  await sql`update ticket set account_id = ${to},
      traveller_id = case when traveller_id is null then null else ${holderId}::uuid end
    where order_id = any(${orderIds}::uuid[])`.execute(tx);
}
