import type { correctDelivery, DeliveryRefusal } from "@guichet/contract/office/orders.ts";
import { Delivery } from "@guichet/contract/orders.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { lockOrder, type OrderRow, readLines, replaceDelivery } from "../order-records/order-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/**
 * Corrects the delivery address of an order in the name of a staff member, until its parcel is shipped. Sent twice, it happens
 * once; of two corrections of one page, the second is refused and sees the first.
 */
export const correctDeliveryHandler: Handler<typeof correctDelivery> = async ({ deps, network, request, session }) => {
  const { orderId, delivery, seen, reason } = request;
  if (!isUuid(orderId)) return err("NOT_FOUND");
  const corrected = await runTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined || order.networkId !== network.id) return err("NOT_FOUND");
    const before = Delivery.safeParse(order.delivery).data;
    if (!(await replaceDelivery(tx, orderId, { seen, delivery }))) {
      const obstacle = await obstacleOf(tx, order, before);
      // The same form, sent twice.
      if (obstacle === "changed" && before !== undefined && isSame(before, delivery)) return ok({ delivery });
      return err("TRANSITION_NOT_ALLOWED", { reason: obstacle });
    }
    if (isSame(seen, delivery)) return ok({ delivery });
    await recordAuditEntry(tx, deps, {
      ...{ networkId: network.id, staffId: session.staffId, act: "order.correct-delivery", thing: orderId },
      ...{ accountId: order.accountId, reason },
      changes: [{ field: "delivery", before: inOneLine(seen), after: inOneLine(delivery) }],
    });
    const cause = `delivery-corrected-${orderId}-${deps.ids.uuid()}`;
    const values = { address: inOneLine(delivery) };
    await queueOrderEmail(tx, deps, order, { template: "delivery-corrected", values }, cause);
    return ok({ delivery });
  });
  if (corrected.ok) deps.wake();
  return corrected;
};

async function obstacleOf(tx: Tx, order: OrderRow, before: Delivery | undefined): Promise<DeliveryRefusal> {
  const parcel = (await readLines(tx, order.id)).filter(({ support }) => support === "SHIPPING");
  const isGone = order.status === "CANCELED" || order.status === "ERROR";
  if (isGone || parcel.length === 0 || before === undefined) return "no-parcel";
  return parcel.some(({ processStatus }) => processStatus === "PROCESSED") ? "shipped" : "changed";
}

const partsOf = ({ fullname, addressRoute, addressPostalCode, addressCity, addressState }: Delivery) => [
  ...[fullname, addressRoute, `${addressPostalCode} ${addressCity}`, addressState],
];
const inOneLine = (delivery: Delivery): string => partsOf(delivery).filter(Boolean).join(", ");
const isSame = (one: Delivery, other: Delivery): boolean =>
  Delivery.keyof().options.every((field) => one[field] === other[field]);
