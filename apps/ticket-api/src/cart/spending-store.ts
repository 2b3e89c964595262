import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** What a traveller paid for an article since a time, in minor units. */
export interface SpendingRow {
  travellerId: string;
  shopItemId: string;
  amount: number;
}

/**
 * Sums what was paid for travellers of an account since `since`, by article; gifts, options and shipping fees are not counted.
 * `placedBy`: only orders that this traveller placed; null: all orders of the account.
 */
export async function readSpending(
  db: Database,
  {
    accountId,
    travellerIds,
    since,
    placedBy,
  }: { accountId: string; travellerIds: readonly string[]; since: string; placedBy: string | null },
): Promise<SpendingRow[]> {
  const found = await sql<SpendingRow>`
    select l.traveller_id as "travellerId", l.shop_item_id as "shopItemId", sum(l.total_amount)::integer as amount
      from orders o join order_line l on l.order_id = o.id
      where o.account_id = ${accountId} and o.created_at >= ${since} and o.status in ('COMPLETED', 'REGULARIZATION')
        and (${placedBy}::uuid is null or o.placed_by = ${placedBy}) and l.kind = 'article' and l.traveller_id = any(${travellerIds}::uuid[])
      group by 1, 2`.execute(db);
  return found.rows;
}
