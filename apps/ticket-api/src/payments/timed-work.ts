import { later, minutesMs } from "../clock.ts";
import type { House } from "../house.ts";
import { isUuid } from "../ids.ts";
import type { Work } from "../jobs/work.ts";
import { queueRefundNotice } from "../orders/confirmation.ts";
import { addEvent, readOrder } from "../orders/order-store.ts";
import { ProviderUnreachable } from "../outside/payment-provider.ts";
import { isMoved, move, sideOf } from "./ledger-store.ts";
import { tellPartRefunded } from "./part-letters.ts";
import { lastPayment, readPayment } from "./payment-store.ts";
import { settleRegistration } from "./registrations.ts";
import { giveUpUnpaid, settle } from "./settle.ts";

const unpaid = ["PENDING", "PROCESSING", "ERROR"];
const unsettled = ["begun", "open"];

/** How often an open payment is asked for: soon at first, then every few minutes, and at the order's end. */
export const firstLookMs = 20_000;
const looksMs = [20_000, 40_000, 60_000, 120_000, 300_000];

const askAgainMinutes = 10;

/** Looks after one payment until it is final: an order is never paid and forgotten. */
export const lookAfterPayment: Work = async (house, work) => {
  const paymentId = String(work.payload.paymentId);
  const payment = await readPayment(house.db, paymentId);
  if (payment === undefined || !unsettled.includes(payment.status)) return undefined;
  const over = house.clock.iso() >= payment.endsAt;
  const settled = await settle(house, paymentId, { close: over }).catch((error) => {
    // A charge waits for as long as it takes: nobody stands before a page.
    if (payment.kind === "charge" && error instanceof ProviderUnreachable) return "unreachable" as const;
    throw error;
  });
  if (settled === "unreachable") return { again: later(house.clock.now(), minutesMs(askAgainMinutes)), afresh: true };
  if (settled === undefined || !unsettled.includes(settled.status)) return undefined;
  const pause = looksMs[Math.min(work.attempts, looksMs.length) - 1] ?? minutesMs(5);
  const next = later(house.clock.now(), pause);
  const end = new Date(payment.endsAt);
  return { again: over || next < end ? next : end };
};

/** Ends an order that was not paid in its time, after asking what its last payment did meanwhile. */
export const endUnpaidOrder: Work = async (house, work) => {
  const orderId = String(work.payload.orderId);
  const order = await readOrder(house.db, orderId);
  if (order === undefined || !unpaid.includes(order.status)) return undefined;
  const payment = await lastPayment(house.db, orderId);
  const settled = payment === undefined ? undefined : await settle(house, payment.id, { close: true });
  if (settled !== undefined && unsettled.includes(settled.status))
    return { again: later(house.clock.now(), minutesMs(1)) };
  const over = await giveUpUnpaid(house, order);
  // Paid again in the same moment: it is looked at once more.
  return over || !unpaid.includes((await readOrder(house.db, orderId))?.status ?? "")
    ? undefined
    : { again: later(house.clock.now(), minutesMs(1)) };
};

/** Gives back what was captured after the close; the provider gives it once for this payment. */
export const refundLateCapture: Work = async (house, work) => {
  const payment = await readPayment(house.db, String(work.payload.paymentId));
  // A debit that came back was returned by its bank: there is nothing to give back.
  if (payment?.status !== "refunded" || payment.kind === "debit" || payment.providerSession === null) return undefined;
  const { id, networkId, orderId, amount, currency } = payment;
  house.pass("refund-wanted");
  await house.payments.refund(payment.providerSession, { reference: `late:${id}`, amount: { amount, currency } });
  house.pass("refund-given");
  const at = house.clock.iso();
  await house.db.transaction().execute(async (tx) => {
    if (await isMoved(tx, `refund:${id}`)) return;
    await move(tx, {
      movement: `refund:${id}`,
      networkId,
      orderId,
      to: sideOf(payment),
      from: "provider",
      amount,
      currency,
      at,
    });
    const whole = payment.completes;
    // Of an order that was complete and is cancelled, who cancelled it told the customer.
    const order = await readOrder(tx, orderId);
    if (order?.status === "CANCELED" && order.completedAt !== null)
      return addEvent(tx, { networkId, orderId, at, event: "refunded", detail: { amount } });
    await addEvent(tx, { networkId, orderId, at, event: whole ? "refunded-late-capture" : "installment-refunded" });
    if (whole) await queueRefundNotice(tx, house, orderId, { amount, currency });
    else await tellPartRefunded(tx, house, payment);
    house.pass("refund-uncommitted");
  });
  house.pass("refund-booked");
  house.wake();
  return undefined;
};

/** Reads what changed at the provider since the last time: what no notification told is found here, late captures too. */
export const sweepProvider: Work = async (house, work) => {
  let cursor = typeof work.payload.cursor === "string" ? work.payload.cursor : undefined;
  for (let page = 0; page < sweepPagesMax; page += 1) {
    const changed = await house.payments.listSince(cursor);
    house.pass("sweep-page-read");
    for (const session of changed.sessions) {
      if (session.state !== "open" && isUuid(session.reference)) await settleOne(house, session.reference);
    }
    cursor = changed.cursor;
    if (!changed.more) break;
  }
  return { again: later(house.clock.now(), minutesMs(sweepMinutes)), payload: { cursor }, afresh: true };
};

/** Whatever the provider's reference names: a payment, or a card that is being kept. Answers whether it is one of ours. */
export async function settleReference(house: House, reference: string): Promise<boolean> {
  const payment = await settle(house, reference);
  return payment !== undefined || (await settleRegistration(house, reference)) !== undefined;
}

/** Each open payment has a look of its own; this one is for what was closed and came nevertheless. */
export const sweepMinutes = 30;
const sweepPagesMax = 500;

/** One payment that cannot be settled must not keep the others from it: it is told, and its own work tries again. */
async function settleOne(house: House, paymentId: string): Promise<void> {
  try {
    await settleReference(house, paymentId);
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    house.log.error({ err: error, paymentId }, "a payment could not be settled");
  }
}
