import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { CustomerTransferState } from "../../integrations/credit-transfers.ts";
import type { ProviderRefused } from "../../integrations/payment-provider.ts";
import type { JobResult } from "../../jobs/job.ts";
import { addEvent, lockOrder, readOrder } from "../../order-records/order-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import type { ProviderPayment } from "../../payment-records/payment-store.ts";
import {
  lockRefund,
  markRefunded,
  markRefundReturned,
  type Refund,
  readRefund,
} from "../../payment-records/refund-store.ts";
import {
  accountAskedAgain,
  handedOver,
  insertRefundTransfer,
  moveRefundTransfer,
  notMade,
  type RefundTransferRow,
  readRefundTransfer,
} from "../../payment-records/refund-transfer-store.ts";
import { notifyAccountNeeded, notifyRefundTransferred } from "../emails/refund-transfer-emails.ts";
import { accountNeeded } from "./account-needed.ts";
import { bookCardRefund } from "./card-refund.ts";
import { reportUnaskable } from "./report-failed-refund.ts";

/** Refusals that are faults of the request, which another account does not mend: staff look into them. */
const faultsOfRequest: ReadonlySet<string> = new Set([
  "amount_invalid",
  "currency_differs",
  "reference_reused",
  "refund_too_high",
  "session_not_captured",
  "session_unknown",
]);

/**
 * Asks the customer for a bank account for a refund that its card refused, once (decision 156). Returns whether it is paid
 * by transfer or left to the staff, because the customer was erased; otherwise, without a bank or a creditor or in another currency, it stays
 * with its card.
 */
export async function askForAccount(
  deps: Dependencies,
  refund: Refund,
  { code }: Pick<ProviderRefused, "code">,
): Promise<boolean> {
  const network = await deps.networks.get(refund.networkId);
  const isPossible = deps.debits?.transfers !== undefined && network?.definition.creditor !== undefined;
  if (!isPossible || refund.currency !== "EUR" || faultsOfRequest.has(code)) return false;
  const { id: refundId, networkId, orderId } = refund;
  const at = deps.clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId);
    const locked = await lockRefund(tx, refundId);
    if (locked === undefined || locked.givenAt !== null || locked.returnedAt !== null) return;
    if ((await readOrder(tx, orderId)) === undefined) return reportUnaskable(tx, deps, refund, code);
    if (!(await insertRefundTransfer(tx, { refundId, networkId, orderId, problem: code, requestedAt: at }))) return;
    await accountNeeded(tx, deps, refund, { cause: "card", attempt: 1 });
  });
  deps.wake();
  return true;
}

/** Asks for another account in the transaction in which the staff declined the entered one. */
export async function declineAccount(
  tx: Tx,
  deps: Dependencies,
  { refundId: id, networkId, orderId, amount, currency }: RefundTransferRow,
  reason: string,
): Promise<boolean> {
  const at = deps.clock.iso();
  const again = accountAskedAgain({ cause: "staff", problem: reason, at });
  if (!(await moveRefundTransfer(tx, id, "decline", again))) return false;
  const detail = { refund: id, amount: { amount, currency }, cause: "staff" };
  await addEvent(tx, { networkId, orderId, at, event: "refund-needs-account", detail });
  const asked = { refundId: id, amount: { amount, currency }, cause: "staff" as const, attempt: `${id}-${at}`, reason };
  await notifyAccountNeeded(tx, deps, orderId, asked);
  return true;
}

/** The idempotency key of the transfer of a refund at the bank. */
const keyOf = ({ refundId, attempt }: Pick<RefundTransferRow, "refundId" | "attempt">) => `rest:${refundId}:${attempt}`;

/**
 * Transfers a refund whose account the staff approved, once however often it runs. The card is looked at first: a refund
 * that it made after all is booked instead. Undefined: it is over, or waits for a person.
 */
export async function transferRefund(
  deps: Dependencies,
  refund: Refund,
  payment: ProviderPayment,
  transfer: RefundTransferRow,
): Promise<JobResult> {
  const { refundId } = transfer;
  if (transfer.status === "approved") {
    const made = await refundAtCard(deps, refund, payment);
    if (made !== undefined) {
      await deps.db.transaction().execute((tx) => bookCardRefund(tx, deps, refund, made, payment));
      return undefined;
    }
    deps.failpoint("transfer-to-begin");
    if (!(await deps.db.transaction().execute((tx) => beginTransfer(tx, refundId)))) return undefined;
  } else if (transfer.status !== "transferring") return undefined;
  const begun = await readRefundTransfer(deps.db, refundId);
  if (begun?.status !== "transferring") return undefined;
  await sendTransfer(deps, begun);
  await deps.db.transaction().execute((tx) => bookTransfer(tx, deps, begun));
  deps.wake();
  return undefined;
}

