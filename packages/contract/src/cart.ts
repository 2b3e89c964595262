import { z } from "zod";
import { call } from "./call.ts";
import { PaymentOption, Support } from "./catalogue.ts";
import { type ErrorCode, refusals } from "./error-codes.ts";
import { cartLineQuantityMax, cartLinesMax, vouchersPerOrderMax } from "./limits/cart-limits.ts";
import { Journey } from "./travel.ts";
import { Id, Instant, Money, RequestInstant, RequestMonth, WireBoolean } from "./values.ts";

export const DiscountType = z.enum(["AMOUNT", "RATIO", "ARTICLE_AMOUNT", "ARTICLE_RATIO", "GIFT"]);
export type DiscountType = z.infer<typeof DiscountType>;

/** Values of an article's fields by field id. */
export const FieldValues = z.record(Id, z.string().max(500));

/** One line of an order as the wire carries it (§7 "Order line payload"). */
export const OrderLine = z.strictObject({
  quantity: z.int32(),
  productId: Id,
  customerId: Id.nullish().describe("The traveller; absent while nobody is signed in"),
  support: Support,
  isSubscription: z.boolean().optional(),
  mediaId: Id.nullish().describe(
    "The card to be loaded (MEDIA); `new`: the one that the same traveller gets by this order; of an article that replaces a card, that card",
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
export const VoucherCodes = z.array(z.string().trim().max(40)).max(vouchersPerOrderMax);

const code = z.enum(Object.keys(refusals) as [ErrorCode, ...ErrorCode[]]);
/** Why a line cannot be ordered as it stands. */
export const LineError = z.object({ code, details: z.record(z.string(), z.unknown()).optional() });
export type LineError = z.infer<typeof LineError>;

export const PricedLine = z.object({
  index: z.int().describe("Place in the request; options follow their line with the same index"),
  option: z.boolean(),
  gift: z.boolean(),
  shopItemId: Id,
  productId: Id,
  name: z.string(),
  journey: Journey.optional().describe("Of an article that is sold from one stop to another"),
  quantity: z.int(),
  unitPrice: Money,
  subtotal: Money,
  discount: Money,
  total: Money,
  errors: z.array(LineError),
});
export type PricedLine = z.infer<typeof PricedLine>;

/** A pass that the traveller of a line has, or gets by another line, on the same days. It can be ordered all the same (decision 096). */
export const LineWarning = z.object({
  code: z.enum(["ALREADY_HELD", "ALREADY_IN_CART"]),
  subscriptionId: Id.optional().describe("Held: the subscription that it is"),
  ticketId: Id.optional().describe("Held: the ticket that it is"),
  orderId: Id.optional().describe("Held: the order by which it is still handed over, without a ticket of its own here"),
  otherLine: z
    .int()
    .optional()
    .describe("In the cart: the place of the other line in the request; its own when it is several pieces"),
  name: z.string().describe("Of the other pass"),
  travellerId: Id,
  firstName: z.string().describe("The traveller's"),
  startsAt: Instant,
  endsAt: Instant.nullable().describe("The end exclusive; null: it renews by itself"),
  renews: z.boolean(),
});
export type LineWarning = z.infer<typeof LineWarning>;

export const VerifiedLine = PricedLine.extend({
  warnings: z
    .array(LineWarning)
    .describe("What the customer should know before ordering; nothing here stands in the way"),
});

export const Discount = z.object({ sourceCode: z.string(), amount: Money, error: LineError.nullable() });
export type Discount = z.infer<typeof Discount>;

/** What a cart costs, by the server's reckoning, and what stands in its way. */
export const PriceBreakdown = {
  lines: z.array(PricedLine),
  discounts: z.array(Discount),
  subtotalAmount: Money,
  discountAmount: Money,
  shippingFee: Money.nullable(),
  totalAmount: Money,
  paymentOptions: z.array(PaymentOption).describe("What all lines share, cut to what the network and the client offer"),
  errors: z.array(LineError).describe("What concerns the cart as a whole"),
};
export const PriceBreakdownObject = z.object(PriceBreakdown);
export type PriceBreakdown = z.infer<typeof PriceBreakdownObject>;
export type VerifiedPriceBreakdown = Omit<PriceBreakdown, "lines"> & { lines: z.infer<typeof VerifiedLine>[] };

/** What a caller means by naming the fee. */
export const shippingFeeMeaning =
  "Whether the caller expects a shipping fee; refused (`FIELD_INVALID`) where the cart says otherwise";

export const verify = call("cart", "POST", "/Order/verify.json", {
  summary:
    "Prices a cart as placeOrder would, with the discounts and everything that stands in its way; warns of passes that a traveller would have twice, which placeOrder takes without a word.",
  section: "§7",
  session: "optional",
  opensTo: ["card"],
  request: {
    articles: Articles,
    vouchers: VoucherCodes.optional(),
    shippingFee: z.boolean().optional().describe(shippingFeeMeaning),
  },
  answer: { ...PriceBreakdown, lines: z.array(VerifiedLine) },
  refusals: [],
});

export const computeAmount = call("cart", "POST", "/Order/computeAmount.json", {
  summary: "Prices lines without traveller, limits or voucher uses: a price list.",
  section: "§7",
  session: "none",
  request: { articles: Articles },
  answer: { lines: z.array(PricedLine), totalAmount: Money },
  refusals: ["ARTICLE_UNKNOWN", "QUANTITY_WRONG", "ITEM_FIELD_REQUIRED", "STOP_UNKNOWN", "TRIP_NOT_SOLD"],
});

export const redeemVoucher = call("cart", "POST", "/Order/redeemVoucher.json", {
  summary: "Turns a gift code whose total is 0 into a completed order of the customer.",
  section: "§7",
  session: "account",
  idempotent: true,
  request: { code: z.string().trim().max(40), customerId: Id.optional() },
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
    "The customer agreed that each further period is taken, and how much: needed with `isSubscription`",
  ),
};
