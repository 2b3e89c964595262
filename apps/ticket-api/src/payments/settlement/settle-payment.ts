import type { PaymentOutcome } from "@guichet/contract/payments.ts";
import { paymentMismatches } from "@guichet/rules/payments/payment-answer.ts";
import type { PaymentStatus } from "@guichet/rules/payments/payments.ts";
import type { Tx } from "../../database/database.ts";
import { pipelined } from "../../database/pipelining/pipelined.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type PaymentSession, ProviderRefused } from "../../integrations/payment-provider.ts";
import { dropJob } from "../../jobs/job-store.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { releaseHold } from "../../order-records/hold-store.ts";
import { addEvent, lockOrder, moveOrder } from "../../order-records/order-store.ts";
import { type Movement, sideOf } from "../../payment-records/ledger-store.ts";
import {
  isGivenUp,
  lastPayment,
  markGivenUp,
  movePayment,
  type Payment,
  readPayment,
} from "../../payment-records/payment-store.ts";
import { releaseReplacements } from "../../transport-card-records/incident-store.ts";
import { planCancellationEmail, planRefusalEmail } from "../emails/unpaid-payment-emails.ts";
import { applyFirstPayment, installmentPaid, installmentRefused } from "../installments/plan-installments.ts";
import { expectedOf, ForeignAnswer, handleMismatch } from "./check-answer.ts";
import { failOrder } from "./fail-order.ts";
import { withSession } from "./open-session.ts";
import { settleDebit } from "./settle-debit.ts";

/** The outcome that the customer sees, by payment status. */
const outcomes: Record<Payment["status"], PaymentOutcome> = {
  begun: "CHECKING",
  open: "CHECKING",
  captured: "CONFIRMED",
  refused: "REFUSED",
  cancelled: "CANCELLED",
  refunded: "CANCELLED",
  mismatched: "REFUSED",
};
export const outcomeOf = (payment: Payment): PaymentOutcome => outcomes[payment.status];

/** The outcome for a customer who left the payment page: a page that the provider has just reported as open is unpaid. */
export const outcomeAfterLeaving = (payment: Payment): PaymentOutcome =>
  payment.kind === "page" && payment.status === "open" ? "UNPAID" : outcomeOf(payment);

/**
 * Why a payment is closed: its time has passed, or it was abandoned by the customer or replaced by another of their
 * orders.
 */
export type Closing = "time-out" | "given-up";

/** Payments being settled in this process: a concurrent caller shares the result. */
const settlements = new WeakMap<Dependencies, Map<string, Promise<Payment | undefined>>>();

/**
 * Asks the provider for the state of a payment and applies it, once however often it is called (§6 "Payment"). With
 * `close` a session that can still be paid is closed first; `read` is the payment if the caller has just read it.
 * Throws `ProviderUnreachable`, `ProviderRefused` and `SessionUnknown`: then nothing is known.
 */
export function settlePayment(
  deps: Dependencies,
  paymentId: string,
  { close, read }: { close?: Closing | undefined; read?: Payment } = {},
): Promise<Payment | undefined> {
  const running = settlements.get(deps) ?? new Map<string, Promise<Payment | undefined>>();
  settlements.set(deps, running);
  const key = `${paymentId} ${close}`;
  const start = (current?: Payment) => {
    const settling = settleNow(deps, paymentId, close, current).finally(() => running.delete(key));
    running.set(key, settling);
    return settling;
  };
  const known = running.get(key);
  if (known === undefined) return start(read);
  // The provider may have answered that call before the change that this hint reports, a late capture after the end for
  // example: only a call that started later counts.
  return known.then((payment) => (isFinal(payment) ? payment : (running.get(key) ?? start())));
}

/** The provider does not know the session that it opened for a payment: another account's keys, or a deleted one. */
export class SessionUnknown extends Error {
  constructor(paymentId: string) {
    super(`The provider does not know the session of payment ${paymentId}`);
  }
}

/** No later state at the provider changes these. */
const isFinal = (payment: Payment | undefined): boolean => payment === undefined || final.has(payment.status);
const final: ReadonlySet<PaymentStatus> = new Set(["captured", "refunded", "mismatched"]);

