import type { DropRefusal } from "@guichet/contract/office/operations.ts";
import type { ListedJob } from "../jobs/failed-job-store.ts";

/**
 * Why a given-up job of each kind must not be dropped; null: nothing is lost (decision 163). E-mails have a rule of their own
 * (`emailRefusal`).
 */
export const dropRules: Readonly<Record<string, DropRefusal | null>> = {
  // The customer requests another code.
  "password-reset": null,
  "deletion-code": null,
  // They announce what the account shows.
  "unpaid-email": null,
  "deletion-reminder": null,
  "document-reminder": null,
  // The draft stays scheduled, and the staff open it again.
  "catalogue-publication": null,
  // The next change announces the ticket as it then is; without one, the pass shows a former state.
  "wallet-pass-apple": "TICKETS",
  "wallet-pass-google": "TICKETS",
  payment: "MONEY",
  "unpaid-order": "MONEY",
  refund: "MONEY",
  "rest-refund": "MONEY",
  "discrepancy-refund": "MONEY",
  compensation: "MONEY",
  installment: "MONEY",
  "debit-file": "MONEY",
  "debit-mandate": "MONEY",
  // Nothing is debited before it is announced.
  "debit-notice": "MONEY",
  debit: "MONEY",
  settlement: "MONEY",
  dispute: "MONEY",
  "reported-settlement": "MONEY",
  // Without evidence the dispute is lost.
  "dispute-evidence": "MONEY",
  "card-registration": "MONEY",
  subscription: "MONEY",
  "unpaid-suspension": "TICKETS",
  "settlement-hold": "TICKETS",
  "card-removal": "CUSTOMER_REQUEST",
  "account-erasure": "CUSTOMER_REQUEST",
  "termination-request": "CUSTOMER_REQUEST",
  "security-line": "SECURITY_LOG",
  "identity-cleaning": "RECURRING",
  "bank-sweep": "RECURRING",
  "mandate-lapse": "RECURRING",
  "provider-sweep": "RECURRING",
  "settlement-sweep": "RECURRING",
  "repetitions-cleaning": "RECURRING",
  retention: "RECURRING",
  "tickets-by-clock": "RECURRING",
};

type Droppable = Pick<ListedJob, "kind" | "template" | "isToGuest" | "hasVoucher">;

export const isEmail = ({ kind }: Pick<ListedJob, "kind">): boolean => kind === "mail" || kind === "urgent-mail";

/** Why a given-up job must not be dropped; null: it may be. */
export function dropRefusalOf(job: Droppable): DropRefusal | null {
  if (isEmail(job)) return emailRefusal(job);
  return Object.hasOwn(dropRules, job.kind) ? (dropRules[job.kind] ?? null) : "UNKNOWN";
}

/** An e-mail informs of what is stored, with three exceptions: what it contains reaches its recipient in no other way. */
function emailRefusal({ template, isToGuest, hasVoucher }: Droppable): DropRefusal | null {
  if (template === "order-confirmation" && isToGuest) return "TICKETS";
  if (template === "compensation-made" && hasVoucher) return "MONEY";
  return template === "refund-needs-account" ? "MONEY" : null;
}
