import type { PriceBreakdown } from "@guichet/contract/cart.ts";
import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { orderMachine } from "@guichet/rules/orders.ts";
import { isOffered } from "@guichet/rules/payment-options.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Buyer } from "../cart/buyer-store.ts";
import { checkExpectedFee } from "../cart/expected-fee.ts";
import { firstError, type QuotedCart, quoteCart } from "../cart/quote-cart.ts";
import { later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { decide } from "../database/deciding.ts";
import { inOneStatement } from "../database/one-statement-store.ts";
import { together } from "../database/together.ts";
import { withCommit } from "../database/with-commit.ts";
import { readingAhead } from "../http/prefetch.ts";
import { isUuid } from "../ids.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { type Plan, planned } from "../jobs/plan-job.ts";
import {
  findPlaced,
  isOrderTwice,
  type NewOrder,
  type OrderLineRow,
  type OrderRow,
  orderWritten,
} from "../order-records/order-store.ts";
import { placedBy } from "../order-records/own-order.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { lockSavedMethod } from "../payment-records/saved-method-store.ts";
import { completeByMandate } from "../payments/mandates/complete-by-mandate.ts";
import { readSignature, renewedArticle, type Signature } from "../payments/mandates/mandates.ts";
import { readCardPreference } from "../payments/save-card.ts";
import { openedWhile } from "../payments/settlement/open-session.ts";
import { cancelUnpaid, settlePayment } from "../payments/settlement/settle-payment.ts";
import { type CardPreference, isShopPath, noCardPreference, startPayment } from "../payments/start-payment.ts";
import { claimReplacements, unpaidReplacements } from "../transport-card-records/incident-store.ts";
import { checkBuyerEligible } from "./buyer-eligibility.ts";
import { cartDigest } from "./cart-digest.ts";
import { bookSlot, changeCollect, readCollection } from "./collection.ts";
import { completeOrder } from "./complete-order.ts";
import { takeFreeOrderEmail } from "./free-order-confirmation.ts";
import { customerOf, orderKeyOf, originOf, useVouchers } from "./new-order.ts";
import { consentsOf, lacksRenewalConsent } from "./order-consents.ts";
import { orderLinesOf } from "./order-lines.ts";
import {
  type OrderToPay,
  openPaymentPage,
  type Placed,
  type PlaceOrderContext,
  type PlaceOrderError,
} from "./place-order-result.ts";
import { resumeOrder } from "./resume-order.ts";
import { holdUnpaid, releaseOldestHold } from "./unpaid-holds.ts";

/**
 * Places an order (§7 `Order/placeOrder`). However often it is asked for the same cart, there is one order: a second
 * click, a reload or another tab is answered with the first one's, until that is paid or given up (§6 "One order, one payment").
 */
export const placeOrder = readingAhead(async (ctx: PlaceOrderContext, db = ctx.deps.db) => {
  // The key stays with the cart: asked again in another language, say, it is still this cart's order that is meant (decision 055).
  const earlier = findPlaced(db, cartOf(ctx), { ofAnyCart: !ctx.isKeyReused });
  const [before, reckoned] = await together([earlier, quoteOf({ ...ctx, deps: { ...ctx.deps, db } })]);
  return { before, reckoned };
}, placeOnce);

/** Whose cart it is, and under which key it was sent. */
const cartOf = ({ network, session, request, client, idempotencyKey }: PlaceOrderContext) => ({
  networkId: network.id,
  clientId: client.id,
  accountId: session.accountId,
  idempotencyKey: orderKeyOf(session, idempotencyKey),
  cartDigest: cartDigest(request.articles, request.vouchers ?? [], placedBy(session)),
});

async function placeOnce(
  ctx: PlaceOrderContext,
  read: () => Promise<{ before: OrderRow | undefined; reckoned: QuotedCart }>,
): Promise<Result<Placed, PlaceOrderError>> {
  const { deps, network, request } = ctx;
  const chosen = await readChoice(ctx);
  if (!chosen.ok) return chosen;
  const { wish } = chosen.value;
  const { before, reckoned } = await read();
  if (before !== undefined) {
    const changed = await changeCollect(deps, network, before, request);
    if (!changed.ok) return changed;
    const answer = await resumeOrder(ctx, before, wish);
    if (answer !== undefined) return answer;
  }
  if (ctx.isKeyReused) return err("IDEMPOTENCY_KEY_REUSED");
  // One that is out of the way now had taken what this one asks for: vouchers, places, cards.
  const asItStands = before === undefined ? reckoned : await quoteOf(ctx);
  let written = await writeOrder(ctx, chosen.value, asItStands);
  if (isBeingReplaced(written) && (await makeRoomForCards(ctx)))
    written = await writeOrder(ctx, chosen.value, await quoteOf(ctx));
  if (isHeldTooOften(written) && (await releaseOldestHold(deps, ctx.session)))
    written = await writeOrder(ctx, chosen.value, await quoteOf(ctx));
  for (let round = 0; written.ok && written.value === undefined && round < placingRoundsMax; round += 1) {
    // Somebody else wrote this cart's order in the same moment: it is answered, or makes room for this one.
    const other = await findPlaced(deps.db, cartOf(ctx));
    const answer = other === undefined ? undefined : await resumeOrder(ctx, other, wish);
    if (answer !== undefined) return answer;
    written = await writeOrder(ctx, chosen.value, await quoteOf(ctx));
  }
  if (!written.ok) return written;
  if (written.value === undefined) return err("PAYMENT_UNAVAILABLE");
  deps.failpoint("order-written");
  if (written.value.payment === undefined) deps.wake();
  return openPaymentPage(deps, written.value);
}

/** Each round that finds nothing usable was won by another tab: so many tabs at once pay one cart in ways of their own. */
const placingRoundsMax = 10;

/** How it is to be paid: at the provider's page with this wish, or by a signed mandate. */
interface Choice {
  wish: CardPreference;
  signature: Result<Signature, PlaceOrderError> | undefined;
}

async function readChoice(ctx: PlaceOrderContext): Promise<Result<Choice, PlaceOrderError>> {
  // What is wrong with a signature is said once nothing else is: an order that stands already is answered first.
  if (ctx.request.paymentMethod === "TRANSFER") {
    const subscribed = ctx.request.articles.find(({ isSubscription }) => isSubscription);
    const renewed = subscribed && renewedArticle(ctx.network, subscribed, ctx.language);
    return ok({ wish: noCardPreference, signature: readSignature(ctx, renewed) });
  }
  const wish = await readCardPreference(ctx.deps, ctx.session, ctx.request);
  return wish.ok ? ok({ wish: wish.value, signature: undefined }) : wish;
}

const quoteOf = ({ deps, network, session, request, address, language }: PlaceOrderContext): Promise<QuotedCart> => {
  const cart = { articles: request.articles, vouchers: request.vouchers ?? [], counter: false, address };
  return quoteCart(deps, network, session, cart, language);
};

/** Checks everything and writes the order with all that hangs on it, or nothing; undefined: this cart has one already. */
async function writeOrder(
  ctx: PlaceOrderContext,
  { wish, signature }: Choice,
  reckoned: QuotedCart,
): Promise<Result<OrderToPay | undefined, PlaceOrderError>> {
  const { deps, network, request, session } = ctx;
  const { buyer, reckoning } = reckoned;
  if (buyer === null) return err("ACCOUNT_INCOMPLETE");
  const allowed = checkBuyerEligible(buyer, request, deps.clock.iso(), network.definition);
  if (!allowed.ok) return allowed;
  const faults = faultsOf(request, reckoning);
  if (!faults.ok) return faults;
  const collect = await readCollection(deps, network, request);
  if (!collect.ok) return collect;
  const nothingDue = reckoning.totalAmount.amount === 0;
  if (lacksKeptMethod(request, nothingDue)) return err("SUBSCRIPTION_NEEDS_KEPT_METHOD");
  if (lacksRenewalConsent(request)) return err("RENEWAL_NOT_ACCEPTED");
  const signed = nothingDue ? undefined : signature;
  if (signed !== undefined && !signed.ok) return signed;
  const atPage = !nothingDue && signed === undefined;
  const order = { ...orderOf(ctx, reckoned, buyer, atPage), collect: collect.value };
  const lines = orderLinesOf(deps, network, order, request.articles, reckoned);
  const begun = atPage ? startPayment(deps, network, order, wish) : undefined;
  const toBePaid = begun === undefined ? [] : [inOneStatement(begun.written, planned(deps, begun.look, endOf(order)))];
  deps.failpoint("order-checked");
  if (begun !== undefined && takesNothing(reckoned, order, lines)) {
    const writing = openedWhile(deps, begun.payment, async (tx) => {
      await withCommit(tx, [orderWritten(order, lines, { ifTwice: "error", answers: "nothing" }), ...toBePaid]);
      deps.failpoint("order-uncommitted");
    });
    return unlessTwice(writing.then((page) => ok({ order, payment: begun.payment, page })));
  }
  const writing = decide<OrderToPay, PlaceOrderError>(deps.db, async (tx) => {
    const written = await writtenNow(tx, order, lines);
    await withCommit(tx, toBePaid);
    const held = begun === undefined ? ok(true as const) : await holdUnpaid(tx, deps, written, heldBy(ctx, reckoned));
    if (!held.ok) return held;
    const confirmed = nothingDue ? await takeFreeOrderEmail(tx, deps, written) : ok(true as const);
    if (!confirmed.ok) return confirmed;
    const used = await useVouchers(tx, deps, written, reckoned);
    if (!used.ok) return used;
    if (!(await claimReplacements(tx, replacedBy(written, lines)))) return err("CARD_BEING_REPLACED");
    // After the vouchers, as when they are given back: two orders never wait for each other.
    const booked = await bookSlot(tx, written);
    if (!booked.ok) return booked;
    if (signed !== undefined) {
      const debited = await completeByMandate(tx, deps, network, written, signed.value);
      return debited.ok ? ok({ order: debited.value, payment: undefined }) : debited;
    }
    // The card that pays the other periods, held: who would remove it meanwhile finds that it is needed.
    if (
      nothingDue &&
      written.subscriptionId !== null &&
      (await lockSavedMethod(tx, session, request.cardId ?? "")) === undefined
    )
      return err("PAYMENT_METHOD_UNKNOWN");
    const completed = nothingDue ? await completeOrder(tx, deps, network, written.id, undefined) : undefined;
    if (completed !== undefined)
      await deps.subscriptionHooks.subscriptionOrdered(tx, deps, network, completed, paidLater(request));
    deps.failpoint("order-uncommitted");
    return ok({ order: completed ?? written, payment: begun?.payment });
  });
  return unlessTwice(writing);
}

/** By whom, and which of the vouchers others cannot use meanwhile. */
const heldBy = ({ address }: PlaceOrderContext, { vouchers }: QuotedCart) => ({
  address,
  limitedVouchers: vouchers.flatMap(({ terms }) => (terms === null || terms.limit === null ? [] : [terms.code])),
});

/** Undefined when the account has an order of this cart, or of this key, already. */
const unlessTwice = <T>(writing: Promise<T>) =>
  writing.catch((error) => {
    if (isOrderTwice(error)) return ok(undefined);
    throw error;
  });

/** Nothing is left that another order could have taken meanwhile: it is written without asking anything in between. */
const takesNothing = ({ vouchers }: QuotedCart, { collect }: NewOrder, lines: readonly OrderLineRow[]): boolean =>
  vouchers.length === 0 && collect === null && lines.every(({ replacesCardId }) => replacesCardId === null);

async function writtenNow(tx: Tx, order: NewOrder, lines: readonly OrderLineRow[]): Promise<OrderRow> {
  const [written] = (await orderWritten(order, lines, { ifTwice: "error", answers: "order" }).execute(tx)).rows;
  if (written === undefined) throw new Error(`Order ${order.id} was not written`);
  return written;
}

const replacedBy = ({ networkId, id }: OrderRow, lines: readonly OrderLineRow[]) => ({
  networkId,
  orderId: id,
  cardIds: lines.flatMap(({ replacesCardId }) => replacesCardId ?? []),
});

const isBeingReplaced = (outcome: Result<unknown, PlaceOrderError>): boolean =>
  !outcome.ok && outcome.code === "CARD_BEING_REPLACED";

/** Has this buyer too many orders that wait for their payment, of which one could make room? */
const isHeldTooOften = (outcome: Result<unknown, PlaceOrderError>): boolean =>
  !outcome.ok && outcome.code === "UNPAID_HOLDS_EXCEEDED" && outcome.details?.reason === "account";

/**
 * The customer began to replace a card by another cart (another way of delivery, say) and did not pay: that order makes room, once
 * nothing can be captured of it any more.
 */
async function makeRoomForCards({ deps, session, request }: PlaceOrderContext): Promise<boolean> {
  const cardIds = request.articles.flatMap(({ mediaId }) => (mediaId && isUuid(mediaId) ? [mediaId] : []));
  const unpaid = await unpaidReplacements(deps.db, session.accountId, cardIds);
  try {
    for (const order of unpaid) {
      const payment = await lastPayment(deps.db, order.id);
      if (payment !== undefined) await settlePayment(deps, payment.id, { close: true });
      await cancelUnpaid(deps, order);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return false;
  }
  return unpaid.length > 0;
}

/** Does a subscription lack what its renewals are taken from: a card that is kept by this order or before, or a mandate? */
function lacksKeptMethod(
  { articles, paymentMethod, keepCard, cardId }: PlaceOrderContext["request"],
  nothingDue: boolean,
) {
  if (!articles.some(({ isSubscription }) => isSubscription)) return false;
  if (paymentMethod === "TRANSFER" && !nothingDue) return false;
  return paymentMethod !== "CARD" || (cardId === undefined && (nothingDue || !keepCard));
}

/** A first period that costs nothing names the kept card that pays the others. */
const paidLater = ({ cardId }: PlaceOrderContext["request"]) =>
  ({ method: "CARD", methodId: cardId ?? null, mandateId: null }) as const;

/** What stands in the way beside the buyer: the cart itself, its total, the way to pay, where it goes. */
function faultsOf(request: PlaceOrderContext["request"], reckoning: PriceBreakdown): Result<true, PlaceOrderError> {
  const error = firstError(reckoning);
  if (error !== undefined) return err(error.code as PlaceOrderError, error.details as ErrorDetails);
  if (request.articles.some((line) => line.support === "SHIPPING") && request.delivery === undefined) {
    return err("DELIVERY_ADDRESS_REQUIRED");
  }
  const fee = checkExpectedFee(request.shippingFee, reckoning);
  if (!fee.ok) return fee;
  const { amount, currency } = reckoning.totalAmount;
  if (request.totalAmount.amount !== amount || request.totalAmount.currency !== currency) {
    return err("ORDER_AMOUNT_CHANGED", { amount, currency });
  }
  if (amount > 0 && !reckoning.paymentOptions.some((option) => option.paymentMethods.includes(request.paymentMethod))) {
    return err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod: request.paymentMethod });
  }
  const installments = request.installments ?? 1;
  if (amount > 0 && !isOffered(reckoning.paymentOptions, request.paymentMethod, installments)) {
    return err("INSTALLMENTS_NOT_OFFERED", { installments });
  }
  if (!isShopPath(request.returnUrl)) return err("RETURN_URL_INVALID");
  return ok(true);
}