/** The refund of the card that succeeded although it was reported as refused; undefined: there is none. */
async function refundAtCard(deps: Dependencies, { id }: Refund, { providerSession, providerAccount }: ProviderPayment) {
  if (providerSession === null) return undefined;
  const session = await deps.payments.at(providerAccount).get(providerSession);
  return session?.refunds.find(({ reference }) => reference === `rest:${id}`)?.amount;
}

/** From here on a late success of the card is not booked as the payment of this refund. Of both, one succeeds: each locks the refund. */
export async function beginTransfer(tx: Tx, refundId: string): Promise<boolean> {
  const refund = await lockRefund(tx, refundId);
  if (refund === undefined || refund.givenAt !== null || refund.returnedAt !== null) return false;
  return moveRefundTransfer(tx, refundId, "begin");
}

async function sendTransfer(deps: Dependencies, transfer: RefundTransferRow): Promise<void> {
  const { networkId, orderId, refundId, amount, currency, holder, iban } = transfer;
  const creditor = (await deps.networks.get(networkId))?.definition.creditor;
  if (creditor === undefined || deps.debits?.transfers === undefined)
    throw new Error(`No account is configured to transfer refund ${refundId} from`);
  if (holder === null || iban === null) throw new Error(`Refund ${refundId} has no account`);
  const order = await readOrder(deps.db, orderId);
  await deps.debits.transfers.send({
    key: keyOf(transfer),
    orderId,
    amount: { amount, currency },
    payer: creditor,
    recipient: { name: holder, iban },
    remittance: `${creditor.name} ${order?.number ?? ""}`.trim(),
  });
}

/** Books a transfer that was handed over to the bank, once. */
async function bookTransfer(tx: Tx, deps: Dependencies, transfer: RefundTransferRow): Promise<boolean> {
  const { refundId, networkId, orderId, attempt, amount, currency } = transfer;
  const at = deps.clock.iso();
  await lockOrder(tx, orderId);
  await lockRefund(tx, refundId);
  if (!(await moveRefundTransfer(tx, refundId, "book", handedOver(at)))) return false;
  if (!(await markRefunded(tx, refundId, at))) throw new Error(`Refund ${refundId} was made and transferred`);
  const movement = { movement: `transfer:${refundId}:${attempt}`, networkId, orderId, amount, currency, at };
  await recordMovement(tx, { ...movement, to: "sales", from: "provider" });
  const detail = { refund: refundId, amount, currency, by: "transfer" };
  await addEvent(tx, { networkId, orderId, at, event: "refunded", detail });
  await notifyRefundTransferred(tx, deps, transfer);
  return true;
}

/**
 * Applies what the bank says about the transfer of a refund, once: one that it rejected or returned asks the customer for
 * another account, with its reason.
 */
export async function applyTransferState(deps: Dependencies, said: CustomerTransferState): Promise<void> {
  const [kind, refundId = "", attempt] = said.key.split(":");
  if (kind !== "rest" || (said.state !== "rejected" && said.state !== "returned")) return;
  const found = await readRefund(deps.db, refundId);
  if (found === undefined) return;
  await deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, found.orderId);
    await lockRefund(tx, refundId);
    const transfer = await readRefundTransfer(tx, refundId);
    if (transfer === undefined || String(transfer.attempt) !== attempt) return;
    // Rejected before its job booked it.
    if (transfer.status === "transferring") await bookTransfer(tx, deps, transfer);
    await reopen(tx, deps, found, transfer, said.reason ?? null);
  });
  deps.wake();
}

async function reopen(
  tx: Tx,
  deps: Dependencies,
  refund: Refund,
  transfer: RefundTransferRow,
  reason: string | null,
): Promise<void> {
  const { refundId, networkId, orderId, attempt, amount, currency } = transfer;
  const at = deps.clock.iso();
  const next = notMade(reason, at);
  if (!(await moveRefundTransfer(tx, refundId, "reopen", next))) return;
  await markRefundReturned(tx, refundId);
  const movement = { movement: `transfer-back:${refundId}:${attempt}`, networkId, orderId, amount, currency, at };
  await recordMovement(tx, { ...movement, to: "provider", from: "sales" });
  await accountNeeded(tx, deps, refund, { cause: "bank", attempt: attempt + 1 });
}
