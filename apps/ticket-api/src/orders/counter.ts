import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import { done, type Outcome, type RefusalDetails, refuse } from "@guichet/contract/outcome.ts";
import { unpaidUntil } from "@guichet/rules/orders.ts";
import { isOffered } from "@guichet/rules/payment-options.ts";
import { firstError, reckonCart } from "../cart/reckoning.ts";
import { decide } from "../database/deciding.ts";
import type { Ask } from "../http/call-handler.ts";
import { plan } from "../jobs/plan.ts";
import { findPlaced, insertOrder, type NewOrder, type OrderRow } from "../order-records/order-store.ts";
import { placedBy } from "../order-records/own-order.ts";
import { move } from "../payments/ledger-store.ts";
import { claimReplacements } from "../transport-card-records/incident-store.ts";
import { completeOrder } from "./complete.ts";
import { linesOf } from "./ordered-lines.ts";
import { customerOf, keyOf, originOf, useVouchers } from "./placed-order.ts";

type CreateAsk = Ask<Calls["createOrder"]>;
type CreateCode = CodeOf<Calls["createOrder"]>;
const created = (order: OrderRow): Outcome<Created, CreateCode> =>
  done({ orderId: order.id, networkId: order.networkId, orderStatus: order.status });
type Created = { orderId: string; networkId: string; orderStatus: OrderStatus };

/** An order that staff of another channel take and are paid for by DEPOSIT or CASH (§7 `Order/create`). */
export async function createOrder(ask: CreateAsk): Promise<Outcome<Created, CreateCode>> {
  const { house, network, session, request, client, language } = ask;
  const idempotencyKey = keyOf(session, ask.idempotencyKey);
  // Two sales of the same cart over a counter are two sales: without a key each is its own.
  const cartDigest = `counter:${idempotencyKey ?? house.ids.uuid()}`;
  const of = { networkId: network.id, clientId: client.id, accountId: session.accountId, idempotencyKey, cartDigest };
  const before = await findPlaced(house.db, of);
  if (before !== undefined) return created(before);

  const cart = { articles: request.articles, vouchers: request.vouchers ?? [], counter: true, address: ask.address };
  const reckoned = await reckonCart(house, network, session, cart, language);
  const { reckoning, buyer } = reckoned;
  const error = firstError(reckoning);
  if (error !== undefined) return refuse(error.code as CreateCode, error.details as RefusalDetails);
  const { amount, currency } = reckoning.totalAmount;
  if (request.totalAmount.amount !== amount || request.totalAmount.currency !== currency) {
    return refuse("ORDER_AMOUNT_CHANGED", { amount, currency });
  }
  const method = request.paymentMethod;
  const nothingDue = amount === 0;
  if (!nothingDue && !isOffered(reckoning.paymentOptions, method, 1)) {
    return refuse("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod: method });
  }
  const at = house.clock.iso();
  const taken: NewOrder = {
    id: house.ids.uuid(),
    networkId: network.id,
    accountId: session.accountId,
    placedBy: placedBy(session),
    status: "PENDING",
    origin: originOf(ask.common.originType ?? "WEB_SCOOP"),
    clientId: client.id,
    idempotencyKey,
    cartDigest,
    amount,
    currency,
    paymentMethod: nothingDue ? null : method,
    installments: 1,
    installmentPeriod: null,
    language,
    customer: customerOf(buyer),
    delivery: null,
    collect: null,
    vouchers: cart.vouchers,
    invoiceEmail: null,
    returnUrl: null,
    createdAt: at,
    expiresAt: unpaidUntil(at, method),
    subscriptionId: null,
    consents: null,
  };
  const lines = linesOf(house, network, taken, request.articles, reckoned);
  const sold = await decide<Created, CreateCode>(house.db, async (tx) => {
    const order = await insertOrder(tx, taken, lines);
    if (order === undefined) {
      // The same key in the same moment: the other one's order is the answer.
      const other = await findPlaced(tx, of);
      if (other === undefined) throw new Error("An order was neither written nor there");
      return created(other);
    }
    const used = await useVouchers(tx, house, order, reckoned);
    if (!used.ok) return used;
    const cardIds = lines.flatMap(({ replacesCardId }) => replacesCardId ?? []);
    const claimed = await claimReplacements(tx, { networkId: network.id, orderId: order.id, cardIds });
    if (!claimed) return refuse("CARD_BEING_REPLACED");
    if (!request.paid && !nothingDue) {
      await plan(tx, house, {
        networkId: network.id,
        kind: "unpaid-order",
        key: order.id,
        payload: { orderId: order.id },
        dueAt: new Date(order.expiresAt),
      });
      return done({ orderId: order.id, networkId: network.id, orderStatus: "PENDING" });
    }
    if (!nothingDue) {
      await move(tx, {
        movement: `counter:${order.id}`,
        networkId: network.id,
        orderId: order.id,
        to: "counter",
        from: "sales",
        amount,
        currency,
        at,
      });
    }
    await completeOrder(tx, house, network, order.id, nothingDue ? undefined : { method, at });
    house.pass("counter-uncommitted");
    return done({ orderId: order.id, networkId: network.id, orderStatus: "COMPLETED" });
  });
  if (sold.ok) house.wake();
  return sold;
}
