/** What a session has more if Stripe's protocol opened it: a Checkout Session (`page`) or a PaymentIntent (`charge`). */
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
  /** A page that was completed, whatever came of its payment. */
  isCompleted?: boolean;
  cancellationReason?: CancellationReason;
  /** Metadata of each refund by its id. */
  refunds?: Record<string, Metadata>;
}

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
