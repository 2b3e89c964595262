import { z } from "zod";
import { call } from "./call.ts";
import { Acceptance, Articles, shippingFeeMeaning, VoucherCodes } from "./cart.ts";
import { PaymentMethod, Support } from "./catalogue.ts";
import type { ErrorCode } from "./error-codes.ts";
import { Installment, MandateSigned, ReducedByRefund } from "./payments.ts";
import { Journey } from "./travel.ts";
import { byLink, Day, Email, Id, Instant, Money, ofTraveller, page, paging, RequestMoney, WireInt } from "./values.ts";

export const OrderStatus = z.enum(["COMPLETED", "CANCELED", "ERROR", "PENDING", "PROCESSING", "REGULARIZATION"]);
export type OrderStatus = z.infer<typeof OrderStatus>;
export const OrderProcessStatus = z.enum(["PROCESSING", "TO_PROCESS", "PROCESSED"]);
export type OrderProcessStatus = z.infer<typeof OrderProcessStatus>;
export const OrderOrigin = z.enum(["APP", "ESHOP", "SCHOOL", "RETAIL"]);
export type OrderOrigin = z.infer<typeof OrderOrigin>;

export const Delivery = z.strictObject({
  fullname: z.string().trim().min(2).max(120),
  addressRoute: z.string().trim().min(2).max(200),
  addressPostalCode: z.string().trim().min(2).max(20),
  addressCity: z.string().trim().min(1).max(100),
  addressState: z.string().trim().max(100).default(""),
});
export type Delivery = z.infer<typeof Delivery>;
export const Collect = z.strictObject({ siteId: Id, slotId: Id });
/** Place and time of an order's collection, as promised. */
export const OrderCollect = z.object({
  siteId: Id,
  slotId: Id,
  label: z.string(),
  addressRoute: z.string(),
  addressPostalCode: z.string(),
  addressCity: z.string(),
  startsAt: Instant.describe("Ready from this instant"),
  endsAt: Instant,
});
export type OrderCollect = z.infer<typeof OrderCollect>;

/** Tracking of a parcel at its carrier. */
export const Tracking = z.object({
  number: z.string(),
  url: z.string().nullable().describe("The carrier's https page"),
});
export type Tracking = z.infer<typeof Tracking>;

export const OrderedLine = z.object({
  name: z.string(),
  journey: Journey.optional(),
  shopItemId: Id,
  quantity: z.int(),
  unitPrice: Money,
  total: Money,
  discount: Money,
  support: Support.nullable().describe("null: the shipping fee"),
  travellerName: z.string().nullable(),
  startingAt: Instant.nullable(),
  processStatus: OrderProcessStatus,
});

export const Order = z.object({
  orderId: Id,
  number: z.string().describe("Number for use on the phone"),
  status: OrderStatus,
  origin: OrderOrigin,
  createdAt: Instant,
  amount: Money,
  paymentMethod: PaymentMethod.nullable().describe("null: nothing was due"),
  installments: z.int(),
  parts: z.array(Installment).describe("The installments; empty for a single payment, or before the first"),
  suspension: z
    .object({ on: Day, since: Instant.nullable().describe("null: not yet") })
    .nullable()
    .describe(
      "An installment is unpaid: the day on which the order's tickets are suspended, and since when they are; null: nothing is unpaid",
    ),
  awaitsSettlement: z
    .object({
      provisionalUntil: Day.nullable().describe(
        "The day on which the tickets are suspended; null: they were never usable",
      ),
      heldSince: Instant.nullable().describe("Since when the tickets are not usable; null: they still are"),
    })
    .nullable()
    .describe("The tickets depend on the first debit, which is not settled yet; null: they do not, or it is"),
  vouchers: z.array(z.string()),
  invoiceNumber: z.string().nullable(),
  creditNoteNumber: z.string().nullable().describe("The newest credit note"),
  refunds: z
    .array(
      z.object({
        refundId: Id,
        amount: Money.describe("What is paid back"),
        dropped: z.array(ReducedByRefund).describe("Installments that it reduced, the last one first"),
        requestedAt: Instant,
        sentAt: Instant.nullable().describe(
          "When the provider or the bank made it; null: not yet, or nothing is paid back",
        ),
        sendFrom: Day.nullable().describe(
          "Not made before this day, until which its debit can be returned; null: at once",
        ),
        creditNoteNumber: z.string(),
      }),
    )
    .describe("Refunds of tickets or amounts, the oldest first"),
  invoiceEmail: z.string().nullable(),
  lines: z.array(OrderedLine),
  ticketCount: z.int(),
  collect: OrderCollect.nullable(),
  tracking: Tracking.nullable().describe("Tracking of a shipped parcel, where staff entered it"),
  paymentUrl: z.string().nullable().describe("URL of the payment page while the order waits for payment"),
  history: z.array(z.object({ at: Instant, event: z.string() })),
});
export type Order = z.infer<typeof Order>;

