import { z } from "zod";
import { trackingNumberMaxLength, trackingUrlMaxLength } from "../limits/order-limits.ts";
import { Delivery, OrderCollect, OrderOrigin, OrderProcessStatus, OrderStatus, Tracking } from "../orders.ts";
import { Mismatch } from "../payments.ts";
import { administers, servesCustomers } from "../staff-roles.ts";
import { Day, Id, Instant, Money, page, paging, WireBoolean } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** Ways to hand over that take somebody's work; the others are done when they are paid (§3 "support"). */
export const PreparedSupport = z.enum(["SHIPPING", "COLLECT", "PHYSICAL"]);
export type PreparedSupport = z.infer<typeof PreparedSupport>;

/** What of one paid order goes one way: it is prepared at once, and handed over at once. */
export const Preparation = z.object({
  support: PreparedSupport,
  processStatus: OrderProcessStatus,
  dueOn: Day.nullable().describe("By when it was promised; null: it is handed over when the customer comes"),
  isLate: z.boolean(),
  cardCount: z.int().describe("How many transport cards are made for it"),
});
export type Preparation = z.infer<typeof Preparation>;

/** A preparation as it stands in the queue. */
export const QueuedPreparation = Preparation.extend({
  orderId: Id,
  orderNumber: z.string(),
  customer: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
  paidAt: Instant,
  collect: OrderCollect.nullable(),
  begunBy: z.string().nullable().describe("Who of the staff began it"),
});
export type QueuedPreparation = z.infer<typeof QueuedPreparation>;

const NamedCard = z.object({ cardId: Id, number: z.string().describe("In groups of four") });

/** A line of an order with all that whoever prepares it needs. */
export const PreparedLine = z.object({
  lineId: Id,
  name: z.string(),
  quantity: z.int(),
  support: z.string().nullable(),
  traveller: z.string().nullable(),
  birthDate: Day.nullable(),
  cardWork: z.enum(["new", "duplicate"]).nullable().describe("The card that is made for it"),
  replaces: NamedCard.nullable(),
  card: NamedCard.nullable().describe("The card that was made, or that it is loaded on"),
  onNewCard: z.boolean().describe("It waits for the card that the same traveller gets by this order"),
  processStatus: OrderProcessStatus,
  pictureUrl: z.string().nullable().describe("The picture for the card, for ten minutes"),
});
export type PreparedLine = z.infer<typeof PreparedLine>;

/** What the payment provider or the bank did otherwise than was asked: a person sees to it. */
export const PaymentDiscrepancy = z.object({
  discrepancyId: Id,
  kind: z
    .enum(["answer", "refund", "outside-refund"])
    .describe("A payment's answer, a refund's answer, or a refund that nobody here asked for"),
  foundAt: Instant,
  mismatches: z.array(Mismatch),
  refund: Money.nullable().describe("What goes back by itself"),
  refundedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  settlement: z.string().nullable().describe("How a person settled it; null: by the refund, or not yet"),
  settledBy: z.string().nullable().describe("Who of the staff settled it; null: nobody, the refund, or a command"),
});
export type PaymentDiscrepancy = z.infer<typeof PaymentDiscrepancy>;

/** One order with what is prepared of it. */
export const StaffOrder = z.object({
  orderId: Id,
  number: z.string(),
  status: OrderStatus,
  origin: OrderOrigin,
  createdAt: Instant,
  amount: Money,
  customer: z.object({ name: z.string(), email: z.string(), isGuest: z.boolean() }),
  delivery: Delivery.nullable(),
  collect: OrderCollect.nullable(),
  tracking: Tracking.nullable(),
  preparations: z.array(Preparation),
  lines: z.array(PreparedLine),
  discrepancies: z.array(PaymentDiscrepancy),
  history: z.array(
    z.object({ at: Instant, event: z.string(), by: z.string().nullable().describe("null: the customer, or Guichet") }),
  ),
});
export type StaffOrder = z.infer<typeof StaffOrder>;

export const listPreparations = staffCall("orders", "GET", "listPreparations", {
  summary: "What of paid orders is to be prepared or handed over, what is due first; what is done when asked for.",
  roles: servesCustomers,
  request: {
    support: PreparedSupport.optional(),
    cards: WireBoolean.optional().describe("Only what cards are made for"),
    agencyId: Id.optional().describe("Only what is collected there"),
    processStatus: OrderProcessStatus.optional().describe("Without it: what waits, or with a query whatever it finds"),
    query: z.string().trim().max(100).optional().describe("An order's number, or the customer's e-mail or name"),
    ...paging,
  },
  answer: {
    ...page(QueuedPreparation),
    agencies: z.array(z.object({ id: Id, label: z.string() })).describe("What may be filtered by"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const getStaffOrder = staffCall("orders", "GET", "getOrder", {
  summary: "One order: customer, lines, where it goes, what is prepared of it, and its history with who did it.",
  roles: servesCustomers,
  request: { orderId: Id },
  answer: { order: StaffOrder },
  refusals: ["NOT_FOUND"],
});

export const beginPreparation = staffCall("orders", "POST", "beginPreparation", {
  summary: "Begins to prepare what of an order goes one way: its cards are made, and the customer is told of them.",
  roles: servesCustomers,
  request: { orderId: Id, support: PreparedSupport },
  answer: { cards: z.array(NamedCard).describe("Those that were made") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

/** An address of a carrier's: https, of a host by name, without anybody's password. */
const CarrierUrl = z
  .string()
  .trim()
  .max(trackingUrlMaxLength)
  .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain }))
  .refine((url) => !/^https:\/\/[^/?#]*@/iu.test(url), "with a password");

export const finishPreparation = staffCall("orders", "POST", "finishPreparation", {
  summary:
    "What was prepared of an order is on its way, maybe to be followed at the carrier, or in the customer's hands.",
  roles: servesCustomers,
  request: {
    orderId: Id,
    support: PreparedSupport,
    trackingNumber: z.string().trim().min(1).max(trackingNumberMaxLength).optional().describe("Of a parcel"),
    trackingUrl: CarrierUrl.optional().describe("The carrier's page for this number, https"),
  },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const settleDiscrepancy = staffCall("orders", "POST", "settleDiscrepancy", {
  summary:
    "Closes a difference with the payment provider that a person has put right, and says how; nothing is paid by it.",
  roles: administers,
  multiline: ["reason"],
  request: { discrepancyId: Id, reason: AuditReason },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
