import { z } from "zod";
import { PaymentMethod } from "../catalogue.ts";
import { cartLinesMax } from "../limits/cart-limits.ts";
import { trackingNumberMaxLength, trackingUrlMaxLength } from "../limits/order-limits.ts";
import { Delivery, OrderCollect, OrderOrigin, OrderProcessStatus, OrderStatus, Tracking } from "../orders.ts";
import { Mismatch } from "../payments.ts";
import { Day, Id, Instant, Money, page, paging, WireBoolean } from "../values.ts";
import { BlankCardNumber } from "./cards/card-stock.ts";
import { StaffDispute } from "./disputes.ts";
import {
  OrderBalance,
  OrderDocument,
  OrderSubscription,
  OrderTicket,
  PricedLine,
  StaffInstallment,
  StaffPayment,
  VatShare,
} from "./order-money.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** Supports that need fulfilment by staff; the others are fulfilled on payment (§3 "support"). */
export const PreparedSupport = z.enum(["SHIPPING", "COLLECT", "PHYSICAL"]);
export type PreparedSupport = z.infer<typeof PreparedSupport>;

/** The lines of one paid order with the same delivery, which are prepared and handed over together. */
export const Preparation = z.object({
  support: PreparedSupport,
  processStatus: OrderProcessStatus,
  dueOn: Day.nullable().describe("Promised day; null: handed over when the customer comes"),
  isLate: z.boolean(),
  cardCount: z.int().describe("Number of transport cards to make"),
});
export type Preparation = z.infer<typeof Preparation>;

/** A preparation in the fulfilment queue. */
export const QueuedPreparation = Preparation.extend({
  orderId: Id,
  orderNumber: z.string(),
  customer: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
  paidAt: Instant,
  collect: OrderCollect.nullable(),
  begunBy: z.string().nullable().describe("The staff member who started it"),
});
export type QueuedPreparation = z.infer<typeof QueuedPreparation>;

const NamedCard = z.object({ cardId: Id, number: z.string().describe("In groups of four") });

/** A line of an order with everything needed to prepare it. */
export const PreparedLine = z.object({
  lineId: Id,
  name: z.string(),
  quantity: z.int(),
  support: z.string().nullable(),
  traveller: z.string().nullable(),
  birthDate: Day.nullable(),
  cardWork: z.enum(["new", "duplicate"]).nullable().describe("The kind of card to make"),
  replaces: NamedCard.nullable(),
  card: NamedCard.nullable().describe("The card that was made or that is loaded"),
  onNewCard: z.boolean().describe("It is loaded on the card that the same traveller gets by this order"),
  processStatus: OrderProcessStatus,
  pictureUrl: z.string().nullable().describe("Link to the picture for the card, valid for ten minutes"),
});
export type PreparedLine = z.infer<typeof PreparedLine>;

/** A deviation of the payment provider or the bank from a request, to be settled by a person. */
export const PaymentDiscrepancy = z.object({
  discrepancyId: Id,
  kind: z
    .enum(["answer", "refund", "outside-refund", "returned-after-refund", "failed-refund"])
    .describe(
      "Source: the response to a payment, the response to a refund, a refund that was not requested here, a debit that the bank returned after it had been paid back, or a refund that failed after it had been accepted",
    ),
  foundAt: Instant,
  mismatches: z.array(Mismatch),
  refund: Money.nullable().describe("Amount refunded automatically"),
  refundedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  settlement: z.string().nullable().describe("How a person closed it; null: closed by the refund, or open"),
  settledBy: z.string().nullable().describe("The staff member who closed it; null: nobody, the refund, or a command"),
});
export type PaymentDiscrepancy = z.infer<typeof PaymentDiscrepancy>;

/** One order with its fulfilment. */
export const StaffOrder = z.object({
  orderId: Id,
  number: z.string(),
  status: OrderStatus,
  origin: OrderOrigin,
  createdAt: Instant,
  amount: Money,
  customer: z.object({ name: z.string(), email: z.string(), isGuest: z.boolean(), travellerId: Id }),
  delivery: Delivery.nullable(),
  collect: OrderCollect.nullable(),
  tracking: Tracking.nullable(),
  preparations: z.array(Preparation),
  takesBlankCards: z.boolean().describe("The network has a stock: each card to make needs the number of a blank card"),
  lines: z.array(PreparedLine),
  pricedLines: z.array(PricedLine),
  vat: z.array(VatShare),
  vouchers: z.array(z.string()).describe("Codes that reduced its price"),
  paymentMethod: PaymentMethod.nullable().describe("null: there was nothing to pay"),
  balance: OrderBalance,
  payments: z.array(StaffPayment).describe("Every attempt, the newest first"),
  installments: z.array(StaffInstallment).describe("Empty if it is paid at once by card or at a counter"),
  documents: z.array(OrderDocument).describe("Invoice and credit notes, the oldest first"),
  tickets: z.array(OrderTicket),
  subscription: OrderSubscription.nullable(),
  discrepancies: z.array(PaymentDiscrepancy),
  disputes: z.array(StaffDispute),
  history: z.array(
    z.object({
      at: Instant,
      event: z.string(),
      by: z.string().nullable().describe("null: the customer, or Guichet"),
      reason: z.string().nullable().describe("What the member of the staff stated; null: nothing"),
    }),
  ),
});
export type StaffOrder = z.infer<typeof StaffOrder>;

