import { z } from "zod";

/*
 * The payment provider of the sandbox behind the protocols of Stripe and Lyra: its sessions, its ledger, and the controls with which
 * testers act as the customer or as the operator's staff, and order faults. Money is in minor units, instants are ISO 8601 UTC.
 */

const maxMinorUnits = 1_000_000_000;
const currency = z.string().regex(/^[A-Z]{3}$/);
const positiveMoney = z.strictObject({ amount: z.int().positive().max(maxMinorUnits), currency });
const instant = z.iso.datetime();

export const paymentMoney = z.object({ amount: z.int().nonnegative(), currency });
export type PaymentMoney = z.infer<typeof paymentMoney>;

export const paymentLocale = z.enum(["fr", "en", "ar", "it", "es"]);
export type PaymentLocale = z.infer<typeof paymentLocale>;

/**
 * States of a session: open (waits for the customer), authenticating (the card issuer requires a code), authorised
 * (manual capture only), captured, refused, cancelled (by the customer or the merchant), expired.
 */
export const sessionState = z.enum([
  "open",
  "authenticating",
  "authorised",
  "captured",
  "refused",
  "cancelled",
  "expired",
]);
export type SessionState = z.infer<typeof sessionState>;

export const paymentCard = z.object({
  brand: z.string(),
  last4: z.string().regex(/^\d{4}$/),
  /** Last month of the card's validity, `YYYY-MM`. */
  expiresOn: z.string().regex(/^\d{4}-\d{2}$/),
  /** The provider's identifier of the card, the same each time it is saved; it does not reveal the number. */
  fingerprint: z.string().optional(),
});
export type PaymentCard = z.infer<typeof paymentCard>;

export const savedMethod = paymentCard.extend({ id: z.string() });
export type SavedMethod = z.infer<typeof savedMethod>;

/** A refund. `key` is that of the request, or `dashboard:...` for a refund made in the provider's dashboard. */
export const refund = z.object({
  id: z.string(),
  key: z.string(),
  amount: paymentMoney,
  /** The requested amount, if it differs. */
  asked: paymentMoney.optional(),
  at: instant,
  /** When the card issuer returned it after it had been accepted: its amount is not refunded any more. */
  failedAt: instant.optional(),
});
export type Refund = z.infer<typeof refund>;

/** Refusal reasons of the card issuer. */
export const refusalReason = z.enum([
  "card_declined",
  "authentication_failed",
  "card_expired",
  "insufficient_funds",
  "authentication_required",
  "method_removed",
]);
export type RefusalReason = z.infer<typeof refusalReason>;

/** A session: the payment, registration or charge that a protocol opened; the answer of every control. */
export const session = z.object({
  id: z.string(),
  reference: z.string(),
  orderId: z.string(),
  state: sessionState,
  amount: paymentMoney,
  captured: paymentMoney,
  refunded: paymentMoney,
  refunds: z.array(refund),
  capture: z.enum(["automatic", "manual"]),
  /** The payment page; absent for a charge on a saved method without the customer. */
  paymentUrl: z.string().optional(),
  createdAt: instant,
  changedAt: instant,
  expiresAt: instant,
  refusal: refusalReason.optional(),
  card: paymentCard.optional(),
  savedMethod: savedMethod.optional(),
});
export type Session = z.infer<typeof session>;

/** Error codes of the controls, with their HTTP status. */
export const paymentRefusals = {
  request_invalid: 400,
  session_unknown: 404,
  method_unknown: 404,
  reference_reused: 409,
  session_not_authorised: 409,
  session_not_captured: 409,
  session_closed: 409,
  session_authenticating: 409,
  refund_too_high: 422,
  refund_unknown: 404,
  currency_differs: 422,
  card_unknown: 422,
} as const;
export type PaymentRefusal = keyof typeof paymentRefusals;

/** An entry of the provider's ledger. `debit` is a charge on a saved method without the customer. */
export const ledgerEntry = z.object({
  session: z.string(),
  orderId: z.string(),
  /** `refund`: negative: it failed. `dispute`: withdrawn because of a dispute; negative: reinstated. `fee`: the provider's fee for it, as signed. */
  kind: z.enum(["session", "capture", "refund", "debit", "dispute", "fee"]),
  amount: paymentMoney.extend({ amount: z.int() }),
  at: instant,
  /** Which protocol opened the session; only in the list for testers, and absent for a session of an earlier version's own protocol. */
  provider: z.enum(["stripe", "lyra", "bank"]).optional(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Deviations of the next capture, charge or refund from the request; `open-captured` captures but reports the session as open. */
export const tamperings = [
  "capture-cent",
  "capture-double",
  "capture-nothing",
  "other-currency",
  "other-reference",
  "other-order",
  "open-captured",
  "refund-cent",
] as const;
export type Tampering = (typeof tamperings)[number];

/** Demo controls: faults to come, and the customer's actions on the payment page. */
export const behaviourKind = z.enum([
  ...tamperings,
  "late",
  "lost",
  "duplicate",
  "down",
  "lost-answer",
  "late-capture",
  "refuse-charge",
  "rate-limited",
]);
export type BehaviourKind = z.infer<typeof behaviourKind>;
export const behaviourRequest = z.strictObject({ next: behaviourKind, count: z.int().min(0).max(1000).default(1) });
/** Body of a refund made in the provider's dashboard, without a request from the merchant's programs. */
export const dashboardRefundRequest = z.strictObject({ amount: positiveMoney });
/** Body of a demo payment; without a card, it uses the preselected saved card. */
export const paymentControlRequest = z.strictObject({
  card: z.string().max(40).optional(),
  authenticate: z.boolean().default(true),
});
