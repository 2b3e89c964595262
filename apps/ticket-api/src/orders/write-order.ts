import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { QuotedCart } from "../cart/quote-cart.ts";
import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import { runTransaction } from "../database/transaction.ts";
import {
  insertOrderStatement,
  isDuplicateOrder,
  type NewOrder,
  type OrderLineRow,
  type OrderRow,
} from "../order-records/order-store.ts";
import { lockSavedMethod } from "../payment-records/saved-method-store.ts";
import { completeByMandate } from "../payments/mandates/complete-by-mandate.ts";
import type { Signature } from "../payments/mandates/mandates.ts";
import { beginSession } from "../payments/settlement/open-session.ts";
import type { StartedPayment } from "../payments/start-payment.ts";
import { claimReplacements } from "../transport-card-records/incident-store.ts";
import { bookSlot } from "./collection.ts";
import { completeOrder } from "./complete-order.ts";
import { takeFreeOrderEmail } from "./free-order-confirmation.ts";
import { useVouchers } from "./new-order.ts";
import type { OrderToPay, PlaceOrderContext, PlaceOrderError } from "./place-order-result.ts";
import { holdUnpaid } from "./unpaid-holds.ts";

/** A checked order that is not written yet. */
export interface OrderDraft {
  order: NewOrder;
  lines: readonly OrderLineRow[];
  quoted: QuotedCart;
  /** Exactly one of these pays it: a card payment, a signed mandate, or nothing because nothing is due. */
  payment: StartedPayment | undefined;
  signature: Signature | undefined;
}

/**
 * Writes an order with its payment and everything it reserves, or nothing: vouchers, a collection slot, replaced cards.
 * Completes an order without a payment. Undefined if the account already has an order of this cart or with this key.
 */
export async function writeOrder(
  ctx: PlaceOrderContext,
  draft: OrderDraft,
): Promise<Result<OrderToPay | undefined, PlaceOrderError>> {
  const { deps } = ctx;
  const { payment } = draft;
  // An order that competes for nothing cannot be refused: its payment page opens while it is written. A card is charged
  // only for an order that is written.
  const opensPage = payment?.payment.kind === "page" && !competes(draft);
  const page = opensPage ? beginSession(deps, payment.payment) : undefined;
  try {
    const written = await runTransaction<OrderToPay, PlaceOrderError>(deps.db, async (tx) => {
      const order = await insertOrder(tx, draft);
      const reserved = await reserve(tx, ctx, order, draft);
      if (!reserved.ok) return reserved;
      const completed = payment === undefined ? await completeUnpaid(tx, ctx, order, draft) : ok(order);
      if (!completed.ok) return completed;
      deps.failpoint("order-uncommitted");
      return ok({ order: completed.value, payment: payment?.payment, ...(page && { page }) });
    });
    if (!written.ok) page?.discard();
    return written;
  } catch (error) {
    page?.discard();
    if (isDuplicateOrder(error)) return ok(undefined);
    throw error;
  }
}

/** Whether the order reserves something that another order could take first. */
const competes = ({ quoted: { vouchers }, order: { collect }, lines }: OrderDraft): boolean =>
  vouchers.length > 0 || collect !== null || lines.some(({ replacesCardId }) => replacesCardId !== null);

async function insertOrder(tx: Tx, { order, lines, payment }: OrderDraft): Promise<OrderRow> {
  const [written] = (await insertOrderStatement(order, lines, { ifTwice: "error", answers: "order" }).execute(tx)).rows;
  if (written === undefined) throw new Error(`Order ${order.id} was not inserted`);
  if (payment !== undefined) await executeOnCommit(tx, [payment.insert]);
  return written;
}

/** Reserves what the order holds until it is paid; an error if another order was first. */
async function reserve(
  tx: Tx,
  { deps, address }: PlaceOrderContext,
  order: OrderRow,
  { lines, quoted, payment }: OrderDraft,
): Promise<Result<true, PlaceOrderError>> {
  if (payment !== undefined) {
    const hold = await holdUnpaid(tx, deps, order, { address, limitedVouchers: limitedVouchers(quoted) });
    if (!hold.ok) return hold;
  }
  if (order.amount === 0) {
    const confirmed = await takeFreeOrderEmail(tx, deps, order);
    if (!confirmed.ok) return confirmed;
  }
  const used = await useVouchers(tx, deps, order, quoted);
  if (!used.ok) return used;
  const cardIds = lines.flatMap(({ replacesCardId }) => replacesCardId ?? []);
  const claimed = await claimReplacements(tx, { networkId: order.networkId, orderId: order.id, cardIds });
  if (!claimed) return err("CARD_BEING_REPLACED");
  // After the vouchers, in the same sequence as on release, so that two orders cannot deadlock.
  return bookSlot(tx, order);
}

/** The vouchers with a limited number of uses: a use here takes one from other customers. */
const limitedVouchers = ({ vouchers }: QuotedCart): string[] =>
  vouchers.flatMap(({ terms }) => (terms === null || terms.limit === null ? [] : [terms.code]));

/** Completes an order without a payment page: paid by its mandate, or with nothing due. */
async function completeUnpaid(
  tx: Tx,
  { deps, network, session, request }: PlaceOrderContext,
  order: OrderRow,
  { signature }: OrderDraft,
): Promise<Result<OrderRow, PlaceOrderError>> {
  if (signature !== undefined) return completeByMandate(tx, deps, network, order, signature);
  const { cardId } = request;
  // Locks the card that pays the later periods, so that a concurrent removal finds it in use.
  const lacksCard = order.subscriptionId !== null && (await lockSavedMethod(tx, session, cardId ?? "")) === undefined;
  if (lacksCard) return err("PAYMENT_METHOD_UNKNOWN");
  const completed = await completeOrder(tx, deps, network, order.id, undefined);
  if (completed === undefined) throw new Error(`Order ${order.id} was completed before it was inserted`);
  const method = { method: "CARD", methodId: cardId ?? null, mandateId: null } as const;
  await deps.subscriptionHooks.subscriptionOrdered(tx, deps, network, completed, method);
  return ok(completed);
}
