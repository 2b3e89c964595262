import type Stripe from "stripe";
import { z } from "zod";

const id = z.string().min(1).max(255);
const text = z.string().min(1).max(5_000);
const flag = z.enum(["true", "false"]).transform((given) => given === "true");
const smallestUnits = z.coerce.number().int().min(0).max(99_999_999);
const currency = z.string().regex(/^[a-z]{3}$/);
const seconds = z.coerce.number().int().min(0);
const address = z.url({ protocol: /^https?$/ }).max(5_000);
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});
/** The parts that a request may ask for, as paths; any other is refused. */
const expandable = (paths: readonly string[]) =>
  z
    .array(z.string().refine((path) => paths.includes(path), { error: "This property cannot be expanded." }))
    .max(20)
    .default([]);
const ofIntent = ["latest_charge", "latest_charge.refunds", "payment_method"];
const ofPage = [
  "payment_intent",
  ...ofIntent.map((part) => `payment_intent.${part}`),
  "setup_intent",
  "setup_intent.payment_method",
];
const listed = (paths: readonly string[]) => paths.map((path) => `data.${path}`);
const nothing = expandable([]);
/** The texts of the evidence that the stand-in takes. */
const evidenceTexts = [
  "access_activity_log",
  "customer_email_address",
  "customer_name",
  "product_description",
  "refund_policy_disclosure",
  "service_date",
  "shipping_tracking_number",
  "uncategorized_text",
] as const satisfies readonly (keyof Stripe.DisputeUpdateParams.Evidence)[];
export type EvidenceField = (typeof evidenceTexts)[number] | "uncategorized_file";
const cardOnly = z.array(z.literal("card")).min(1);
const sepaOnly = z.array(z.literal("sepa_debit")).min(1);
const limit = z.coerce.number().int().min(1).max(100).default(10);
const range = z
  .strictObject({ gte: seconds.optional(), gt: seconds.optional(), lte: seconds.optional(), lt: seconds.optional() })
  .default({});
const page = { limit, starting_after: id.optional(), ending_before: id.optional() };

