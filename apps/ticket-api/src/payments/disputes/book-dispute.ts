import type { DisputeState } from "@guichet/contract/office/disputes.ts";
import type { OrderEvent } from "@guichet/contract/order-events.ts";
import { disputeStates } from "@guichet/rules/payments/dispute-states.ts";
import { z } from "zod";
import { later, minutesMs } from "../../clock.ts";
import type { Database, Tx } from "../../database/database.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isUuid } from "../../ids.ts";
import type { DisputeMovement, ProviderDispute } from "../../integrations/payment-provider.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import { unreachableParty } from "../../integrations/unreachable.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { type Planning, plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent, lockOrder } from "../../order-records/order-store.ts";
import {
  bookedLoss,
  type DisputeRow,
  disputeMovement,
  findDispute,
  saveDispute,
} from "../../payment-records/dispute-store.ts";
import { isMovementRecorded, type Movement, recordMovement } from "../../payment-records/ledger-store.ts";
import { type CardPayment, readPayment } from "../../payment-records/payment-store.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { applyTicketRule } from "./disputed-tickets.ts";

/** Reads a dispute at its provider and books it. Returns whether its payment is one of ours. Throws `ProviderUnreachable`. */
export async function settleDispute(deps: Dependencies, account: ProviderAccount, disputeId: string): Promise<boolean> {
  const readAt = deps.clock.iso();
  const found = await deps.payments.at(account).getDispute?.(disputeId);
  return found !== undefined && bookDispute(deps, account, found, readAt);
}

/**
 * Books a dispute as the provider reports it, once however often and in whatever order it is reported (decision 151): its money, the order's
 * history, and what becomes of the tickets. `readAt`: an instant before the provider was asked. Returns whether the payment is one of ours.
 */
export async function bookDispute(
  deps: Dependencies,
  account: ProviderAccount,
  found: ProviderDispute,
  readAt: string,
): Promise<boolean> {
  // The return of a debit is final: it is booked as its bank's, whether the bank or the debtor returned it (decision 180).
  if (await isOfDebit(deps, account, found)) {
    await settlePayment(deps, found.reference);
    return true;
  }
  const payment = await capturedPayment(deps, account, found);
  if (payment === undefined) return false;
  const network = await deps.networks.get(payment.networkId);
  if (network === undefined) throw new Error(`Network ${payment.networkId} does not exist`);
  await inTransaction(deps.db, async (tx) => {
    await bookIn(tx, deps, network, payment, found, readAt);
    deps.failpoint("dispute-uncommitted");
  });
  deps.wake();
  return true;
}

async function isOfDebit(
  deps: Dependencies,
  account: ProviderAccount,
  { reference }: ProviderDispute,
): Promise<boolean> {
  const payment = isUuid(reference) ? await readPayment(deps.db, reference) : undefined;
  return payment?.kind === "debit" && payment.providerAccount === account;
}

/** The disputed payment; a capture that no webhook has reported yet is settled first. */
async function capturedPayment(
  deps: Dependencies,
  account: ProviderAccount,
  { id, reference, orderId }: ProviderDispute,
): Promise<CardPayment | undefined> {
  if (!isUuid(reference)) return undefined;
  const known = await readPayment(deps.db, reference);
  if (known === undefined || known.kind === "debit" || known.providerAccount !== account) return undefined;
  if (known.status !== "captured" && known.status !== "refunded") await settlePayment(deps, reference);
  const payment = await readPayment(deps.db, reference);
  const isBooked = payment?.status === "captured" || payment?.status === "refunded";
  if (payment !== undefined && payment.kind !== "debit" && isBooked && payment.orderId === orderId) return payment;
  deps.log.error({ dispute: id, paymentId: reference, orderId }, "a payment that is not booked is disputed");
  return undefined;
}

async function bookIn(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  payment: CardPayment,
  found: ProviderDispute,
  readAt: string,
): Promise<void> {
  const { networkId, orderId, id: paymentId, providerAccount } = payment;
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Error(`Order ${orderId} does not exist`);
  const before = await findDispute(tx, { providerAccount, reference: found.id });
  const at = deps.clock.iso();
  const { state, reason, openedAt } = found;
  const isDecided = disputeStates[state].isDecided;
  const row = {
    ...{ id: before?.id ?? deps.ids.uuid(), networkId, orderId, paymentId, providerAccount },
    ...{ reference: found.id, state, reason, openedAt, readAt, ...found.amount },
    evidenceDueAt: found.evidenceDueAt ?? null,
    decidedAt: isDecided ? (before?.state === state ? before.decidedAt : at) : null,
  };
  if (!(await saveDispute(tx, row))) return;
  for (const movement of found.movements) await bookMovement(tx, row, movement, at);
  await bookLoss(tx, row, found.movements, at);
  const event = eventOf(before?.state, state);
  if (event === undefined) return;
  const detail = { disputeId: row.id, reason, ...found.amount };
  await addEvent(tx, { networkId, orderId, at, event, detail });
  await applyTicketRule(tx, deps, network, order);
}

