import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { orderMachine } from "@guichet/rules/orders.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Buyer } from "../cart/buyer-store.ts";
import { type QuotedCart, quoteCart } from "../cart/quote-cart.ts";
import { later, minutesMs } from "../clock.ts";
import { pipelined } from "../database/pipelining/pipelined.ts";
import { prefetching } from "../database/pipelining/prefetch.ts";
import type { Plan } from "../jobs/plan-job.ts";
import { findPlaced, type NewOrder, type OrderRow, takeOrderNumber } from "../order-records/order-store.ts";
import { placedBy } from "../order-records/own-order.ts";
import { readSignature, renewedArticle, type Signature } from "../payments/mandates/mandates.ts";
import { readCardPreference } from "../payments/save-card.ts";
import { type CardPreference, checkPayable, noCardPreference, startPayment } from "../payments/start-payment.ts";
import { checkBuyerEligible } from "./buyer-eligibility.ts";
import { cartDigest } from "./cart-digest.ts";
import { checkCart, checkDuplicates, checkSubscription } from "./check-order.ts";
import { changeCollect, readCollection } from "./collection.ts";
import { customerOf, newOrder, orderKeyOf, originOf } from "./new-order.ts";
import { consentsOf } from "./order-consents.ts";
import { orderLinesOf } from "./order-lines.ts";
import { beginPaying, type Placed, type PlaceOrderContext, type PlaceOrderError } from "./place-order-result.ts";
import { cancelUnpaidReplacements } from "./replacement-orders.ts";
import { resumeOrder } from "./resume-order.ts";
import { releaseOldestHold } from "./unpaid-holds.ts";
import { type OrderDraft, writeOrder } from "./write-order.ts";

/**
 * Places an order (§7 `Order/placeOrder`). Any number of calls with the same cart create one order: a second click, a
 * reload or another tab gets the first order until that is paid or cancelled (§6 "One order, one payment").
 */
export const placeOrder = prefetching(async (ctx: PlaceOrderContext, db = ctx.deps.db) => {
  // A repeated key means its order, even if the cart looks different now, for example in another language (decision 055).
  const earlier = findPlaced(db, cartOf(ctx), { ofAnyCart: !ctx.isKeyReused });
  const quote = quoteOf({ ...ctx, deps: { ...ctx.deps, db } });
  const [order, quoted, number] = await pipelined([earlier, quote, takeOrderNumber(db, ctx.deps.clock.iso())]);
  return { earlier: order, quoted, number };
}, placeOnce);

interface PlacementReads {
  /** The order that this cart or key already has. */
  earlier: OrderRow | undefined;
  quoted: QuotedCart;
  /** The new order's number, which the payment page may show before the order is written; unused if no order is written. */
  number: string;
}

async function placeOnce(
  ctx: PlaceOrderContext,
  read: () => Promise<PlacementReads>,
): Promise<Result<Placed, PlaceOrderError>> {
  const choice = await readPaymentChoice(ctx);
  if (!choice.ok) return choice;
  const { earlier, quoted, number } = await read();
  if (earlier === undefined) return placeNew(ctx, choice.value, quoted, number);
  const changed = await changeCollect(ctx.deps, ctx.network, earlier, ctx.request);
  if (!changed.ok) return changed;
  const resumed = await resumeOrder(ctx, earlier, choice.value.card);
  // The earlier order was cancelled and released what it held, so the cart is quoted again.
  return resumed ?? placeNew(ctx, choice.value, await quoteOf(ctx), number);
}

/** Checks and writes a new order and begins its payment. Retries while another order of this customer conflicts. */
async function placeNew(
  ctx: PlaceOrderContext,
  choice: PaymentChoice,
  quoted: QuotedCart,
  number: string,
): Promise<Result<Placed, PlaceOrderError>> {
  if (ctx.isKeyReused) return err("IDEMPOTENCY_KEY_REUSED");
  let fresh = quoted;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const draft = await draftOrder(ctx, choice, fresh, number);
    if (!draft.ok) return draft;
    ctx.deps.failpoint("order-checked");
    const written = await writeOrder(ctx, draft.value);
    if (written.ok && written.value !== undefined) {
      ctx.deps.failpoint("order-written");
      if (written.value.payment === undefined) ctx.deps.wake();
      return beginPaying(ctx.deps, written.value);
    }
    if (written.ok) {
      // Another tab wrote the order of this cart at the same time.
      const other = await findPlaced(ctx.deps.db, cartOf(ctx));
      const resumed = other && (await resumeOrder(ctx, other, choice.card));
      if (resumed !== undefined) return resumed;
    } else if (!(await releaseConflicting(ctx, written))) return written;
    fresh = await quoteOf(ctx);
  }
  return err("PAYMENT_UNAVAILABLE");
}

/** Each failed attempt lost to a concurrent request: this many tabs would have to place the cart at the same time. */
const attemptsMax = 10;

/** Cancels the customer's unpaid orders that hold what the new order was refused; false if there are none. */
async function releaseConflicting(
  { deps, session, request }: PlaceOrderContext,
  refused: Result<never, PlaceOrderError> & { ok: false },
): Promise<boolean> {
  if (refused.code === "CARD_BEING_REPLACED") return cancelUnpaidReplacements(deps, session, request.articles);
  if (refused.code !== "UNPAID_HOLDS_EXCEEDED" || refused.details?.reason !== "account") return false;
  return releaseOldestHold(deps, session);
}

