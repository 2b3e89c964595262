import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** A line of a completed order: an article or an option, without gifts and shipping. Amounts in minor units. */
export interface SoldLine {
  orderId: string;
  /** The day of the order in the network's time zone. */
  day: string;
  itemId: string;
  quantity: number;
  unitAmount: number;
  /** What was paid, less discounts. */
  totalAmount: number;
  /** Sold between two stops, at a fare of the timetable. */
  isJourney: boolean;
}

/** The lines of orders that were completed from an instant until another. */
export async function soldLines(
  db: Database,
  networkId: string,
  { from, until, timeZone }: { from: string; until: string; timeZone: string },
): Promise<SoldLine[]> {
  const found = await sql<SoldLine>`
    select l.order_id as "orderId", (o.created_at at time zone ${timeZone})::date::text as day,
      l.shop_item_id as "itemId", l.quantity, l.unit_amount as "unitAmount", l.total_amount as "totalAmount",
      coalesce((l.article ->> 'isJourney')::boolean, false) as "isJourney"
    from orders o join order_line l on l.network_id = o.network_id and l.order_id = o.id
    where o.network_id = ${networkId} and o.completed_at >= ${from} and o.completed_at < ${until} and o.canceled_at is null
      and l.kind in ('article', 'option')`.execute(db);
  return found.rows;
}

/** The numbers of some orders by their id. */
export async function numbersOf(db: Database, orderIds: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; number: string }>`
    select id, number from orders where id = any(${orderIds})`.execute(db);
  return new Map(found.rows.map(({ id, number }) => [id, number]));
}