/** How a shop asks for the consents of an order: by boxes, or by a sentence above the pay button. */
export const ConsentForm = z.enum(["boxes", "button"]);
export type ConsentForm = z.infer<typeof ConsentForm>;

/** What keeps a cart from being ordered. */
export const cartRefusals = [
  "CART_EMPTY",
  "ARTICLE_UNKNOWN",
  "ARTICLE_NOT_ON_SALE",
  "ARTICLE_OPTION_UNKNOWN",
  "QUANTITY_WRONG",
  "MAX_BUY_AT_ONCE",
  "SUPPORT_NOT_OFFERED",
  "SUPPORT_REFUSED",
  "CARD_REQUIRED",
  "CARD_BEING_REPLACED",
  "START_REQUIRED",
  "START_NOT_PROPOSED",
  "START_NOT_COMPUTABLE",
  "ITEM_FIELD_REQUIRED",
  "ITEM_FIELD_INVALID",
  "STOP_UNKNOWN",
  "TRIP_NOT_SOLD",
  "TRAVELLER_REQUIRED",
  "TRAVELLER_UNKNOWN",
  "TRAVELLER_NOT_ELIGIBLE",
  "DOCUMENT_REQUIRED",
  "PICTURE_REQUIRED",
  "SUBSCRIPTION_NOT_ALONE",
  "SUBSCRIPTION_NOT_OFFERED",
  "PAYMENT_OPTIONS_INCOMPATIBLE",
  "PAYMENT_METHOD_NOT_OFFERED",
  "INSTALLMENTS_NOT_OFFERED",
  "VOUCHER_NOT_FOUND",
  "VOUCHER_LIMIT_REACHED",
  "VOUCHER_NEEDS_ACCOUNT",
  "VOUCHER_INACTIVE",
  "VOUCHER_EXPIRED",
  "VOUCHER_NOT_APPLICABLE",
  "VOUCHER_TRIES_EXCEEDED",
  "GUEST_AMOUNT_EXCEEDED",
] as const satisfies readonly ErrorCode[];

export const placeOrder = call("orders", "POST", "/Order/placeOrder.json", {
  summary: "Places an order and returns where to pay; the same key returns the same response.",
  section: "§7",
  session: "user",
  opensTo: ["card"],
  idempotent: true,
  answersReusedKey: true,
  request: {
    articles: Articles,
    vouchers: VoucherCodes.optional(),
    shippingFee: z.boolean().optional().describe(shippingFeeMeaning),
    paymentMethod: PaymentMethod,
    installments: WireInt.pipe(z.int().min(1).max(36)).optional(),
    keepCard: z.boolean().optional().describe("Save the payment card; never saved for a guest"),
    cardId: Id.optional().describe(
      "A saved payment card to propose on the provider's page or to charge, or the saved bank account to debit (`Account/getCards.json`)",
    ),
    chargeCard: z
      .boolean()
      .optional()
      .describe(
        "CARD with `cardId`: charges the saved card at once, with the customer present. `paymentUrl` is present only if the bank requires authentication; `orderStatus` is COMPLETED when it paid, ERROR when it was refused, and PROCESSING while the outcome is unknown",
      ),
    mandate: MandateSigned.optional().describe("TRANSFER: the mandate that was displayed and signed"),
    delivery: Delivery.optional(),
    collect: Collect.optional(),
    ...Acceptance,
    consent: ConsentForm.optional().describe(
      "How the shop asked for `termsAccepted` and `over18Accepted`, stored with the order: by boxes (default), or by the sentence above the pay button",
    ),
    invoiceEmail: Email.optional(),
    totalAmount: RequestMoney,
    returnUrl: z.string().max(500),
  },
  answer: { orderId: Id, networkId: Id, orderStatus: OrderStatus, paymentUrl: z.string().optional() },
  refusals: [
    ...cartRefusals,
    "TERMS_NOT_ACCEPTED",
    "MAJORITY_NOT_CERTIFIED",
    "RENEWAL_NOT_ACCEPTED",
    "DUPLICATE_NOT_ACCEPTED",
    "ACCOUNT_UNVERIFIED",
    "ACCOUNT_INCOMPLETE",
    "INVOICE_EMAIL_REQUIRED",
    "DELIVERY_ADDRESS_REQUIRED",
    "COLLECT_AGENCY_REQUIRED",
    "COLLECT_SLOT_FULL",
    "UNPAID_HOLDS_EXCEEDED",
    "ORDER_AMOUNT_CHANGED",
    "RETURN_URL_INVALID",
    "PAYMENT_METHOD_UNKNOWN",
    "SUBSCRIPTION_NEEDS_KEPT_METHOD",
    "MANDATE_NOT_SIGNED",
    "PAYMENT_UNAVAILABLE",
    "AMOUNT_NOT_PAYABLE",
    "CARD_SESSION_LIMITED",
    "TOO_MANY_REQUESTS",
  ],
});

