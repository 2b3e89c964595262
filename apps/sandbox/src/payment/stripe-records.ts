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
  /** Disputes of the payment, oldest first. */
  disputes?: readonly DisputeRecord[];
}

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

export type DisputeReason = "fraudulent" | "product_not_received" | "duplicate" | "general";
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