function orderOf(
  ctx: PlaceOrderContext,
  { reckoning, vouchers }: QuotedCart,
  buyer: Buyer,
  atPage: boolean,
): Omit<NewOrder, "collect"> {
  const { deps, session, request } = ctx;
  const now = deps.clock.now();
  const { amount, currency } = reckoning.totalAmount;
  const nothingDue = amount === 0;
  const installments = nothingDue ? 1 : (request.installments ?? 1);
  const option = reckoning.paymentOptions.find((one) => one.installments === installments);
  return {
    id: deps.ids.uuid(),
    ...cartOf(ctx),
    placedBy: placedBy(session),
    // What is paid at a page is being paid as soon as it is written: its payment begins with it.
    status: born(orderMachine, atPage ? "placeWithPayment" : "place"),
    origin: originOf(ctx.common.originType ?? ctx.session.originType),
    amount,
    currency,
    paymentMethod: nothingDue ? null : request.paymentMethod,
    installments,
    installmentPeriod: installments > 1 ? (option?.period ?? null) : null,
    language: ctx.language,
    customer: customerOf(buyer),
    delivery: request.delivery ?? null,
    vouchers: vouchers.map((voucher) => voucher.terms?.code ?? voucher.code),
    invoiceEmail: request.invoiceEmail ?? null,
    returnUrl: request.returnUrl,
    createdAt: now.toISOString(),
    expiresAt: later(now, minutesMs(orderUnpaidMinutes)).toISOString(),
    subscriptionId: request.articles.some(({ isSubscription }) => isSubscription) ? deps.ids.uuid() : null,
    consents: consentsOf(ctx.network, request, ctx.language),
  };
}

/** An order that nobody pays ends by itself. */
function endOf({ id, networkId, expiresAt }: NewOrder): Plan {
  return { networkId, kind: "unpaid-order", key: id, payload: { orderId: id }, dueAt: new Date(expiresAt) };
}
