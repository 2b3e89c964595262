import type { decideDispute, RecordRefusal, recordDispute } from "@guichet/contract/office/disputes.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import type { Tx } from "../../database/database.ts";
import { runTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { Handler, ModuleHandlers } from "../../http/call-handler.ts";
import { isUuid } from "../../ids.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import {
  findReportedDispute,
  lockReports,
  markReportedLost,
  type ReportedDispute,
  type ReportedMovement,
  reportedMovements,
} from "../../integrations/reported/report-store.ts";
import { outstandingOf } from "../../integrations/reported/reported-settlement.ts";
import { readOrder } from "../../order-records/order-store.ts";
import { findDispute, listDisputes } from "../../payment-records/dispute-store.ts";
import { readPayment } from "../../payment-records/payment-store.ts";
import { findReportedPayments } from "../../payment-records/reported-payment-store.ts";
import { recordAuditEntry } from "../../staff/audit-entry-store.ts";
import { planDispute, settleDispute } from "../disputes/book-dispute.ts";
import { isReportedAccount } from "../disputes/reported-accounts.ts";
import { disputeFaults } from "./check-chargebacks.ts";
import { storeDisputes, storeMovements } from "./import-report.ts";
import { nextReturnReference } from "./known-movements.ts";
import type { FileMovement } from "./report-content.ts";

/** Handlers of chargebacks that the staff record, because the payment provider reports none (decision 192). */
export const reportedDisputesOfficeHandlers: ModuleHandlers<"recordDispute" | "decideDispute"> = {
  recordDispute: (ctx) => recordHandler(ctx),
  decideDispute: (ctx) => decideHandler(ctx),
};

const refused = (reason: RecordRefusal) => err("TRANSITION_NOT_ALLOWED", { reason });

const recordHandler: Handler<typeof recordDispute> = async ({ deps, network, request, session }) => {
  const { paymentId, reference, amount, withdrawnOn, reason } = request;
  const payment = isUuid(paymentId) ? await readPayment(deps.db, paymentId) : undefined;
  if (payment?.networkId !== network.id || payment.providerAccount === null) return err("NOT_FOUND");
  const { providerAccount: account, orderId } = payment;
  if (!isReportedAccount(deps, account)) return refused("reported-by-provider");
  if (withdrawnOn > dayIn(deps.clock.iso(), network.definition.timeZone))
    return err("FIELD_INVALID", { field: "withdrawnOn" });
  const order = await readOrder(deps.db, orderId);
  const recorded = await runTransaction(deps.db, async (tx) => {
    await lockReports(tx, account);
    const payments = await findReportedPayments(tx, account, [paymentId]);
    const paid = payments.get(paymentId);
    if (paid === undefined) return err("NOT_FOUND");
    if (amount.currency !== paid.currency) return err("FIELD_INVALID", { field: "amount" });
    const [known] = await reportedMovements(tx, account, { references: [reference] });
    const chargeback: FileMovement = {
      ...{
        line: 0,
        kind: "chargeback",
        reference,
        payment: paymentId,
        dispute: reference,
        amount: amount.amount,
        fee: 0,
      },
      ...{ currency: amount.currency, madeOn: withdrawnOn, payout: null, paidOn: null, reasonCode: reason },
    };
    if (known !== undefined && !isSame(known, chargeback)) return refused("reference-known");
    const added = known === undefined ? [chargeback] : [];
    const faults = await disputeFaults(tx, account, added, payments, [chargeback]);
    if (faults.length > 0) return err("FIELD_INVALID", { field: "amount" });
    await storeMovements(tx, deps, account, added);
    // One that was imported before its payment was booked has no dispute yet.
    const isNew = await storeDisputes(tx, deps, account, [chargeback], payments);
    if (known !== undefined && !isNew) return ok({});
    const by = { networkId: network.id, staffId: session.staffId, accountId: order?.accountId ?? null };
    await recordAuditEntry(tx, deps, { ...by, act: "payment.dispute", thing: paymentId, reason: reference });
    return ok({});
  });
  if (!recorded.ok) return recorded;
  await bookNow(deps, account, reference);
  return ok({ disputeId: (await findDispute(deps.db, { providerAccount: account, reference }))?.id ?? null });
};

const isSame = (known: ReportedMovement, { payment, dispute, amount, currency, madeOn }: FileMovement): boolean =>
  known.kind === "chargeback" &&
  known.payment === payment &&
  known.dispute === dispute &&
  known.amount === amount &&
  known.currency === currency &&
  known.madeOn === madeOn;

const decideHandler: Handler<typeof decideDispute> = async ({ deps, network, request, session }) => {
  const { disputeId: id, outcome, reason } = request;
  const [dispute] = isUuid(id) ? await listDisputes(deps.db, { networkId: network.id, id, limit: 1 }) : [];
  if (dispute === undefined) return err("NOT_FOUND");
  const { providerAccount: account, reference } = dispute;
  if (!isReportedAccount(deps, account)) return refused("reported-by-provider");
  const order = await readOrder(deps.db, dispute.orderId);
  const decided = await runTransaction(deps.db, async (tx) => {
    await lockReports(tx, account);
    const reported = await findReportedDispute(tx, account, reference);
    if (reported === undefined) return err("NOT_FOUND");
    const movements = await reportedMovements(tx, account, { dispute: reference });
    const isWon = outstandingOf(movements) <= 0;
    // Sent twice, it is done.
    if (outcome === "won" ? isWon : reported.lostAt !== null) return ok({});
    if (isWon) return refused("decided");
    if (outcome === "lost") await markReportedLost(tx, account, reference, deps.clock.iso());
    else
      await returnMoney(tx, deps, account, {
        ...reported,
        movements,
        today: dayIn(deps.clock.iso(), network.definition.timeZone),
      });
    await planDispute(tx, deps, { account, reference });
    const by = { networkId: network.id, staffId: session.staffId, accountId: order?.accountId ?? null };
    await recordAuditEntry(tx, deps, { ...by, act: `dispute.${outcome}`, thing: id, reason });
    return ok({});
  });
  if (decided.ok) await bookNow(deps, account, reference);
  return decided;
};

/** The bank returned what it took: until a file says in which credit, the money is at the provider. */
async function returnMoney(
  tx: Tx,
  deps: Dependencies,
  account: ProviderAccount,
  dispute: ReportedDispute & { movements: readonly ReportedMovement[]; today: string },
): Promise<void> {
  const { reference, payment, movements, today } = dispute;
  const payments = await findReportedPayments(tx, account, [payment]);
  const returned: ReportedMovement = {
    ...{
      kind: "chargeback-returned",
      reference: nextReturnReference(reference, movements),
      payment,
      dispute: reference,
    },
    ...{ amount: outstandingOf(movements), fee: 0, currency: payments.get(payment)?.currency ?? "EUR", madeOn: today },
    ...{ payout: null, paidOn: null },
  };
  await storeMovements(tx, deps, account, [returned]);
}

/** Books it while its author waits; the planned job does so if this process ends before. */
async function bookNow(deps: Dependencies, account: ProviderAccount, reference: string): Promise<void> {
  deps.wake();
  await settleDispute(deps, account, reference);
}