type NewRow = Omit<DisputeRow, "tickets">;

async function bookMovement(
  tx: Tx,
  { id, networkId, orderId, paymentId }: NewRow,
  { id: movementId, kind, amount, fee }: DisputeMovement,
  at: string,
): Promise<void> {
  const of = { networkId, orderId, at };
  const movement = disputeMovement.moved(paymentId, id, movementId);
  const sides = flow(kind === "withdrawn", "provider", "disputed");
  if (!(await isMovementRecorded(tx, movement))) await recordMovement(tx, { ...of, ...amount, ...sides, movement });
  // A bank may state its fee after the movement.
  const feeMovement = disputeMovement.fee(paymentId, id, movementId);
  if (fee.amount === 0 || (await isMovementRecorded(tx, feeMovement))) return;
  const charged = { ...fee, amount: Math.abs(fee.amount), ...flow(fee.amount > 0, "provider", "fees") };
  await recordMovement(tx, { ...of, ...charged, movement: feeMovement });
}

/** What is withdrawn is a loss exactly as long as the dispute is lost. */
async function bookLoss(tx: Tx, row: NewRow, movements: readonly DisputeMovement[], at: string): Promise<void> {
  const withdrawn = movements.reduce(
    (sum, { kind, amount }) => sum + (kind === "withdrawn" ? amount.amount : -amount.amount),
    0,
  );
  const booked = await bookedLoss(tx, row);
  const missing = (row.state === "lost" ? Math.max(withdrawn, 0) : 0) - booked.amount;
  if (missing === 0) return;
  const { id, networkId, orderId, currency } = row;
  const movement = disputeMovement.loss(id, booked.count + 1);
  const sides = flow(missing > 0, "disputed", "losses");
  await recordMovement(tx, { movement, networkId, orderId, currency, at, amount: Math.abs(missing), ...sides });
}

type Side = Movement["to"];
const flow = (isForward: boolean, one: Side, other: Side): Pick<Movement, "from" | "to"> =>
  isForward ? { from: one, to: other } : { from: other, to: one };

/** The event of a change; undefined: nothing that the order's history or its tickets depend on has changed. */
function eventOf(before: DisputeState | undefined, now: DisputeState): OrderEvent | undefined {
  const event = events[now];
  return before !== undefined && events[before] === event ? undefined : event;
}

const events = {
  inquiry: "dispute-inquiry",
  "needs-response": "disputed",
  "under-review": "disputed",
  won: "dispute-won",
  lost: "dispute-lost",
  closed: "dispute-closed",
} as const satisfies Record<DisputeState, OrderEvent>;

const bookAgainMinutes = 10;

/** Books a dispute that changed; a failure is logged and repeated by a job of its own, so that it does not block the others. */
export async function bookDisputeOrPlan(
  deps: Dependencies,
  account: ProviderAccount,
  found: ProviderDispute,
  readAt: string,
): Promise<void> {
  try {
    await bookDispute(deps, account, found, readAt);
  } catch (error) {
    if (unreachableParty(error) !== undefined) throw error;
    deps.log.error({ err: error, dispute: found.id }, "dispute could not be booked");
    const dueAt = later(deps.clock.now(), minutesMs(bookAgainMinutes));
    await planDispute(deps.db, deps, { account, reference: found.id }, dueAt);
  }
}

/**
 * Plans the job that books a dispute of an account, by default now. Each plan is a job of its own, because one that runs may have read the
 * dispute before it changed.
 */
export async function planDispute(
  tx: Tx | Database,
  deps: Planning,
  { account, reference }: { account: ProviderAccount; reference: string },
  dueAt?: Date,
): Promise<void> {
  const key = `${account} ${reference} ${deps.ids.uuid()}`;
  const payload = { account, reference };
  await plan(tx, deps, { networkId: null, kind: "dispute", key, payload, ...(dueAt && { dueAt }) });
}

/** A job of an earlier version has the reference of its dispute as its key. */
const Payload = z.object({ account: z.string(), reference: z.string().optional() });

/** Job `dispute`: books a dispute that was imported, or could not be booked when it changed. */
export const bookDisputeAgain: JobHandler = async (deps, job) => {
  const { account, reference = job.key } = Payload.parse(job.payload);
  await settleDispute(deps, account, reference);
  return undefined;
};