/** What identifies the cart: the account, its content and the idempotency key. */
const cartOf = ({ network, session, request, client, idempotencyKey }: PlaceOrderContext) => ({
  networkId: network.id,
  clientId: client.id,
  accountId: session.accountId,
  idempotencyKey: orderKeyOf(session, idempotencyKey),
  cartDigest: cartDigest(request.articles, request.vouchers ?? [], placedBy(session)),
});

const quoteOf = ({ deps, network, session, request, address, language }: PlaceOrderContext): Promise<QuotedCart> => {
  const cart = { articles: request.articles, vouchers: request.vouchers ?? [], counter: false, address };
  return quoteCart(deps, network, session, cart, language);
};

/** How the customer pays: on the provider's page, by a charge of a saved card, or by a signed mandate. */
interface PaymentChoice {
  card: CardPreference;
  /** Undefined for a card. An invalid signature is reported only after all other errors. */
  signature: Result<Signature, PlaceOrderError> | undefined;
}

async function readPaymentChoice(ctx: PlaceOrderContext): Promise<Result<PaymentChoice, PlaceOrderError>> {
  // Only a card is charged at once.
  if (ctx.request.chargeCard && ctx.request.paymentMethod !== "CARD")
    return err("FIELD_INVALID", { field: "chargeCard" });
  if (ctx.request.paymentMethod === "TRANSFER") {
    const subscribed = ctx.request.articles.find(({ isSubscription }) => isSubscription);
    const renewed = subscribed && renewedArticle(ctx.network, subscribed, ctx.language);
    return ok({ card: noCardPreference, signature: readSignature(ctx, renewed) });
  }
  const card = await readCardPreference(ctx.deps, ctx.session, ctx.request);
  return card.ok ? ok({ card: card.value, signature: undefined }) : card;
}

/** Checks buyer, cart and payment, and builds the order, its lines and its payment. */
async function draftOrder(
  ctx: PlaceOrderContext,
  { card, signature }: PaymentChoice,
  quoted: QuotedCart,
  number: string,
): Promise<Result<OrderDraft, PlaceOrderError>> {
  const { deps, network, request } = ctx;
  const { buyer, breakdown } = quoted;
  if (buyer === null) return err("ACCOUNT_INCOMPLETE");
  const eligible = checkBuyerEligible(buyer, request, deps.clock.iso(), network.definition);
  if (!eligible.ok) return eligible;
  const priced = checkCart(request, breakdown);
  if (!priced.ok) return priced;
  const collect = await readCollection(deps, network, request);
  if (!collect.ok) return collect;
  const renewable = checkSubscription(request, breakdown);
  if (!renewable.ok) return renewable;
  const confirmed = await checkDuplicates(ctx, quoted);
  if (!confirmed.ok) return confirmed;
  const nothingDue = breakdown.totalAmount.amount === 0;
  const signed = nothingDue ? undefined : signature;
  if (signed !== undefined && !signed.ok) return signed;
  const isPaidByCard = !nothingDue && signed === undefined;
  const order = { ...orderOf(ctx, quoted, buyer, isPaidByCard), number, collect: collect.value };
  const lines = orderLinesOf(deps, network, order, request.articles, quoted);
  const isDebitedAtProvider = signed !== undefined && network.definition.directDebit === "provider";
  if (isPaidByCard || isDebitedAtProvider) {
    const payable = checkPayable(deps, network, isPaidByCard ? card : noCardPreference, order);
    if (!payable.ok) return payable;
  }
  if (!isPaidByCard) return ok({ order, lines, quoted, payment: undefined, signature: signed?.value });
  const payment = startPayment(deps, network, order, card, [expiryOf(order)]);
  return ok({ order, lines, quoted, payment, signature: undefined });
}

function orderOf(
  ctx: PlaceOrderContext,
  { breakdown, vouchers }: QuotedCart,
  buyer: Buyer,
  isPaidByCard: boolean,
): NewOrder {
  const { deps, session, request } = ctx;
  const now = deps.clock.now();
  const { amount, currency } = breakdown.totalAmount;
  const nothingDue = amount === 0;
  const installments = nothingDue ? 1 : (request.installments ?? 1);
  const option = breakdown.paymentOptions.find((one) => one.installments === installments);
  return newOrder(
    deps.ids,
    {
      ...cartOf(ctx),
      placedBy: placedBy(session),
      origin: originOf(ctx.common.originType ?? session.originType),
      amount,
      currency,
      paymentMethod: nothingDue ? null : request.paymentMethod,
      language: ctx.language,
      customer: customerOf(buyer),
      createdAt: now.toISOString(),
      expiresAt: later(now, minutesMs(orderUnpaidMinutes)).toISOString(),
    },
    {
      // An order that is paid by card starts with its payment.
      status: born(orderMachine, isPaidByCard ? "placeWithPayment" : "place"),
      installments,
      installmentPeriod: installments > 1 ? (option?.period ?? null) : null,
      delivery: request.delivery ?? null,
      vouchers: vouchers.map((voucher) => voucher.terms?.code ?? voucher.code),
      invoiceEmail: request.invoiceEmail ?? null,
      returnUrl: request.returnUrl,
      subscriptionId: request.articles.some(({ isSubscription }) => isSubscription) ? deps.ids.uuid() : null,
      consents: consentsOf(ctx.network, request, ctx.language),
    },
  );
}

/** The job that cancels an order that is not paid in time. */
const expiryOf = ({ id, networkId, expiresAt }: NewOrder): Plan => ({
  networkId,
  kind: "unpaid-order",
  key: id,
  payload: { orderId: id },
  dueAt: new Date(expiresAt),
});
