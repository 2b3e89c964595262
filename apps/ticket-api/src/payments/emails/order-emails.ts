import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { EmailTemplate, EmailValues } from "../../email/email-contents.ts";
import { queueEmail } from "../../email/queue-email.ts";
import { guestOrderLink } from "../../order-records/order-links.ts";
import type { OrderRow } from "../../order-records/order-store.ts";

/**
 * Queues an e-mail about an order, in its language, to the address of its invoice; one e-mail per `cause`. A guest's has the
 * signed link to the order.
 */
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
    values: order.customer.guest ? { ...values, guestLink: guestOrderLink(deps, order) } : values,
  });
}