export const listPreparations = staffCall("orders", "GET", "listPreparations", {
  summary: "Lists the fulfilments of paid orders, the most urgent first; completed ones by status or query.",
  permission: "orders.read",
  request: {
    support: PreparedSupport.optional(),
    cards: WireBoolean.optional().describe("Only fulfilments with cards to make"),
    agencyId: Id.optional().describe("Only collections at this agency"),
    processStatus: OrderProcessStatus.optional().describe("The status; default: waiting ones or, with a query, all"),
    query: z.string().trim().max(100).optional().describe("Order number, or the customer's e-mail address or name"),
    ...paging,
  },
  answer: {
    ...page(QueuedPreparation),
    agencies: z.array(z.object({ id: Id, label: z.string() })).describe("Values of the filter"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const getStaffOrder = staffCall("orders", "GET", "getOrder", {
  summary: "Returns an order: customer, lines, delivery, state of fulfilment, and history with its authors.",
  permission: "orders.read",
  request: { orderId: Id },
  answer: { order: StaffOrder },
  refusals: ["NOT_FOUND"],
});

export const beginPreparation = staffCall("orders", "POST", "beginPreparation", {
  summary: "Starts the fulfilment of an order for one delivery kind: makes its cards and notifies the customer.",
  permission: "orders.fulfil",
  request: {
    orderId: Id,
    support: PreparedSupport,
    cardNumbers: z
      .array(z.object({ lineId: Id, number: BlankCardNumber }))
      .max(cartLinesMax)
      .optional()
      .describe(
        "The blank card of each line that makes one; needed if the network has a stock. A wrong number is `FIELD_INVALID` with the field `cardNumber` and a `reason`",
      ),
  },
  answer: { cards: z.array(NamedCard).describe("The cards that were made") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

/** URL of a carrier: https, with a host name and without credentials. */
const CarrierUrl = z
  .string()
  .trim()
  .max(trackingUrlMaxLength)
  .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain }))
  .refine((url) => !/^https:\/\/[^/?#]*@/iu.test(url), "with a password");

export const finishPreparation = staffCall("orders", "POST", "finishPreparation", {
  summary:
    "Completes a fulfilment: the parcel is shipped, with an optional tracking number, or the goods are handed over.",
  permission: "orders.fulfil",
  request: {
    orderId: Id,
    support: PreparedSupport,
    trackingNumber: z
      .string()
      .trim()
      .min(1)
      .max(trackingNumberMaxLength)
      .optional()
      .describe("Tracking number of a parcel"),
    trackingUrl: CarrierUrl.optional().describe("The carrier's tracking page, https"),
  },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const settleDiscrepancy = staffCall("orders", "POST", "settleDiscrepancy", {
  summary: "Closes a payment discrepancy that was resolved by hand, with the reason; moves no money.",
  permission: "payments.settle",
  multiline: ["reason"],
  request: { discrepancyId: Id, reason: AuditReason },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const correctDelivery = staffCall("orders", "POST", "correctDelivery", {
  summary:
    "Corrects the delivery address of an order whose parcel is not shipped yet, with a reason, and notifies the customer.",
  permission: "orders.fulfil",
  multiline: ["reason"],
  request: {
    orderId: Id,
    delivery: Delivery.describe("The correct address, by the rules of the checkout"),
    seen: Delivery.describe("The address that the page showed: if it has changed since, nothing happens"),
    reason: AuditReason,
  },
  answer: { delivery: Delivery },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

/** Why a delivery address is not corrected: there is no parcel (any more), it is shipped, or the address was changed meanwhile. */
export const DeliveryRefusal = z.enum(["no-parcel", "shipped", "changed"]);
export type DeliveryRefusal = z.infer<typeof DeliveryRefusal>;
