import { z } from "zod";

const text = z.string().min(1).max(255);
const uuid = z.string().min(1).max(64);
const amount = z.int().min(0).max(99_999_999);
const currency = z.string().regex(/^[A-Z]{3}$/);
const address = z.url({ protocol: /^https?$/ }).max(1_024);
/** ISO 8601 in whole seconds, as Lyra's documentation writes it. */
const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
const metadata = z.record(z.string().max(40), z.string().max(255)).default({});
const customer = z.strictObject({ reference: text.max(80).optional(), email: z.email().max(150) });
const comment = z.string().max(255).optional();
const channelOptions = z.strictObject({ channelType: z.literal("URL") });
const cardOptions = z.strictObject({
  manualValidation: z.enum(["YES", "NO"]).optional(),
  initialIssuerTransactionIdentifier: text.optional(),
});
const transactionOptions = z.strictObject({ cardOptions }).optional();
const payment = {
  amount,
  currency,
  orderId: text.max(64),
  ipnTargetUrl: address.optional(),
  metadata,
  transactionOptions,
};

/** Parameters of each web service that the stand-in knows; their names and values are Lyra's. */
export const lyraParams = {
  "Charge/CreatePaymentOrder": z.strictObject({
    ...payment,
    formAction: z.enum(["PAYMENT", "REGISTER", "REGISTER_PAY"]).default("PAYMENT"),
    channelOptions: channelOptions.optional(),
    paymentMethods: z.array(z.literal("CARDS")).optional(),
    expirationDate: instant.optional(),
    locale: z.enum(["fr_FR", "en_GB", "it_IT", "es_ES"]).optional(),
    paymentMethodToken: uuid.optional(),
    returnMode: z.enum(["NONE", "GET", "POST"]).optional(),
    returnUrl: address,
    customer: customer.optional(),
  }),
  "Charge/PaymentOrder/Update": z.strictObject({
    paymentOrderId: uuid,
    amount,
    currency,
    orderId: text.max(64).optional(),
    expirationDate: instant.optional(),
    channelOptions,
  }),
  "Charge/CreatePayment": z.strictObject({
    ...payment,
    formAction: z.literal("SILENT"),
    paymentMethodToken: uuid,
    customer: customer.optional(),
  }),
  "Charge/SDKTest": z.strictObject({ value: text }),
  "Order/Get": z.strictObject({ orderId: text.max(64) }),
  "Transaction/Get": z.strictObject({ uuid }),
  "Transaction/Validate": z.strictObject({ uuid, comment }),
  "Transaction/Cancel": z.strictObject({ uuid, comment }),
  "Transaction/Update": z.strictObject({ uuid, cardUpdate: z.strictObject({ amount, currency }), comment }),
  "Transaction/CancelOrRefund": z.strictObject({
    uuid,
    amount: amount.min(1),
    currency,
    resolutionMode: z.enum(["AUTO", "REFUND_ONLY", "CANCELLATION_ONLY"]).default("AUTO"),
    comment,
  }),
  "Token/Get": z.strictObject({ paymentMethodToken: uuid }),
  "Token/Cancel": z.strictObject({ paymentMethodToken: uuid }),
};

export type WebService = keyof typeof lyraParams;
export type Params<Name extends WebService> = z.output<(typeof lyraParams)[Name]>;
