import type { Language } from "@guichet/contract/locales.ts";
import type { Money } from "@guichet/contract/values.ts";
import { type Party, Unreachable } from "./unreachable.ts";

/**
 * What we need of a payment service provider. Its own state is the truth; a notification is only a hint to ask for it.
 * Every verb may be repeated: creating, refunding and charging are one by their `reference`.
 */
export interface PaymentProvider {
  /** Opens a session where the customer pays. The same `reference` again answers the same session. */
  create(request: NewSession): Promise<PaymentSession>;
  /** The session as the provider has it now; undefined when it knows none of that id. */
  get(sessionId: string): Promise<PaymentSession | undefined>;
  /** Sessions that changed after `cursor` (from the first without one), oldest first. */
  listSince(cursor: string | undefined): Promise<{ sessions: PaymentSession[]; cursor: string; more: boolean }>;
  /** Takes the money of an authorised session (manual capture). A captured one answers as it is. */
  capture(sessionId: string): Promise<PaymentSession>;
  /** Closes a session for good, so that nothing can be captured any more; one that is final already answers as it is. */
  cancel(sessionId: string): Promise<PaymentSession>;
  /** Gives money back, at most what was captured. The same `reference` again gives nothing more. */
  refund(sessionId: string, request: { reference: string; amount: Money }): Promise<PaymentSession>;
  /** Takes money later on a saved method, without the customer. The same `reference` again charges nothing more. */
  chargeLater(request: LaterCharge): Promise<PaymentSession>;
  removeSavedMethod(methodId: string): Promise<void>;
  /** Reads a notification, if its signature holds and it is fresh; undefined for a forged or stale one. */
  parseNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: string,
    now: Date,
  ): PaymentHint | undefined;
}

export interface NewSession {
  /** Our payment's id: the key of idempotency. */
  reference: string;
  orderId: string;
  /** Shown to the customer. */
  merchant: string;
  amount: Money;
  language: Language;
  returnUrl: string;
  notifyUrl: string;
  expiresAt: string;
  capture: "automatic" | "manual";
  saveMethod: boolean;
  customer: string;
  /** A kept card that the page proposes first. */
  savedMethod?: string;
  /** `save`: a card is kept, and nothing is charged (amount 0). Absent: to pay. */
  purpose?: "save";
}

export interface LaterCharge {
  reference: string;
  orderId: string;
  method: string;
  customer: string;
  amount: Money;
  notifyUrl: string;
}

/** `open`: may still be paid. `captured`: paid. The rest is final and was not paid. */
export type SessionState = "open" | "authorised" | "captured" | "refused" | "cancelled" | "expired";

export interface PaymentSession {
  id: string;
  reference: string;
  orderId: string;
  state: SessionState;
  amount: Money;
  captured: Money;
  refunded: Money;
  /** Each refund by the reference that it was asked with; one that was made at the provider's own dashboard has the provider's. */
  refunds: readonly { reference: string; amount: Money; at: string }[];
  /** When it last changed at the provider. */
  changedAt: string;
  paymentUrl: string | undefined;
  /** Why the bank said no, in the provider's word. */
  refusal: string | undefined;
  method: PayingCard | undefined;
}

export interface PayingCard {
  brand: string;
  last4: string;
  expiresOn: string;
  /** What the provider calls it where it was kept: each time another name. */
  savedId: string | undefined;
  /** What the provider calls the card itself, however often it is kept; undefined where it does not say. */
  fingerprint?: string | undefined;
}

export interface PaymentHint {
  sessionId: string;
  reference: string;
}

/** The provider did not answer in time, or with a fault of its own: nothing is known, ask again. */
export class ProviderUnreachable extends Unreachable {
  constructor(message: string, options?: ErrorOptions, party: Party = "payment-provider") {
    super(party, message, options);
  }
}

/** The provider refused what was asked (its own code): asking again does not help. */
export class ProviderRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
