import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import { unpaidUntil } from "@guichet/rules/orders.ts";
import { isOffered } from "@guichet/rules/payments/payment-options.ts";
import { firstError, quoteCart } from "../cart/quote-cart.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext } from "../http/call-handler.ts";
import { plan } from "../jobs/plan-job.ts";
import { findPlaced, insertOrder, type OrderRow } from "../order-records/order-store.ts";
import { placedBy } from "../order-records/own-order.ts";
import { recordMovement } from "../payment-records/ledger-store.ts";
import { claimReplacements } from "../transport-card-records/incident-store.ts";
import { checkDuplicates, checkTotal } from "./check-order.ts";
import { completeOrder } from "./complete-order.ts";
import { customerOf, newOrder, orderKeyOf, originOf, useVouchers } from "./new-order.ts";
import { orderLinesOf } from "./order-lines.ts";

type CreateOrderContext = CallContext<Calls["createOrder"]>;
type CreateCode = CodeOf<Calls["createOrder"]>;
const created = (order: OrderRow): Result<Created, CreateCode> =>
  ok({ orderId: order.id, networkId: order.networkId, orderStatus: order.status });
type Created = { orderId: string; networkId: string; orderStatus: OrderStatus };

/** Creates an order that staff sell in another channel, paid by DEPOSIT or CASH (§7 `Order/create`). */
export async function createCounterOrder(ctx: CreateOrderContext): Promise<Result<Created, CreateCode>> {
  const { deps, network, session, request, client, language } = ctx;
  const idempotencyKey = orderKeyOf(session, ctx.idempotencyKey);
  // Two counter sales of the same cart are two sales: without a key, each has its own digest.
  const cartDigest = `counter:${idempotencyKey ?? deps.ids.uuid()}`;
  const identity = {
    networkId: network.id,
    clientId: client.id,
    accountId: session.accountId,
    idempotencyKey,
    cartDigest,
  };
  const earlier = await findPlaced(deps.db, identity);
  if (earlier !== undefined) return created(earlier);

  const cart = { articles: request.articles, vouchers: request.vouchers ?? [], counter: true, address: ctx.address };
  const quoted = await quoteCart(deps, network, session, cart, language);
  const { breakdown, buyer } = quoted;
  const error = firstError(breakdown);
  if (error !== undefined) return err(error.code as CreateCode, error.details as ErrorDetails);
  const total = checkTotal(request.totalAmount, breakdown);
  if (!total.ok) return total;
  // Staff ask the customer as the shop does.
  const confirmed = await checkDuplicates(ctx, quoted);
  if (!confirmed.ok) return confirmed;
  const { amount, currency } = breakdown.totalAmount;
  const method = request.paymentMethod;
  const nothingDue = amount === 0;
  if (!nothingDue && !isOffered(breakdown.paymentOptions, method, 1)) {
    return err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod: method });
  }
  const at = deps.clock.iso();
  const sale = newOrder(
    deps.ids,
    {
      ...identity,
      placedBy: placedBy(session),
      origin: originOf(ctx.common.originType ?? "WEB_SCOOP"),
      amount,
      currency,
      paymentMethod: nothingDue ? null : method,
      language,
      customer: customerOf(buyer),
      createdAt: at,
      expiresAt: unpaidUntil(at, method),
    },
    { vouchers: cart.vouchers },
  );
  const lines = orderLinesOf(deps, network, sale, request.articles, quoted);
  const sold = await runTransaction<Created, CreateCode>(deps.db, async (tx) => {
    const order = await insertOrder(tx, sale, lines);
    if (order === undefined) {
      // A concurrent request with the same key wrote the order: return that one.
      const other = await findPlaced(tx, identity);
      if (other === undefined) throw new Error("The order was neither inserted nor found");
      return created(other);
    }
    const used = await useVouchers(tx, deps, order, quoted);
    if (!used.ok) return used;
    const cardIds = lines.flatMap(({ replacesCardId }) => replacesCardId ?? []);
    const claimed = await claimReplacements(tx, { networkId: network.id, orderId: order.id, cardIds });
    if (!claimed) return err("CARD_BEING_REPLACED");
    if (!request.paid && !nothingDue) {
      await plan(tx, deps, {
        networkId: network.id,
        kind: "unpaid-order",
        key: order.id,
        payload: { orderId: order.id },
        dueAt: new Date(order.expiresAt),
      });
      return ok({ orderId: order.id, networkId: network.id, orderStatus: "PENDING" });
    }
    if (!nothingDue) {
      await recordMovement(tx, {
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
    await completeOrder(tx, deps, network, order.id, nothingDue ? undefined : { method, at });
    deps.failpoint("counter-uncommitted");
    return ok({ orderId: order.id, networkId: network.id, orderStatus: "COMPLETED" });
  });
  if (sold.ok) deps.wake();
  return sold;
}
