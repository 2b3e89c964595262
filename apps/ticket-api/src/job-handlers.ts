import { remindOfDocument } from "./documents/reminders.ts";
import { sendEmailJob } from "./email/send-email.ts";
import { cleanRepetitions } from "./http/idempotency-cleaning-job.ts";
import { cleanIdentity } from "./identity/identity-cleanup-job.ts";
import { sendReset } from "./identity/password-resets.ts";
import { type JobHandlers, needing, recurring, seenTwice } from "./jobs/job.ts";
import { collectPart, forgetCard } from "./payments/collect-installment.ts";
import { announceDebit, collectDebits, lookAfterDebit, sweepBank } from "./payments/direct-debit-jobs.ts";
import { suspendUnpaid } from "./payments/installments/dunning.ts";
import {
  endUnpaidOrder,
  lookAfterPayment,
  refundLateCapture,
  settleOnce,
  sweepProvider,
} from "./payments/payment-jobs.ts";
import { refundRest } from "./payments/refunds/prorated-refund.ts";
import { refundDiscrepancy } from "./payments/refunds/send-refund.ts";
import { lookAfterRegistration } from "./payments/register-card.ts";
import { sendDeletionCode } from "./privacy/deletion-codes.ts";
import { eraseWhenDue, remindOfDeletion } from "./privacy/erase-account.ts";
import { cleanRetained } from "./privacy/retention-job.ts";
import { writeCommandLine } from "./staff/security-log-job.ts";
import { advanceSubscription } from "./subscriptions/advance-subscription.ts";
import { moveByClock } from "./wallet/move-tickets-by-clock.ts";

/**
 * The map of timed work: every kind that may wait in `due_work`, what does it, without which party outside it cannot be done, and
 * whether it goes on for ever. What asks several parties names none: each of its jobs waits for itself.
 */
export const jobHandlers: JobHandlers = {
  mail: needing("mail-server", seenTwice(sendEmailJob)),
  "urgent-mail": needing("mail-server", seenTwice(sendEmailJob)),
  "password-reset": sendReset,
  "identity-cleaning": recurring(cleanIdentity),
  payment: needing("payment-provider", lookAfterPayment),
  "unpaid-order": needing("payment-provider", endUnpaidOrder),
  refund: needing("payment-provider", refundLateCapture),
  "rest-refund": refundRest,
  "discrepancy-refund": refundDiscrepancy,
  installment: needing("payment-provider", collectPart),
  "debit-file": needing("bank", collectDebits),
  "debit-notice": announceDebit,
  debit: needing("bank", lookAfterDebit),
  "unpaid-suspension": suspendUnpaid,
  "bank-sweep": recurring(needing("bank", sweepBank)),
  "card-removal": needing("payment-provider", forgetCard),
  "card-registration": needing("payment-provider", lookAfterRegistration),
  settlement: needing("payment-provider", settleOnce),
  "provider-sweep": recurring(needing("payment-provider", sweepProvider)),
  "repetitions-cleaning": recurring(cleanRepetitions),
  "deletion-code": sendDeletionCode,
  "deletion-reminder": remindOfDeletion,
  "account-erasure": eraseWhenDue,
  retention: recurring(cleanRetained),
  "tickets-by-clock": recurring(moveByClock),
  subscription: advanceSubscription,
  "document-reminder": remindOfDocument,
  "security-line": writeCommandLine,
};
