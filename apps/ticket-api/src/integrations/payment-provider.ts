import type { Language } from "@guichet/contract/locales.ts";
import type { DisputeReason, DisputeState } from "@guichet/contract/office/disputes.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { ProviderDebits } from "./direct-debit.ts";
import type { ProviderSettlement } from "./provider-settlement.ts";
import { type Party, Unreachable, type UnreachableOptions } from "./unreachable.ts";

/**
 * The port to a payment service provider. Its state is the truth; a notification is only a hint to read it. Every call may be repeated:
 * creating, refunding and charging are idempotent by `reference`.
 */
export interface PaymentProvider {
  /** Opens a session where the customer pays. The same `reference` again returns the same session. */
  create(request: NewSession): Promise<PaymentSession>;
  /** The session's current state at the provider; undefined if the provider does not know the id. */
  get(sessionId: string): Promise<PaymentSession | undefined>;
  /** Sessions and disputes that changed after `cursor` (without one: from the first), oldest first. */
  listSince(cursor: string | undefined): Promise<ProviderChanges>;
  /**
   * A dispute in its current state; undefined if the provider does not know it, or its payment is not one of ours. Absent at a provider
   * whose protocol has no disputes.
   */
  getDispute?(disputeId: string): Promise<ProviderDispute | undefined>;
  /**
   * Submits evidence about a dispute to the bank, once: the same `reference` again submits nothing more. Refused: `evidence_submitted`,
   * `evidence_not_awaited`, `evidence_overdue`, or the provider's own code. Absent at a provider that takes none.
   */
  submitEvidence?(disputeId: string, evidence: DisputeEvidence): Promise<ProviderDispute>;
  /** Fees and payouts. Absent at a provider whose protocol has no settlement data. */
  settlement?: ProviderSettlement;
  /** Disputes and settlement are what the bank stated in files or to the staff, because the provider's protocol has none. */
  isReported?: true;
  /** Direct debits that the provider collects. Absent at a provider that collects none. */
  debits?: ProviderDebits;
  /** Captures an authorised session (manual capture). A captured session is returned unchanged. */
  capture(sessionId: string): Promise<PaymentSession>;
  /** Cancels a session, so that nothing can be captured any more; a final session is returned unchanged. */
  cancel(sessionId: string): Promise<PaymentSession>;
  /** Refunds at most the captured amount. The same `reference` again refunds nothing more; if its refund failed, it is refused with the failure's code. */
  refund(sessionId: string, request: { reference: string; amount: Money }): Promise<PaymentSession>;
  /**
   * Charges a saved payment method. The same `reference` again charges nothing more. Without `present` the customer is
   * absent and the result is final; with it, the session may come back `open`, with the page where the bank authenticates
   * the customer.
   */
  chargeSaved(request: SavedCharge): Promise<PaymentSession>;
  /**
   * Closes a charge with the customer present, also one that never arrived: with this `reference` nothing can be captured
   * any more. One that was captured before is returned unchanged.
   */
  closeCharge(request: PresentCharge): Promise<PaymentSession>;
  removeSavedMethod(methodId: string): Promise<void>;
  /** Parses a webhook if its signature is valid and fresh; undefined for a forged or stale one. */
  parseNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: string,
    now: Date,
  ): PaymentHint | undefined;
  /** Which amounts of a currency the provider accepts for a payment. Absent at a provider that accepts every amount. */
  acceptedAmounts?(currency: string): AcceptedAmounts;
  /**
   * Tests the account without changing anything there: whether its keys are accepted, whether its notifications are
   * sent to `notifyUrl`, and, if networks collect direct debits there (`debits`), whether it can, and under the identifier that their
   * mandates name.
   * Absent at a provider without such a test.
   */
  checkConnection?(wanted: WantedConnection): Promise<ConnectionFault[]>;
}

/** Amounts that a provider accepts for a payment, in minor units: multiples of `step` from `minAmount` on. */
export interface AcceptedAmounts {
  minAmount: number;
  step: number;
}

/** What an account should do: where it sends its notifications, and the creditor identifiers of the mandates under which it collects. */
export interface WantedConnection {
  notifyUrl: string;
  debits?: { creditorIds: readonly string[] };
}

/** What prevents an account from taking payments or from notifying us; `detail` is for the person who reads it. */
export interface ConnectionFault {
  kind:
    | "unreachable"
    | "key-refused"
    | "permission-missing"
    | "write-permission-missing"
    | "version-refused"
    | "method-missing"
    | "creditor-differs"
    | "webhook-missing"
    | "webhook-disabled"
    | "webhook-version"
    | "webhook-events";
  detail: string;
}

/** What changed at a provider; `disputes` is absent where its protocol has none. */
export interface ProviderChanges {
  sessions: PaymentSession[];
  disputes?: ProviderDispute[];
  /** Mandates that changed, by the provider's id. */
  mandates?: string[];
  cursor: string;
  more: boolean;
}

/** Everything at a provider in pages, from the first; what changed while it was read comes again. */
export async function* allChanges(provider: Pick<PaymentProvider, "listSince">): AsyncGenerator<ProviderChanges> {
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const page = await provider.listSince(cursor);
    yield page;
    ({ cursor, more } = page);
  }
}

