import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** Whether this refund, made at the provider, cancelled its order. */
export async function cancelledByRefund(tx: Tx, orderId: string, reference: string): Promise<boolean> {
  const found = await sql`select from order_event where order_id = ${orderId} and event = 'refunded-outside'
    and detail ->> 'reference' = ${reference} and (detail ->> 'cancels')::boolean limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Whether what the history says about a refund made at the provider was erased with its customer. */
export async function isRefundErased(tx: Tx, orderId: string): Promise<boolean> {
  const found = await sql`select from order_event where order_id = ${orderId} and event = 'refunded-outside'
    and detail is null limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Whether the order is neither used nor in fulfilment. Then it can be cancelled completely. */
export async function isUntouched(tx: Tx, orderId: string): Promise<boolean> {
  const started =
    await sql`select from order_line where order_id = ${orderId} and support in ('SHIPPING', 'COLLECT', 'PHYSICAL')
      and process_status <> 'TO_PROCESS'
    union all select from order_line where order_id = ${orderId} and made_card_id is not null
    union all select from ticket t where t.order_id = ${orderId}
      and (t.status not in ('pending', 'active') or exists (select from ticket_use u where u.ticket_id = t.id))`.execute(
      tx,
    );
  return started.rows.length === 0;
}
