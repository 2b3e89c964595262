import { z } from "zod";

const id = z.string().min(1).max(255);
const text = z.string().min(1).max(5_000);
const flag = z.enum(["true", "false"]).transform((given) => given === "true");
const smallestUnits = z.coerce.number().int().min(0).max(99_999_999);
const currency = z.string().regex(/^[a-z]{3}$/);
const seconds = z.coerce.number().int().min(0);
const address = z.url({ protocol: /^https?$/ }).max(5_000);
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});
const expand = z.array(z.string()).max(20).default([]);
const cardOnly = z.array(z.literal("card")).min(1);
const limit = z.coerce.number().int().min(1).max(100).default(10);
const page = { limit, starting_after: id.optional(), ending_before: id.optional(), expand };

/** Parameters of each request that the stand-in knows; their names and values are Stripe's. */
export const stripeParams = {
  expandOnly: z.strictObject({ expand }),
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
            product_data: z.strictObject({ name: text }),
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
    expand,
  }),
  listCheckout: z.strictObject({
    ...page,
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
    allowed_payment_method_types: cardOnly.optional(),
    expand,
  }),
  confirmIntent: z.strictObject({
    payment_method: id.optional(),
    off_session: flag.default(false),
    return_url: address.optional(),
    expand,
  }),
  cancelIntent: z.strictObject({
    cancellation_reason: z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]).optional(),
    expand,
  }),
  listIntents: z.strictObject({ ...page, customer: id.optional() }),
  createCustomer: z.strictObject({ metadata, expand }),
  searchCustomers: z.strictObject({ query: z.string().max(1_000), limit, expand }),
  createRefund: z.strictObject({ payment_intent: id, amount: smallestUnits.min(1).optional(), metadata, expand }),
  listRefunds: z.strictObject({ ...page, payment_intent: id }),
  listEvents: z.strictObject({ ...page, types: z.array(z.string()).max(20).optional() }),
};

export type Params<Name extends keyof typeof stripeParams> = z.output<(typeof stripeParams)[Name]>;
