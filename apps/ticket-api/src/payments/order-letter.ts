import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LetterTemplate, LetterValues } from "../email/letters.ts";
import { queueMail } from "../email/queue.ts";
import type { OrderRow } from "../order-records/order-store.ts";

/** Queues a letter about an order to whoever has its invoice, in the order's language; one `cause` gives one letter. */
export function queueOrderLetter<Template extends LetterTemplate>(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  template: Template,
  values: LetterValues[Template],
  cause: string,
): Promise<void> {
  return queueMail(tx, deps, {
    networkId: order.networkId,
    accountId: order.accountId,
    to: order.invoiceEmail ?? order.customer.email,
    template,
    language: order.language,
    cause,
    values,
  });
}
