import type { CollectionState } from "@guichet/contract/office/payment-lists.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** An installment or a debit that is not collected, with why it failed last. Minor units. */
export interface CollectionRow {
  orderId: string;
  orderNumber: string;
  customer: string | null;
  isSubscription: boolean;
  position: number;
  count: number;
  method: "CARD" | "TRANSFER";
  amount: number;
  currency: string;
  collectedOn: string;
  attempts: number;
  suspendsOn: string | null;
  suspendedAt: string | null;
  /** The event of the order's history; null: it has not failed. */
  failure: string | null;
  /** The code of the bank, or ours; null: none. */
  reason: string | null;
  failedAt: string | null;
}

/** Where a page begins: the last row of the page before. */
export type AfterCollection = Pick<CollectionRow, "collectedOn" | "orderId" | "position">;

export interface CollectionFilter {
  networkId: string;
  state: CollectionState;
  method?: "CARD" | "TRANSFER" | undefined;
  subscription?: boolean | undefined;
  after?: AfterCollection | undefined;
  limit: number;
}

/** Stated as literals, so that the partial index answers each. */
const inState: Record<CollectionState, RawBuilder<unknown>> = {
  unpaid: sql`i.status = 'unpaid'`,
  planned: sql`i.status = 'planned'`,
  begun: sql`i.status = 'begun'`,
};

/** Events of an order that say that a collection failed. */
const failures = sql`('debit-rejected', 'debit-returned', 'not-collected', 'installment-unpaid', 'installment-refused')`;

/** Lists one page of the collections of a network in one state, by day. */
export async function listCollections(db: Database, filter: CollectionFilter): Promise<CollectionRow[]> {
  const { networkId, state, method = null, subscription = null, after, limit } = filter;
  const following =
    after === undefined
      ? sql`true`
      : sql`(i.collected_on, i.order_id, i.position) > (${after.collectedOn}::date, ${after.orderId}::uuid, ${after.position}::integer)`;
  const found = await sql<CollectionRow>`select i.order_id as "orderId", o.number as "orderNumber",
      nullif(trim(concat(o.customer ->> 'firstName', ' ', o.customer ->> 'lastName')), '') as customer,
      o.subscription_id is not null as "isSubscription", i.position,
      (select count(*)::integer from installment every where every.order_id = i.order_id) as count,
      i.method, i.amount, i.currency, i.collected_on as "collectedOn", i.tries as attempts, i.suspends_on as "suspendsOn",
      o.suspended_at as "suspendedAt", failed.event as failure, failed.reason, failed.at as "failedAt"
    from installment i join orders o on o.id = i.order_id
      left join lateral (select e.event, e.detail ->> 'reason' as reason, e.at from order_event e
        where e.order_id = i.order_id and e.event in ${failures} and e.detail ->> 'position' = i.position::text
        order by e.id desc limit 1) failed on true
    where i.network_id = ${networkId} and ${inState[state]} and (${method}::text is null or i.method = ${method})
      and (${subscription}::boolean is null or (o.subscription_id is not null) = ${subscription}) and ${following}
    order by i.collected_on, i.order_id, i.position limit ${limit}`.execute(db);
  return found.rows;
}