export interface NewSession {
  /** Our payment's id: the idempotency key. */
  reference: string;
  orderId: string;
  /** Shown to the customer. */
  merchant: string;
  /** What is paid, shown to the customer: the order's number. Absent when a card is saved. */
  description?: string;
  amount: Money;
  language: Language;
  returnUrl: string;
  /** Where a customer who leaves the page without paying is sent, by a provider that leaves it open; absent: `returnUrl`. */
  cancelUrl?: string;
  notifyUrl: string;
  expiresAt: string;
  capture: "automatic" | "manual";
  saveMethod: boolean;
  customer: string;
  /** A saved card that the page proposes first. */
  savedMethod?: string;
  /** `save`: a card is saved and nothing is charged (amount 0). Absent: a payment. */
  purpose?: "save";
}

export interface SavedCharge {
  /** Our payment's id: the idempotency key. */
  reference: string;
  orderId: string;
  /** The provider's id of the saved payment method. */
  method: string;
  customer: string;
  amount: Money;
  notifyUrl: string;
  /** The customer is present and can be authenticated by the bank. */
  present?: Presence;
}

/** What a session needs for the bank's authentication of a customer who is present. */
export interface Presence {
  /** Shown to the customer. */
  merchant: string;
  /** As of a session. */
  description?: string;
  language: Language;
  returnUrl: string;
  /** After this instant nothing is captured, not even by a charge that arrives only then. */
  expiresAt: string;
}
export type PresentCharge = SavedCharge & { present: Presence };

/** `open`: may still be paid. `captured`: paid. The others are final and unpaid. */
export type SessionState = "open" | "authorised" | "captured" | "refused" | "cancelled" | "expired";

export interface PaymentSession {
  id: string;
  reference: string;
  orderId: string;
  state: SessionState;
  amount: Money;
  captured: Money;
  refunded: Money;
  /** Refunds with the reference of their request; one made at the provider's dashboard has the provider's reference. */
  refunds: readonly ProviderRefund[];
  /** Refunds that the provider accepted and that failed, at once or days later: their money is at the provider again. */
  failedRefunds: readonly FailedRefund[];
  /** When the session last changed at the provider. */
  changedAt: string;
  paymentUrl: string | undefined;
  /** The provider's code for the bank's refusal. */
  refusal: string | undefined;
  method: PayingCard | undefined;
  /** Present for a direct debit: whether the bank took the money back after it was paid. */
  debit?: { isReturned: boolean };
}

export interface ProviderRefund {
  reference: string;
  amount: Money;
  at: string;
}

export interface FailedRefund extends ProviderRefund {
  /** The provider's id of the refund. */
  id: string;
  /** The provider's code for the failure. */
  code: string;
}

export interface PayingCard {
  brand: string;
  last4: string;
  expiresOn: string;
  /** The provider's id of the saved card: a different one each time the card is saved. */
  savedId: string | undefined;
  /** The provider's id of the card itself, however often it is saved; undefined if the provider does not state it. */
  fingerprint?: string | undefined;
}

/** What a notification is about: a payment, refunds of a session that changed later, a dispute or a payout. */
export type PaymentHint =
  | { sessionId: string; reference: string }
  | { refundsOf: string }
  | { disputeId: string }
  | { mandateId: string }
  | { payoutId: string };

/** A customer's objection to a payment at their bank, which may take the money back (a chargeback). */
export interface ProviderDispute {
  /** The provider's id. */
  id: string;
  /** The disputed payment, by the reference and the order of its session. */
  reference: string;
  orderId: string;
  state: DisputeState;
  /** The disputed amount, at most that of the payment. */
  amount: Money;
  reason: DisputeReason;
  openedAt: string;
  /** Until when the bank takes evidence; undefined: it waits for none. */
  evidenceDueAt: string | undefined;
  /** Money that the provider withdrew from our balance because of it, or reinstated, oldest first. */
  movements: readonly DisputeMovement[];
}

export interface DisputeMovement {
  /** The provider's id. */
  id: string;
  kind: "withdrawn" | "reinstated";
  amount: Money;
  /** The provider's fee; negative: a fee that is returned. */
  fee: Money;
}

/** Evidence about a dispute: a PDF, and what the bank reads in its form. */
export interface DisputeEvidence {
  /** Our id of this evidence. */
  reference: string;
  document: { name: string; bytes: Uint8Array };
  fields: EvidenceFields;
}

export interface EvidenceFields {
  customerName: string;
  customerEmail: string;
  productDescription: string;
  /** The day, `YYYY-MM-DD`, on which the customer used or received the service. */
  serviceDate?: string;
  /** Delivery and use, one line each, oldest first. */
  activityLog?: string;
  acceptedTerms?: string;
  trackingNumber?: string;
}

/** The provider did not respond in time, or failed: the outcome is unknown, retry. */
export class ProviderUnreachable extends Unreachable {
  constructor(message: string, options?: UnreachableOptions, party: Party = "payment-provider") {
    super(party, message, options);
  }
}

/** The code with which a refund is refused because its payment is disputed, whether the dispute was reported or not. */
export const refusedAsDisputed = "charge_disputed";

/** The provider refused the request (with its own code): a retry does not help. */
export class ProviderRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
