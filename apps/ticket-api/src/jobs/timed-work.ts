import { cleanRetained } from "../accounts/cleaning.ts";
import { sendDeletionCode } from "../accounts/deletion-codes.ts";
import { eraseWhenDue, remindOfDeletion } from "../accounts/erasure.ts";
import { cleanRepetitions } from "../answering/cleaning.ts";
import { remindOfDocument } from "../documents/reminders.ts";
import { cleanIdentity } from "../identity/cleaning.ts";
import { sendReset } from "../identity/resets.ts";
import { sendMail } from "../mail/send.ts";
import { collectPart, forgetCard } from "../payments/collect.ts";
import { announceDebit, collectDebits, lookAfterDebit, sweepBank } from "../payments/debit-work.ts";
import { refundRest } from "../payments/give-back-rest.ts";
import { lookAfterRegistration } from "../payments/registrations.ts";
import { endUnpaidOrder, lookAfterPayment, refundLateCapture, sweepProvider } from "../payments/timed-work.ts";
import { followSubscription } from "../subscriptions/follow.ts";
import { moveByClock } from "../wallet/by-clock.ts";
import type { Work } from "./work.ts";

/** The map of timed work: every kind that may wait in `due_work`, and what does it. */
export const timedWork: Readonly<Record<string, Work>> = {
  mail: sendMail,
  "password-reset": sendReset,
  "identity-cleaning": cleanIdentity,
  payment: lookAfterPayment,
  "unpaid-order": endUnpaidOrder,
  refund: refundLateCapture,
  "rest-refund": refundRest,
  installment: collectPart,
  "debit-file": collectDebits,
  "debit-notice": announceDebit,
  debit: lookAfterDebit,
  "bank-sweep": sweepBank,
  "card-removal": forgetCard,
  "card-registration": lookAfterRegistration,
  "provider-sweep": sweepProvider,
  "repetitions-cleaning": cleanRepetitions,
  "deletion-code": sendDeletionCode,
  "deletion-reminder": remindOfDeletion,
  "account-erasure": eraseWhenDue,
  retention: cleanRetained,
  "tickets-by-clock": moveByClock,
  subscription: followSubscription,
  "document-reminder": remindOfDocument,
};
