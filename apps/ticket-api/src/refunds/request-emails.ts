import type { Dependencies } from "../dependencies.ts";
import type { EmailToSend } from "../email/queue-email.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { addressed } from "./refund-email.ts";

/** The ticket of a request as its e-mails name it. The reason may be about health: no e-mail states it. */
interface RequestedTicket {
  id: string;
  name: string;
  serial: string;
}

/** The customer's own address: that of the invoice may be an employer's. */
const toCustomer = (deps: Dependencies, order: OrderRow) => ({ ...addressed(deps, order), to: order.customer.email });

/** The e-mail that a request with evidence arrived, and by when it is decided (`YYYY-MM-DD`). */
export function requestReceivedEmail(
  deps: Dependencies,
  order: OrderRow,
  { id, name, serial, expectedOn }: RequestedTicket & { expectedOn: string },
): EmailToSend<"refund-request-received"> {
  const { values, ...to } = toCustomer(deps, order);
  const cause = `refund-request-received-${id}`;
  return { ...to, template: "refund-request-received", cause, values: { ...values, name, serial, expectedOn } };
}

/** The e-mail that the staff refused a request, and why, and whether its ticket is still usable; that of an accepted one is about its refund. */
export function requestRefusedEmail(
  deps: Dependencies,
  order: OrderRow,
  { id, name, serial, remark, isUsable }: RequestedTicket & { remark: string; isUsable: boolean },
): EmailToSend<"refund-request-refused"> {
  const { values, ...to } = toCustomer(deps, order);
  const cause = `refund-request-refused-${id}`;
  const filled = { ...values, name, serial, reason: remark, isUsable };
  return { ...to, template: "refund-request-refused", cause, values: filled };
}
