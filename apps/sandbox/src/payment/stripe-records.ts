/**
 * Additional data of a session opened through Stripe's protocol: a Checkout Session (`page`) or a PaymentIntent
 * (`charge`).
 */
export interface StripePart {
  kind: "page" | "charge";
  mode: "payment" | "setup";
  /** Currency as Stripe names it. */
  currency: string;
  metadata: Metadata;
  /** Metadata of the payment behind a page. */
  intentMetadata: Metadata;
  customer?: string;
  clientReference?: string;
  cancelUrl?: string;
  description?: string;
  savesForOffSession?: boolean;
  /** A charge that was created and not confirmed. */
  isUnconfirmed?: boolean;
  /** A charge without the customer. */
  isOffSession?: boolean;
  /** Whether the page was completed, whatever the result of its payment. */
  isCompleted?: boolean;
  cancellationReason?: CancellationReason;
  /** Metadata of each refund by its id. */
  refunds?: Record<string, Metadata>;
  /** Present for a SEPA debit: its account and, once it is presented, how it ends and when. */
  debit?: { account: string; conduct?: DebitConduct; dueAt?: string };
  /** Disputes of the payment, oldest first. */
  disputes?: readonly DisputeRecord[];
}

/** What becomes of a debit of an account: it fails with a code of Stripe, or is paid and then taken back for a reason. */
export interface DebitConduct {
  /** Whether its result takes at least three minutes. */
  isSlow?: boolean;
  failure?: string;
  dispute?: DebitDisputeReason;
}
export type DebitDisputeReason =
  | "bank_cannot_process"
  | "customer_initiated"
  | "debit_not_authorized"
  | "general"
  | "incorrect_account_details"
  | "insufficient_funds";

/** A dispute by the cardholder. Amounts are in the ledger's minor units. */
export interface DisputeRecord {
  id: string;
  createdAt: string;
  amount: number;
  reason: DisputeReason;
  status: DisputeStatus;
  dueAt: string;
  /** What was handed in, and how often it was submitted to the bank. */
  evidence?: string;
  /** The other fields of the evidence, by Stripe's names. */
  fields?: Record<string, string>;
  metadata?: Metadata;
  submissions: number;
  /** What was withdrawn from the balance, and reinstated. */
  transactions: readonly DisputeTransaction[];
}

export interface DisputeTransaction {
  id: string;
  at: string;
  /** Negative: withdrawn. The fee is positive, and negative when it is returned. */
  amount: number;
  fee: number;
}

export type DisputeReason = "fraudulent" | "product_not_received" | "duplicate" | "general" | DebitDisputeReason;
export type DisputeStatus =
  | "warning_needs_response"
  | "warning_under_review"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "won"
  | "lost";

export type Metadata = Record<string, string>;
export type CancellationReason = "abandoned" | "duplicate" | "fraudulent" | "requested_by_customer";

/** An event as it is listed and delivered. */
export interface StoredEvent {
  id: string;
  type: string;
  createdSeconds: number;
  /** The whole event in JSON. */
  body: string;
}
