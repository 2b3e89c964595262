import { err, ok, type Result } from "@guichet/contract/result.ts";
import { later, minutesMs } from "../clock.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { lockOrder, moveOrderStatement, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { lastPayment, type Payment, type ToOpen } from "../payment-records/payment-store.ts";
import { cancelUnpaid, settlePayment } from "../payments/settlement/settle-payment.ts";
import { type CardPreference, startPayment } from "../payments/start-payment.ts";
import {
  beginPaying,
  type OrderToPay,
  type Placed,
  type PlaceOrderContext,
  type PlaceOrderError,
  placedResult,
} from "./place-order-result.ts";
import { type AgainCode, renewHold } from "./unpaid-holds.ts";

/** Resumes the existing order of this cart; undefined if it was cancelled, so that a new one can be placed. */
export async function resumeOrder(
  { deps, network, request, address, isKeyReused }: PlaceOrderContext,
  order: OrderRow,
  card: CardPreference,
): Promise<Result<Placed, PlaceOrderError> | undefined> {
  if (!["PENDING", "PROCESSING", "ERROR"].includes(order.status)) return placedResult(order, order.status);
  const payment = await lastPayment(deps.db, order.id);
  if (payment === undefined) return placedResult(order, order.status);
  try {
    // A reused key creates nothing new: its order is returned unchanged (decision 055).
    const shouldClose =
      expiresBeforePaid(deps, order) || (!isKeyReused && isPaidOtherwise(order, payment, request, card));
    const settled = await settlePayment(deps, payment.id, { close: shouldClose ? "given-up" : undefined });
    const now = await readOrder(deps.db, order.id);
    if (now === undefined || now.status === "CANCELED") return undefined;
    // A concurrent click may have started a new payment: then its page is returned.
    const refused = now.status === "ERROR" || (now.status === "PROCESSING" && settled?.status === "refused");
    if (!refused) return placedResult(now, now.status, settled?.status === "open" ? settled.payUrl : undefined);
    if (shouldClose) return await cancel(deps, now);
    // A charge that was under way when this request came, a second click for example, is not repeated: its refusal answers
    // both.
    if (payment.kind === "charge" && payment.status !== "refused") return placedResult(now, now.status);
    return await payAgain(deps, network, now, { card, address });
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
}

/**
 * Whether the customer went back and chose another payment method for the same cart. Then the first payment page is
 * closed.
 */
function isPaidOtherwise(
  order: OrderRow,
  payment: Payment,
  request: PlaceOrderContext["request"],
  { keep, saved }: CardPreference,
): boolean {
  const hasOtherTerms =
    order.installments !== (request.installments ?? 1) || order.paymentMethod !== request.paymentMethod;
  const before = savedCardOf(payment);
  const hasOtherCard = payment.keep !== keep || before?.method !== saved?.method || before?.use !== saved?.use;
  // A refused payment is retried with the new preference.
  return hasOtherTerms || (payment.status !== "refused" && hasOtherCard);
}

/** The saved card that a payment proposes or charges. */
function savedCardOf(payment: Payment): CardPreference["saved"] {
  if (payment.kind === "debit") return undefined;
  const { providerAccount } = payment;
  const { customer } = payment.asked;
  if (payment.kind === "charge") return { method: payment.asked.method, providerAccount, customer, use: "charge" };
  const { savedMethod: method } = payment.asked;
  return method === undefined ? undefined : { method, providerAccount, customer, use: "propose" };
}

/** Whether the order expires too soon to be paid again: its session would end before the customer has paid. */
export const expiresBeforePaid = ({ clock }: Dependencies, { expiresAt }: OrderRow): boolean =>
  clock.iso() >= later(new Date(expiresAt), -minutesMs(payAgainMinutes)).toISOString();
const payAgainMinutes = 10;

async function cancel(deps: Dependencies, order: OrderRow): Promise<undefined> {
  await cancelUnpaid(deps, order);
  return undefined;
}

/**
 * Starts a new payment for a refused order (ERROR → PROCESSING); the refused payment is final at the provider. Of two
 * concurrent clicks the second finds the payment of the first. Undefined if the order was cancelled in the meantime.
 */
export async function payAgain(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  { card, address }: { card: CardPreference; address: string },
): Promise<Result<Placed, AgainCode | "PAYMENT_UNAVAILABLE"> | undefined> {
  const started = await runTransaction<OrderToPay | undefined, AgainCode>(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now === undefined || now.status === "CANCELED") return ok(undefined);
    const last = await lastPayment(tx, order.id);
    if (now.status !== "ERROR" || last?.status === "begun") return ok({ order: now, payment: pageOf(last) });
    const renewed = await renewHold(tx, deps, now, address);
    if (!renewed.ok) return renewed;
    const { payment, insert } = startPayment(deps, network, now, card);
    const event = { at: deps.clock.iso(), event: "payment-begun" };
    await executeOnCommit(tx, [insert, moveOrderStatement(now.id, "beginPayment", event)]);
    return ok({ order: now, payment });
  });
  if (!started.ok) return started;
  const toPay = started.value;
  if (toPay === undefined) return undefined;
  deps.failpoint("payment-restarted");
  return toPay.order.status === "COMPLETED" ? placedResult(toPay.order, "COMPLETED") : beginPaying(deps, toPay);
}

/** A direct debit has no payment page: its order was completed when the mandate was signed. */
const pageOf = (payment: Payment | undefined): ToOpen | undefined =>
  payment === undefined || payment.kind === "debit" ? undefined : payment;