async function settleNow(
  deps: Dependencies,
  paymentId: string,
  close: Closing | undefined,
  read: Payment | undefined,
): Promise<Payment | undefined> {
  const stored = read ?? (await readPayment(deps.db, paymentId));
  if (stored === undefined) return undefined;
  if (stored.kind === "debit") return settleDebit(deps, stored);
  if (isFinal(stored)) return stored;
  const payment = await withSession(deps, stored, close !== undefined).catch((error) => {
    if (stored.kind === "charge" && error instanceof ProviderRefused) return { refusedFor: error.code };
    if (error instanceof ForeignAnswer) return { foreign: error.session };
    throw error;
  });
  const applyEnd = async (target: Payment, ended: Ended | PaymentSession) => {
    const moved = await apply(deps, target, ended, close);
    return moved === undefined ? readPayment(deps.db, paymentId) : { ...target, status: moved };
  };
  // The provider does not have this card (any more): nothing was or will be charged.
  if ("refusedFor" in payment)
    return applyEnd(stored, { state: "refused", refusal: payment.refusedFor, method: undefined });
  if ("foreign" in payment) return applyEnd(stored, payment.foreign);
  const sessionId = payment.providerSession;
  if (sessionId === null) return payment;
  deps.failpoint("before-provider-call");
  const provider = deps.payments.at(stored.providerAccount);
  let session = await provider.get(sessionId);
  if (session === undefined) throw new SessionUnknown(paymentId);
  const isWrong = paymentMismatches(expectedOf(payment), session).length > 0;
  // A page with the wrong amount is closed too; another payment's page is left alone.
  if (
    (close !== undefined || (isWrong && isOurs(payment, session))) &&
    (session.state === "open" || session.state === "authorised")
  ) {
    // The provider's own message about the closing may be handled before its answer to this call.
    if (close === "given-up") await markGivenUp(deps.db, paymentId, deps.clock.iso());
    session = await provider.cancel(sessionId);
    deps.failpoint("session-closed");
  }
  deps.failpoint("provider-answered");
  if (!isWrong && (session.state === "open" || session.state === "authorised")) return payment;
  return applyEnd(payment, session);
}

const isOurs = ({ id, orderId }: Payment, session: PaymentSession): boolean =>
  session.reference === id && session.orderId === orderId;

/** The fields of a session that decide how it ended. */
type Ended = Pick<PaymentSession, "state" | "method" | "refusal">;

/**
 * Applies the provider's answer in one transaction; every transition is guarded by its start state. Returns the new
 * payment status; undefined if another call moved the payment.
 */
async function apply(
  deps: Dependencies,
  payment: Payment,
  session: Ended | PaymentSession,
  close: Closing | undefined,
): Promise<PaymentStatus | undefined> {
  const at = deps.clock.iso();
  // Before the transaction: this may need a connection, and transactions that wait for one another's would deadlock.
  const network = await deps.networks.get(payment.networkId);
  if (network === undefined) throw new Error(`Network ${payment.networkId} does not exist`);
  const mismatches = "id" in session ? paymentMismatches(expectedOf(payment), session) : [];
  const moved =
    "id" in session && mismatches.length > 0
      ? await inTransaction(deps.db, (tx) => {
          const { id, reference, orderId, state, amount, captured: taken, refunded: isCancelled } = session;
          const answered = { reference, orderId, state, amount, captured: taken, refunded: isCancelled };
          return handleMismatch(tx, deps, network, payment, { mismatches, answered, session: id });
        })
      : session.state === "captured"
        ? await captured(deps, network, payment, session, at)
        : await inTransaction(deps.db, async (tx) => {
            if (session.state === "refused" || isLapsed(payment))
              return refused(tx, deps, network, payment, session, at);
            if (session.state === "expired") return cancelled(tx, deps, payment, at, close ?? "time-out");
            if (session.state === "cancelled") return cancelled(tx, deps, payment, at, close ?? "at-provider");
          });
  deps.failpoint("payment-settled");
  deps.wake();
  return moved;
}

/**
 * Whether the end of a payment without a capture is a refused attempt: an installment was charged without its customer, and its
 * authorisation expired or was cancelled at the provider. It is tried again, or stays unpaid.
 */
const isLapsed = (payment: Payment): boolean =>
  payment.kind === "charge" && payment.asked.present === undefined && !payment.completes;

type Moved = Promise<PaymentStatus | undefined>;

/** Another call moved the payment: the pipelined statements are rolled back. */
class MovedBefore extends Error {}

async function captured(
  deps: Dependencies,
  network: LoadedNetwork,
  payment: Payment,
  session: Ended,
  at: string,
): Moved {
  const capture = { at, method: session.method, movement: captureOf(payment, at) };
  try {
    return await deps.queueCompletion(network.id, () =>
      inTransaction(deps.db, (tx) => capturedFirst(tx, deps, network, payment, capture)),
    );
  } catch (error) {
    if (!(error instanceof MovedBefore)) throw error;
  }
  return inTransaction(deps.db, (tx) => capturedLate(tx, deps, payment, capture));
}

type Capture = { at: string; method: Ended["method"]; movement: Movement };

/**
 * Captures the payment and completes its order, with pipelined statements; throws `MovedBefore` if the payment was no
 * longer open.
 */
