import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

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
