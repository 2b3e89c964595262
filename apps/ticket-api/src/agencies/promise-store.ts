import type { OrderCollect, OrderStatus } from "@guichet/contract/orders.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Customer } from "../order-records/order-store.ts";

/** An order that was promised a collection, and has not been collected. */
export interface PromiseRow {
  orderId: string;
  number: string;
  status: OrderStatus;
  customer: Customer;
  collect: OrderCollect;
  /** It waits at the agency. */
  isReady: boolean;
}

/**
 * Lists what was promised at an agency and is not collected, in the order of the times: paid orders, and unpaid ones, which hold
 * their place. A refused order holds none: it books one again when it is paid.
 */
export async function readPromises(db: Database | Tx, networkId: string, agencyId: string): Promise<PromiseRow[]> {
  const found = await sql<PromiseRow>`select o.id as "orderId", o.number, o.status, o.customer, o.collect,
      bool_or(l.process_status = 'PROCESSING') as "isReady"
    from orders o join order_line l on l.order_id = o.id
    where o.network_id = ${networkId} and o.collect ->> 'siteId' = ${agencyId} and o.collect is not null
      and o.status in ('PENDING', 'PROCESSING', 'COMPLETED', 'REGULARIZATION') and o.erased_at is null
      and l.support = 'COLLECT' and l.process_status <> 'PROCESSED'
    group by o.id order by (o.collect ->> 'startsAt')::timestamptz, o.id`.execute(db);
  return found.rows;
}
