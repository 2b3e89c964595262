import { z } from "zod";
import { call } from "./call.ts";
import { PaymentOption, RemainingTime, Support } from "./catalogue.ts";
import { type ErrorCode, refusals } from "./error-codes.ts";
import { cartLineQuantityMax, cartLinesMax, voucherMaxLength, vouchersPerOrderMax } from "./limits/cart-limits.ts";
import { Journey } from "./travel.ts";
import { Id, Instant, Money, RequestInstant, RequestMonth, WireBoolean } from "./values.ts";

/** Values of an article's fields, by field id. */
export const FieldValues = z.record(Id, z.string().max(500));

/** One line of an order on the wire (§7 "Order line payload"). */
export const OrderLine = z.strictObject({
  quantity: z.int32(),
  productId: Id,
  customerId: Id.nullish().describe("The traveller; absent without a session"),
  support: Support,
  isSubscription: z.boolean().optional(),
  mediaId: Id.nullish().describe(
    "The card to load (MEDIA); `new`: the card that the same traveller gets by this order; for an article that replaces a card, the replaced card",
  ),
  startingAt: RequestInstant.nullish(),
  startMonth: RequestMonth.nullish(),
  fields: FieldValues.optional(),
  optionLines: z
    .array(z.strictObject({ quantity: z.int().min(1).max(cartLineQuantityMax), productId: Id }))
    .max(10)
    .optional(),
});
export type OrderLine = z.infer<typeof OrderLine>;

export const Articles = z.array(OrderLine).max(cartLinesMax);
export const VoucherCodes = z.array(z.string().trim().max(voucherMaxLength)).max(vouchersPerOrderMax);

const code = z.enum(Object.keys(refusals) as [ErrorCode, ...ErrorCode[]]);
/** An error that prevents a line from being ordered. */
export const LineError = z.object({ code, details: z.record(z.string(), z.unknown()).optional() });
export type LineError = z.infer<typeof LineError>;

export const PricedLine = z.object({
  index: z.int().describe("Index in the request; options follow their line with the same index"),
  option: z.boolean(),
  gift: z.boolean(),
  shopItemId: Id,
  productId: Id,
  name: z.string(),
  journey: Journey.optional().describe("The journey of an article that is sold from one stop to another"),
  quantity: z.int(),
  unitPrice: Money,
  remaining: RemainingTime.optional().describe("The time that the price is for, if it is not a whole period"),
  subtotal: Money,
  discount: Money,
  total: Money,
  errors: z.array(LineError),
});
export type PricedLine = z.infer<typeof PricedLine>;

/**
 * A pass of the same traveller on the same days, owned already or in another line. It does not prevent the order; an active
 * subscription has to be confirmed (decision 096).
 */
export const LineWarning = z.object({
  code: z.enum(["ALREADY_HELD", "ALREADY_IN_CART"]),
  subscriptionId: Id.optional().describe("The existing subscription"),
  ticketId: Id.optional().describe("The existing ticket"),
  orderId: Id.optional().describe("The order of the existing pass, when it is handed over and has no ticket here"),
  otherLine: z
    .int()
    .optional()
    .describe("Index of the other line of the cart; its own index when the line has several pieces"),
  name: z.string().describe("Name of the other pass"),
  travellerId: Id,
  firstName: z.string().describe("First name of the traveller"),
  startsAt: Instant,
  endsAt: Instant.nullable().describe("End, exclusive; null: it renews automatically"),
  renews: z.boolean(),
  mustConfirm: z
    .boolean()
    .describe("The existing pass is an active subscription: placeOrder needs `duplicateAccepted` for this cart"),
});
export type LineWarning = z.infer<typeof LineWarning>;

export const VerifiedLine = PricedLine.extend({
  warnings: z.array(LineWarning).describe("Warnings before the order; they do not prevent it"),
});

/** A pass that costs less than the tickets that a traveller bought (decision 133). */
export const CheaperPass = z.object({
  travellerId: Id,
  firstName: z.string().describe("First name of the traveller"),
  shopItemId: Id,
  name: z.string().describe("Name of the pass"),
  price: Money,
  spent: Money.describe("Price of the tickets that the pass would have covered"),
});
export type CheaperPass = z.infer<typeof CheaperPass>;

export const Discount = z.object({ sourceCode: z.string(), amount: Money, error: LineError.nullable() });
export type Discount = z.infer<typeof Discount>;