/** Parameters of each request that the stand-in knows; their names and values are Stripe's. */
export const stripeParams = {
  checkout: z.strictObject({ expand: expandable(ofPage) }),
  intent: z.strictObject({ expand: expandable(ofIntent) }),
  method: z.strictObject({ expand: expandable(["customer"]) }),
  plain: z.strictObject({ expand: nothing }),
  createCheckout: z.strictObject({
    mode: z.enum(["payment", "setup"]),
    client_reference_id: z.string().max(200).optional(),
    metadata,
    locale: z.enum(["auto", "fr", "en", "it", "es"]).default("auto"),
    success_url: address,
    cancel_url: address.optional(),
    currency: currency.optional(),
    customer: id.optional(),
    allowed_payment_method_types: cardOnly.optional(),
    expires_at: seconds.optional(),
    line_items: z
      .array(
        z.strictObject({
          quantity: z.coerce.number().int().min(1).max(1),
          price_data: z.strictObject({
            currency,
            unit_amount: smallestUnits,
            product_data: z.strictObject({ name: text, description: text.optional() }),
          }),
        }),
      )
      .length(1)
      .optional(),
    adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
    payment_intent_data: z
      .strictObject({
        description: text.optional(),
        metadata,
        capture_method: z.enum(["automatic", "automatic_async", "manual"]).default("automatic"),
        setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
      })
      .optional(),
    setup_intent_data: z.strictObject({ description: text.optional(), metadata }).optional(),
    saved_payment_method_options: z
      .strictObject({ allow_redisplay_filters: z.array(z.enum(["always", "limited", "unspecified"])) })
      .optional(),
    expand: expandable(ofPage),
  }),
  listCheckout: z.strictObject({
    ...page,
    expand: expandable(listed(ofPage)),
    customer: id.optional(),
    payment_intent: id.optional(),
    created: z.strictObject({ gte: seconds.optional(), lte: seconds.optional() }).optional(),
  }),
  createIntent: z.strictObject({
    amount: smallestUnits,
    currency,
    customer: id.optional(),
    payment_method: id.optional(),
    confirm: flag.default(false),
    off_session: flag.default(false),
    return_url: address.optional(),
    description: text.optional(),
    metadata,
    allowed_payment_method_types: z.union([cardOnly, sepaOnly]).optional(),
    expand: expandable(ofIntent),
  }),
  updateIntent: z.strictObject({ metadata, expand: expandable(ofIntent) }),
  confirmIntent: z.strictObject({
    payment_method: id.optional(),
    mandate: id.optional(),
    off_session: flag.default(false),
    return_url: address.optional(),
    expand: expandable(ofIntent),
  }),
  cancelIntent: z.strictObject({
    cancellation_reason: z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]).optional(),
    expand: expandable(ofIntent),
  }),
  listIntents: z.strictObject({ ...page, expand: expandable(listed(ofIntent)), customer: id.optional() }),
  createSetup: z.strictObject({
    customer: id,
    confirm: z.literal("true"),
    usage: z.literal("off_session"),
    metadata,
    allowed_payment_method_types: sepaOnly,
    payment_method_data: z.strictObject({
      type: z.literal("sepa_debit"),
      sepa_debit: z.strictObject({ iban: z.string().min(5).max(50) }),
      billing_details: z.strictObject({ name: text, email: z.email().max(512) }),
    }),
    mandate_data: z.strictObject({
      customer_acceptance: z.strictObject({
        type: z.literal("online"),
        accepted_at: seconds.optional(),
        online: z.strictObject({ ip_address: z.union([z.ipv4(), z.ipv6()]), user_agent: text }),
      }),
    }),
    expand: expandable(["mandate"]),
  }),
  listSetups: z.strictObject({ ...page, expand: expandable(["data.mandate"]), customer: id.optional() }),
  createCustomer: z.strictObject({ metadata, expand: nothing }),
  searchCustomers: z.strictObject({ query: z.string().max(1_000), limit, expand: nothing }),
  createRefund: z.strictObject({
    payment_intent: id,
    amount: smallestUnits.min(1).optional(),
    metadata,
    expand: nothing,
  }),
  listRefunds: z.strictObject({ ...page, expand: nothing, payment_intent: id }),
  dispute: z.strictObject({ expand: expandable(["payment_intent"]) }),
  listDisputes: z.strictObject({
    ...page,
    expand: expandable(["data.payment_intent"]),
    payment_intent: id.optional(),
    charge: id.optional(),
  }),
  updateDispute: z.strictObject({
    evidence: z
      .strictObject({
        ...Object.fromEntries(evidenceTexts.map((name) => [name, z.string().max(20_000).optional()])),
        uncategorized_file: id.optional(),
      } as Record<EvidenceField, z.ZodOptional<z.ZodString>>)
      .optional(),
    metadata: metadata.optional(),
    submit: flag.default(true),
    expand: expandable(["payment_intent"]),
  }),
  listTransactions: z.strictObject({
    ...page,
    expand: expandable(["data.source"]),
    payout: id.optional(),
    source: id.optional(),
    type: z.string().max(50).optional(),
    created: range,
  }),
  listPayouts: z.strictObject({ ...page, expand: nothing, status: z.string().max(50).optional(), created: range }),
  listEndpoints: z.strictObject({ ...page, expand: nothing }),
  listEvents: z.strictObject({ ...page, expand: nothing, types: z.array(z.string()).max(20).optional() }),
};

export type Params<Name extends keyof typeof stripeParams> = z.output<(typeof stripeParams)[Name]>;

// Every name is one that the library sends.
type Names<Name extends keyof typeof stripeParams, Own> = keyof Params<Name> extends keyof Own ? true : never;
export const namesAreStripes: [
  Names<"createCheckout", Stripe.Checkout.SessionCreateParams>,
  Names<"listCheckout", Stripe.Checkout.SessionListParams>,
  Names<"createIntent", Stripe.PaymentIntentCreateParams>,
  Names<"updateIntent", Stripe.PaymentIntentUpdateParams>,
  Names<"confirmIntent", Stripe.PaymentIntentConfirmParams>,
  Names<"createSetup", Stripe.SetupIntentCreateParams>,
  Names<"listSetups", Stripe.SetupIntentListParams>,
  Names<"cancelIntent", Stripe.PaymentIntentCancelParams>,
  Names<"listIntents", Stripe.PaymentIntentListParams>,
  Names<"createCustomer", Stripe.CustomerCreateParams>,
  Names<"searchCustomers", Stripe.CustomerSearchParams>,
  Names<"createRefund", Stripe.RefundCreateParams>,
  Names<"listRefunds", Stripe.RefundListParams>,
  Names<"dispute", Stripe.DisputeRetrieveParams>,
  Names<"listDisputes", Stripe.DisputeListParams>,
  Names<"updateDispute", Stripe.DisputeUpdateParams>,
  Names<"listEvents", Stripe.EventListParams>,
  Names<"listEndpoints", Stripe.WebhookEndpointListParams>,
  Names<"listTransactions", Stripe.BalanceTransactionListParams>,
  Names<"listPayouts", Stripe.PayoutListParams>,
] = [
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
  true,
];
