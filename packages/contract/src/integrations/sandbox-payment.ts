import { z } from "zod";

/**
 * HTTP protocol of Sandbox Pay, the stand-in for a payment service provider. All paths are below `/payment/v1`
 * and require `Authorization: Bearer <api key>`. Money is in minor units, instants are ISO 8601 UTC.
 */
export const sandboxPaymentPaths = {
  sessions: "/payment/v1/sessions",
  charges: "/payment/v1/charges",
  closedCharges: "/payment/v1/charges/close",
  methods: "/payment/v1/methods",
} as const;

/** The demo's API keys; refused in production. */
export const demoPaymentKeys = {
  apiKey: "sandbox-demo-payment-key",
  notificationSecret: "whsec_c2FuZGJveC1kZW1vLW5vdGlmaWNhdGlvbi1zZWNyZXQ=",
} as const;

const maxMinorUnits = 1_000_000_000;
const currency = z.string().regex(/^[A-Z]{3}$/);
const positiveMoney = z.strictObject({ amount: z.int().positive().max(maxMinorUnits), currency });
const instant = z.iso.datetime();
const shortText = z.string().min(1).max(200);
const webAddress = z.url({ protocol: /^https?$/ }).max(2000);

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

/** Body of POST sessions. `reference` is the idempotency key; reuse with other content is refused with reference_reused. */
export const createSessionRequest = z
  .strictObject({
    reference: shortText,
    orderId: shortText,
    merchant: shortText,
    /** What is paid, shown on the page. */
    description: shortText.optional(),
    amount: z.strictObject({ amount: z.int().nonnegative().max(maxMinorUnits), currency }),
    /** `save`: the card is saved without a charge; the amount is 0, which only this purpose allows. */
    purpose: z.literal("save").optional(),
    locale: paymentLocale,
    returnUrl: webAddress,
    notifyUrl: webAddress,
    expiresAt: instant,
    capture: z.enum(["automatic", "manual"]).default("automatic"),
    saveMethod: z.boolean().default(false),
    customer: shortText.optional(),
    /** A saved method of this customer to preselect on the page; an unknown one is ignored. */
    savedMethod: shortText.optional(),
    methods: z
      .array(z.enum(["card"]))
      .min(1)
      .default(["card"]),
  })
  .refine(({ purpose, amount }) => (purpose === "save") === (amount.amount === 0), { path: ["amount"] });
export type CreateSessionRequest = z.infer<typeof createSessionRequest>;

/**
 * Body of POST charges and charges/close: a charge on a saved method, idempotent by `reference`. Without `present` the
 * customer is absent. With it, the session may wait for the bank's authentication on a page.
 */
export const chargeRequest = z.strictObject({
  reference: shortText,
  orderId: shortText,
  method: shortText,
  customer: shortText,
  amount: positiveMoney,
  notifyUrl: webAddress,
  present: z
    .strictObject({
      merchant: shortText,
      description: shortText.optional(),
      locale: paymentLocale,
      returnUrl: webAddress,
      expiresAt: instant,
    })
    .optional(),
});
export type ChargeRequest = z.infer<typeof chargeRequest>;

/** Body of POST sessions/{id}/refunds. Idempotent by `key` within the session. */
export const refundRequest = z.strictObject({ key: shortText, amount: positiveMoney });
export type RefundRequest = z.infer<typeof refundRequest>;

/** Query of GET sessions: changes after the cursor of an earlier page, or since an instant; with neither, all. */
export const listSessionsQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  since: instant.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});

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

/** A refund. `key` is the merchant's, or `dashboard:...` for a refund made in the provider's dashboard. */
export const refund = z.object({
  id: z.string(),
  key: z.string(),
  amount: paymentMoney,
  /** The requested amount, if it differs. */
  asked: paymentMoney.optional(),
  at: instant,
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

/** Response of every operation on a session. */
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

export const sessionPage = z.object({ items: z.array(session), cursor: z.string(), more: z.boolean() });
export const refundAnswer = z.object({ refund, session });
export const removedMethod = z.object({ id: z.string(), removed: z.literal(true) });

/** Error codes of the provider, with their HTTP status. */
export const paymentRefusals = {
  request_invalid: 400,
  key_invalid: 401,
  session_unknown: 404,
  method_unknown: 404,
  reference_reused: 409,
  session_not_authorised: 409,
  session_not_captured: 409,
  session_closed: 409,
  session_authenticating: 409,
  refund_too_high: 422,
  currency_differs: 422,
  card_unknown: 422,
  unavailable: 503,
} as const;
export type PaymentRefusal = keyof typeof paymentRefusals;
export const paymentError = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Body of a notification: only a hint that the session changed. */
export const paymentNotification = z.object({
  type: z.literal("session.changed"),
  session: z.string(),
  reference: z.string(),
  orderId: z.string(),
  state: sessionState,
  at: instant,
});
export type PaymentNotification = z.infer<typeof paymentNotification>;

/** An entry of the provider's ledger. `debit` is a charge on a saved method without the customer. */
export const ledgerEntry = z.object({
  session: z.string(),
  orderId: z.string(),
  /** `dispute`: withdrawn because of a dispute; negative: reinstated. `fee`: the provider's fee for it, as signed. */
  kind: z.enum(["session", "capture", "refund", "debit", "dispute", "fee"]),
  amount: paymentMoney.extend({ amount: z.int() }),
  at: instant,
  /** Whose protocol opened the session; only in the list for testers. */
  provider: z.enum(["sandbox", "stripe", "lyra", "bank"]).optional(),
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
