import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailValues } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import type { OrderRow } from "../order-records/order-store.ts";

type OrderTemplate = "order-shipped" | "collect-ready" | "collect-moved" | "delivery-corrected";

type OrderEmail = {
  [Template in OrderTemplate]: {
    template: Template;
    values: Omit<EmailValues[Template], "orderId" | "orderNumber" | "guest" | "guestLink">;
  };
}[OrderTemplate];

/** Queues an e-mail about an order, once per `cause`, in the order's language, to the address of its invoice. */
export async function queueOrderEmail(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { template, values }: OrderEmail,
  cause = `${template}-${order.id}`,
): Promise<void> {
  const to = order.invoiceEmail ?? order.customer.email;
  if (to === "") return;
  const { id: orderId, number: orderNumber, networkId, accountId, language } = order;
  const ofOrder = {
    orderId,
    orderNumber,
    guest: order.customer.guest,
    guestLink: order.customer.guest ? guestOrderLink(deps, order) : null,
  };
  const email = { networkId, accountId, to, language, cause };
  await queueEmail(tx, deps, {
    ...email,
    template,
    values: { ...ofOrder, ...values } as EmailValues[typeof template],
  });
}