export const create = call("orders", "POST", "/Order/create.json", {
  summary: "Records an order of another channel, paid at a counter.",
  section: "§7",
  session: "user",
  right: "counter",
  idempotent: true,
  request: {
    articles: Articles,
    vouchers: VoucherCodes.optional(),
    paymentMethod: z.enum(["DEPOSIT", "CASH"]),
    totalAmount: RequestMoney,
    paid: z.boolean().default(true).describe("false: the customer pays within seven days"),
    duplicateAccepted: Acceptance.duplicateAccepted,
  },
  answer: { orderId: Id, networkId: Id, orderStatus: OrderStatus },
  refusals: [...cartRefusals, "ORDER_AMOUNT_CHANGED", "DUPLICATE_NOT_ACCEPTED"],
});

export const history = call("orders", "GET", "/Order/history.json", {
  summary: "Lists the orders of the account, newest first.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: { ...ofTraveller("Only orders with a line for this traveller"), ...paging },
  answer: page(Order),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const getOrders = call("orders", "GET", "/Order/getOrders.json", {
  summary: "Returns an order by its id, or the orders of the account, newest first.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: {
    orderId: Id.optional(),
    ...ofTraveller("Only orders with a line for this traveller"),
    ...paging,
  },
  answer: page(Order),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const readLinkedOrder = call("orders", "POST", "/Order/readLinked.json", {
  summary: "Returns a guest's order with the signed link of its e-mails, without a session.",
  session: "none",
  request: {
    orderId: Id,
    until: z.string().max(40).describe("Until when the link is valid, as in the link"),
    linkSignature: z.string().max(200).describe("The signature of the link"),
  },
  answer: { order: Order },
  refusals: ["NOT_FOUND"],
});

export const printOrder = call("orders", "POST", "/Order/printOrder.json", {
  summary: "Returns the invoice of a paid order as PDF.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: {
    orderId: Id,
    kind: z.enum(["invoice", "credit-note"]).optional(),
    number: z.string().max(40).optional().describe("The number of a credit note; absent: the newest"),
  },
  answer: {},
  refusals: ["NOT_FOUND"],
  file: "application/pdf",
});

export const cancel = call("orders", "POST", "/Order/cancel", {
  summary: "Cancels an unpaid order; refused while the provider may still capture the payment.",
  session: "optional",
  opensTo: ["card"],
  request: { orderId: Id, ...byLink },
  answer: { orderStatus: OrderStatus },
  refusals: ["USER_NOT_CONNECTED", "NOT_FOUND", "TRANSITION_NOT_ALLOWED", "PAYMENT_UNAVAILABLE"],
});

export const pay = call("orders", "POST", "/Order/pay.json", {
  summary: "Returns the payment page of an unpaid order; opens another one if the payment was refused.",
  session: "optional",
  request: { orderId: Id, ...byLink },
  answer: {
    orderStatus: OrderStatus,
    paymentUrl: z.string().optional().describe("Absent if the order is paid, or the outcome of a payment is unknown"),
  },
  refusals: [
    "USER_NOT_CONNECTED",
    "NOT_FOUND",
    "TRANSITION_NOT_ALLOWED",
    "PAYMENT_UNAVAILABLE",
    "UNPAID_HOLDS_EXCEEDED",
    "COLLECT_SLOT_FULL",
    "COLLECT_AGENCY_REQUIRED",
    "VOUCHER_LIMIT_REACHED",
  ],
});
