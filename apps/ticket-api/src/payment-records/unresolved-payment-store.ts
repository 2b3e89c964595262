import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** A card payment that the provider has not decided. Minor units. */
export interface UnresolvedPaymentRow {
  id: string;
  orderId: string;
  orderNumber: string;
  kind: "page" | "charge";
  status: "begun" | "open";
  amount: number;
  currency: string;
  providerAccount: string;
  providerSession: string | null;
  createdAt: string;
  /** When its job runs next; null: it was given up, or there is none. */
  nextCheckAt: string | null;
}

/** Lists one page of the card payments of a network that began before an instant and are not decided, the oldest first; `after` is an id. */
export async function listUnresolvedPayments(
  db: Database,
  filter: { networkId: string; begunBefore: string; after: string | undefined; limit: number },
): Promise<UnresolvedPaymentRow[]> {
  const { networkId, begunBefore, after = null, limit } = filter;
  const found = await sql<UnresolvedPaymentRow>`select p.id, p.order_id as "orderId", o.number as "orderNumber", p.kind,
      p.status, p.amount, p.currency, p.provider_account as "providerAccount", p.provider_session as "providerSession",
      p.created_at as "createdAt", (select min(w.due_at) from due_work w
        where w.kind = 'payment' and w.key = p.id::text and w.given_up_at is null) as "nextCheckAt"
    from payment p join orders o on o.id = p.order_id
    where p.network_id = ${networkId} and p.status in ('begun', 'open') and p.kind <> 'debit'
      and p.created_at < ${begunBefore}
      and (${after}::uuid is null
        or (p.created_at, p.id) > (select created_at, id from payment where id = ${after}::uuid))
    order by p.created_at, p.id limit ${limit}`.execute(db);
  return found.rows;
}
