import type { Support } from "@guichet/contract/catalogue.ts";
import type { OrderProcessStatus, OrderStatus } from "@guichet/contract/orders.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A line by which a card is made: a traveller's first, or one in the place of another. */
export interface CardOrderRow {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  support: Support | null;
  processStatus: OrderProcessStatus;
  travellerId: string | null;
  traveller: { firstName: string; lastName: string } | null;
  replacesCardId: string | null;
  madeCardId: string | null;
}

/** The lines of an account by which cards are made, the newest order first; orders that were given up are none. */
export async function cardOrdersOf(db: Database | Tx, networkId: string, accountId: string): Promise<CardOrderRow[]> {
  const found = await sql<CardOrderRow>`select o.id as "orderId", o.number as "orderNumber", o.status, l.support,
      l.process_status as "processStatus", l.traveller_id as "travellerId", l.traveller,
      l.replaces_card_id as "replacesCardId", l.made_card_id as "madeCardId"
    from orders o join order_line l on l.order_id = o.id
    where o.network_id = ${networkId} and o.account_id = ${accountId} and l.card_work is not null
      and (o.status <> 'CANCELED' or l.made_card_id is not null)
    order by o.created_at desc, o.id, l.position`.execute(db);
  return found.rows;
}

/** Notes which card was made for a line, and that it carries what was bought for it. */
export async function noteMade(
  tx: Tx,
  of: { lineId: string; cardId: string; loads: readonly string[] },
): Promise<void> {
  await sql`update order_line set made_card_id = ${of.cardId} where id = ${of.lineId}`.execute(tx);
  await sql`update order_line set card_id = ${of.cardId} where id = any(${of.loads}::uuid[])`.execute(tx);
}

/** Cards of a traveller that are over by the clock and have no successor, held until the transaction ends. */
export async function holdExpired(
  tx: Tx,
  of: { networkId: string; accountId: string; travellerId: string; now: string },
): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from transport_card
    where network_id = ${of.networkId} and account_id = ${of.accountId} and traveller_id = ${of.travellerId}
      and status in ('active', 'expired') and replaced_by is null and expires_at <= ${of.now} order by id for update`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}