/** Prices of a cart as computed by the server, and the errors that prevent the order. */
export const PriceBreakdown = {
  lines: z.array(PricedLine),
  discounts: z.array(Discount),
  subtotalAmount: Money,
  discountAmount: Money,
  shippingFee: Money.nullable(),
  totalAmount: Money,
  paymentOptions: z
    .array(PaymentOption)
    .describe("Payment options that all lines share, limited to those of the network and the client"),
  errors: z.array(LineError).describe("Errors of the cart as a whole"),
};
export const PriceBreakdownObject = z.object(PriceBreakdown);
export type PriceBreakdown = z.infer<typeof PriceBreakdownObject>;
export type VerifiedPriceBreakdown = Omit<PriceBreakdown, "lines"> & {
  lines: z.infer<typeof VerifiedLine>[];
  cheaperPasses: CheaperPass[];
};

/** Meaning of the `shippingFee` field of a request. */
export const shippingFeeMeaning =
  "Whether the caller expects a shipping fee; refused (`FIELD_INVALID`) if the cart differs";

export const verify = call("cart", "POST", "/Order/verify.json", {
  summary:
    "Quotes a cart as placeOrder does, with discounts and all errors. Warns of passes that a traveller would have twice, which placeOrder accepts; for an active subscription it needs `duplicateAccepted`.",
  section: "§7",
  session: "optional",
  opensTo: ["card"],
  request: {
    articles: Articles,
    vouchers: VoucherCodes.optional(),
    shippingFee: z.boolean().optional().describe(shippingFeeMeaning),
  },
  answer: {
    ...PriceBreakdown,
    lines: z.array(VerifiedLine),
    cheaperPasses: z
      .array(CheaperPass)
      .describe("Passes that cost less than the tickets of this cart and of the last 30 days"),
  },
  refusals: [],
});

export const comparePurchases = call("cart", "GET", "/Order/comparePurchases", {
  summary: "Compares what each traveller paid for tickets in the last 30 days with the price of a pass.",
  session: "account",
  request: {},
  answer: { days: z.int().describe("Number of days compared"), cheaperPasses: z.array(CheaperPass) },
  refusals: [],
});

export const computeAmount = call("cart", "POST", "/Order/computeAmount.json", {
  summary: "Quotes lines without checking travellers, limits or vouchers: a price list.",
  section: "§7",
  session: "none",
  request: { articles: Articles },
  answer: { lines: z.array(PricedLine), totalAmount: Money },
  refusals: ["ARTICLE_UNKNOWN", "QUANTITY_WRONG", "ITEM_FIELD_REQUIRED", "STOP_UNKNOWN", "TRIP_NOT_SOLD"],
});

export const redeemVoucher = call("cart", "POST", "/Order/redeemVoucher.json", {
  summary: "Redeems a gift code: places and completes an order with a total of 0.",
  section: "§7",
  session: "account",
  idempotent: true,
  request: { code: z.string().trim().max(voucherMaxLength), customerId: Id.optional() },
  answer: { orderId: Id, networkId: Id },
  refusals: [
    "VOUCHER_NOT_FOUND",
    "VOUCHER_LIMIT_REACHED",
    "VOUCHER_NEEDS_ACCOUNT",
    "VOUCHER_INACTIVE",
    "VOUCHER_EXPIRED",
    "VOUCHER_NOT_APPLICABLE",
    "VOUCHER_NOT_GIFT",
    "VOUCHER_TRIES_EXCEEDED",
    "ACCOUNT_UNVERIFIED",
    "ACCOUNT_INCOMPLETE",
    "TRAVELLER_UNKNOWN",
    "TRAVELLER_NOT_ELIGIBLE",
    "DOCUMENT_REQUIRED",
    "PICTURE_REQUIRED",
  ],
});

export const Acceptance = {
  termsAccepted: WireBoolean.optional(),
  over18Accepted: WireBoolean.optional(),
  renewalAccepted: WireBoolean.optional().describe(
    "The customer's consent to the charge of each further period and its amount; needed with `isSubscription`",
  ),
  duplicateAccepted: WireBoolean.optional().describe(
    "The customer's answer that a traveller is to have a second pass in addition to an active subscription; needed when a warning of `Order/verify.json` has `mustConfirm`",
  ),
};