async function capturedFirst(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  payment: Payment,
  capture: Capture,
): Promise<PaymentStatus> {
  const { id, orderId } = payment;
  const { at, method } = capture;
  const moving = movePayment(tx, id, "capture", capture);
  if (!payment.completes) {
    if (!(await moving)) throw new MovedBefore();
    deps.failpoint("capture-written");
    await pipelined([installmentPaid(tx, deps, payment, at), dropJob(tx, { payment: id })]);
    deps.failpoint("installment-uncommitted");
    return "captured";
  }
  const lastDigits = method?.last4;
  const paid = { method: "CARD", at, ...(lastDigits === undefined ? {} : { lastDigits }) } as const;
  const [moved, completed] = await pipelined([
    moving,
    deps.orderHooks.completeOrder(tx, deps, network, orderId, paid),
    dropJob(tx, { payment: id, "unpaid-order": orderId }),
  ]);
  if (!moved) throw new MovedBefore();
  deps.failpoint("capture-written");
  if (completed === undefined)
    throw new Error(`Order ${orderId} could not be completed although payment ${id} was captured`);
  await applyFirstPayment(tx, deps, network, completed, payment, method, at);
  deps.failpoint("completion-uncommitted");
  return "captured";
}

/** Books a capture after the final close: the order was cancelled, so the money is refunded automatically. */
async function capturedLate(tx: Tx, deps: Dependencies, payment: Payment, capture: Capture): Moved {
  const { id, networkId, orderId } = payment;
  if (!(await movePayment(tx, id, "refundLateCapture", capture))) return undefined;
  await addEvent(tx, {
    networkId,
    orderId,
    at: capture.at,
    event: payment.completes ? "captured-late" : "installment-captured-late",
  });
  await plan(tx, deps, { networkId, kind: "refund", key: id, payload: { paymentId: id } });
  deps.failpoint("late-capture-written");
  return "refunded";
}

function captureOf(payment: Payment, at: string): Movement {
  const { id, networkId, orderId, amount, currency } = payment;
  return { movement: `capture:${id}`, networkId, orderId, to: "provider", from: sideOf(payment), amount, currency, at };
}

async function refused(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  payment: Payment,
  session: Ended,
  at: string,
): Moved {
  const { id, orderId } = payment;
  if (!(await movePayment(tx, id, "refuse", { at, method: session.method }))) return undefined;
  const detail = { reason: session.refusal ?? null };
  if (!payment.completes) await installmentRefused(tx, deps, network, payment, at);
  else {
    const event = { at, event: "payment-refused", detail };
    if (await failOrder(tx, deps, network, orderId, event)) await planRefusalEmail(tx, deps, payment);
  }
  deps.failpoint("refusal-written");
  return "refused";
}

async function cancelled(
  tx: Tx,
  deps: Dependencies,
  payment: Payment,
  at: string,
  cause: Closing | "at-provider",
): Moved {
  if (!(await movePayment(tx, payment.id, "cancel", { at }))) return undefined;
  // An unpaid installment stays unpaid; its order does not change.
  const isCancelled = payment.completes && (await cancelUnpaidOrder(tx, payment.orderId, at));
  const isByCustomer = cause === "given-up" || (await isGivenUp(tx, payment.id));
  if (isCancelled && !isByCustomer) await planCancellationEmail(tx, deps, payment, cause);
  deps.failpoint("cancel-written");
  return "cancelled";
}

/**
 * Cancels an order unless something may still pay it. The order is locked meanwhile: a concurrent new payment finds it
 * cancelled, or is found here.
 */
export async function cancelUnpaid(
  deps: Dependencies,
  { id, networkId }: { id: string; networkId: string },
  cause: Closing = "given-up",
): Promise<boolean> {
  const given = await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, id);
    const last = await lastPayment(tx, id);
    if (last !== undefined && ["begun", "open", "captured"].includes(last.status)) return false;
    const isCancelled = await cancelUnpaidOrder(tx, id, deps.clock.iso());
    if (isCancelled && cause === "time-out") await planCancellationEmail(tx, deps, { networkId, orderId: id }, cause);
    if (isCancelled) deps.failpoint("give-up-written");
    return isCancelled;
  });
  if (given) deps.failpoint("order-given-up");
  if (given) deps.wake();
  return given;
}

/** Cancels an order that nothing can pay any more, and releases its vouchers and places. */
export async function cancelUnpaidOrder(tx: Tx, orderId: string, at: string): Promise<boolean> {
  const event = { at, event: "cancelled" };
  const order = await moveOrder(tx, orderId, "cancel", event);
  if (order === undefined) return false;
  await releaseHold(tx, order, at);
  await releaseReplacements(tx, orderId);
  return true;
}
