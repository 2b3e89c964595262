import { publishScheduled } from "./catalogue-drafts/publish-draft.ts";
import { payCompensations } from "./compensations/pay-compensations.ts";
import { remindOfDocument } from "./documents/reminders.ts";
import { sendEmailJob } from "./email/send-email.ts";
import { cleanRepetitions } from "./http/idempotency-cleaning-job.ts";
import { cleanIdentity } from "./identity/identity-cleanup-job.ts";
import { sendPasswordReset } from "./identity/password-resets.ts";
import { type JobHandlers, needing, recurring, seenTwice } from "./jobs/job.ts";
import { collectInstallment, removeCardAtProvider } from "./payments/collect-installment.ts";
import { announceDebit, checkDebit, collectDebits, reconcileBank } from "./payments/direct-debit-jobs.ts";
import { bookDisputeAgain } from "./payments/disputes/book-dispute.ts";
import { sendEvidence } from "./payments/disputes/submit-evidence.ts";
import { emailUnpaidOrder } from "./payments/emails/unpaid-payment-emails.ts";
import { suspendUnpaid } from "./payments/installments/dunning.ts";
import { holdUnsettled } from "./payments/installments/settlement-hold.ts";
import { endLapsedMandates } from "./payments/mandates/mandate-lapse-job.ts";
import { registerSignedMandate } from "./payments/mandates/register-mandate.ts";
import {
  checkPayment,
  endUnpaidOrder,
  reconcileProviders,
  refundLateCapture,
  settleAgain,
} from "./payments/payment-jobs.ts";
import { reconcileSettlement } from "./payments/payouts/settlement-sweep.ts";
import { sendProratedRefund } from "./payments/refunds/prorated-refund.ts";
import { refundDiscrepancy } from "./payments/refunds/send-refund.ts";
import { checkRegistration } from "./payments/register-card.ts";
import { bookReportedSettlement } from "./payments/reports/reported-settlement-job.ts";
import { sendDeletionCode } from "./privacy/deletion-codes.ts";
import { eraseWhenDue, remindOfDeletion } from "./privacy/erase-account.ts";
import { cleanRetained } from "./privacy/retention-job.ts";
import { writeCommandEvent } from "./staff/security-log-job.ts";
import { advanceSubscription } from "./subscriptions/advance-subscription.ts";
import { answerTerminationRequest } from "./terminations/answer-request.ts";
import { moveTicketsByClockJob } from "./wallet/move-tickets-by-clock.ts";
import { notifyDevicesOfPass, updateGooglePass } from "./wallet-passes/announce-change.ts";

/**
 * Maps every job kind of `due_work` to its handler, the outside party it needs, and whether it recurs. A kind that calls several parties
 * names none: each of its jobs waits for its own.
 */
export const jobHandlers: JobHandlers = {
  mail: needing("mail-server", seenTwice(sendEmailJob)),
  "urgent-mail": needing("mail-server", seenTwice(sendEmailJob)),
  "password-reset": sendPasswordReset,
  "identity-cleaning": recurring(cleanIdentity),
  payment: needing("payment-provider", checkPayment),
  "unpaid-order": needing("payment-provider", endUnpaidOrder),
  "unpaid-email": emailUnpaidOrder,
  refund: needing("payment-provider", refundLateCapture),
  "dispute-evidence": needing("payment-provider", sendEvidence),
  dispute: needing("payment-provider", bookDisputeAgain),
  "rest-refund": sendProratedRefund,
  "discrepancy-refund": refundDiscrepancy,
  compensation: payCompensations,
  installment: needing("payment-provider", collectInstallment),
  "debit-file": collectDebits,
  "debit-mandate": needing("payment-provider", registerSignedMandate),
  "debit-notice": announceDebit,
  debit: checkDebit,
  "unpaid-suspension": suspendUnpaid,
  "settlement-hold": holdUnsettled,
  "bank-sweep": recurring(needing("bank", reconcileBank)),
  "mandate-lapse": recurring(endLapsedMandates),
  "card-removal": needing("payment-provider", removeCardAtProvider),
  "card-registration": needing("payment-provider", checkRegistration),
  settlement: needing("payment-provider", settleAgain),
  "reported-settlement": bookReportedSettlement,
  "provider-sweep": recurring(needing("payment-provider", reconcileProviders)),
  // It goes on when an account does not respond, and so cannot tell whether the provider is reachable again.
  "settlement-sweep": recurring(reconcileSettlement),
  "repetitions-cleaning": recurring(cleanRepetitions),
  "deletion-code": sendDeletionCode,
  "deletion-reminder": remindOfDeletion,
  "account-erasure": eraseWhenDue,
  retention: recurring(cleanRetained),
  "tickets-by-clock": recurring(moveTicketsByClockJob),
  subscription: advanceSubscription,
  "termination-request": answerTerminationRequest,
  "document-reminder": remindOfDocument,
  "wallet-pass-apple": needing("apple-push", notifyDevicesOfPass),
  "wallet-pass-google": needing("google-wallet", updateGooglePass),
  "catalogue-publication": publishScheduled,
  "security-line": writeCommandEvent,
};
