import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { EmailTemplate, EmailValues } from "../../email/email-contents.ts";
import { queueEmail } from "../../email/queue-email.ts";
import type { OrderRow } from "../../order-records/order-store.ts";

/** Queues a letter about an order to whoever has its invoice, in the order's language; one `cause` gives one letter. */
export function queueOrderEmail<Template extends EmailTemplate>(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  template: Template,
  values: EmailValues[Template],
  cause: string,
): Promise<void> {
  return queueEmail(tx, deps, {
    networkId: order.networkId,
    accountId: order.accountId,
    to: order.invoiceEmail ?? order.customer.email,
    template,
    language: order.language,
    cause,
    values,
  });
}
