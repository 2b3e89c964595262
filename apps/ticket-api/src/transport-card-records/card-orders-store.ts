import type { Support } from "@guichet/contract/catalogue.ts";
import type { OrderProcessStatus, OrderStatus } from "@guichet/contract/orders.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An order line that makes a card: a traveller's first one, or a replacement. */
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

/** The lines of an account that make cards, newest order first; without cancelled orders. */
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

/** Records the card that was made for a line, and the lines whose tickets it carries. */
export async function saveMadeCard(
  tx: Tx,
  card: { lineId: string; cardId: string; loads: readonly string[] },
): Promise<void> {
  await sql`update order_line set made_card_id = ${card.cardId} where id = ${card.lineId}`.execute(tx);
  await sql`update order_line set card_id = ${card.cardId} where id = any(${card.loads}::uuid[])`.execute(tx);
}

/** A traveller's expired cards without a successor, locked until the transaction ends. */
export async function lockExpiredCards(
  tx: Tx,
  card: { networkId: string; accountId: string; travellerId: string; now: string },
): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from transport_card
    where network_id = ${card.networkId} and account_id = ${card.accountId} and traveller_id = ${card.travellerId}
      and status in ('active', 'expired') and replaced_by is null and expires_at <= ${card.now} order by id for update`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}
