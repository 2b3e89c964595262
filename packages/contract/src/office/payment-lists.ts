import { z } from "zod";
import { Day, Id, Instant, Money, page, paging, WireBoolean } from "../values.ts";
import { PaymentDiscrepancy } from "./orders.ts";
import { staffCall } from "./staff-call.ts";

/** State of a collection. `planned`: upcoming; `begun`: at the provider or the bank, which has not decided; `unpaid`: it failed. */
export const CollectionState = z.enum(["unpaid", "planned", "begun"]);
export type CollectionState = z.infer<typeof CollectionState>;

/**
 * Why a collection failed, in the groups by which the staff decide (`packages/rules/src/payments/debit-reasons.ts`). `passing`: it may
 * succeed later; `account`: the account cannot be debited; `unauthorised`: the debtor denies the mandate; `file`: our file or
 * settings; `compare`: perhaps sent twice; `stopped`: too much of the order was returned.
 */
export const CollectionProblem = z.enum([
  "card-refused",
  "passing",
  "account",
  "returned-on-request",
  "unauthorised",
  "deceased",
  "file",
  "compare",
  "no-mandate",
  "stopped",
  "unknown",
]);
export type CollectionProblem = z.infer<typeof CollectionProblem>;

/** An installment or a debit of an order that is not collected. */
export const Collection = z.object({
  orderId: Id,
  orderNumber: z.string(),
  customer: z.string().nullable().describe("The buyer's name; null: erased"),
  isSubscription: z.boolean().describe("Whether the order starts or renews a subscription"),
  position: z.int().describe("Which installment of the order"),
  count: z.int().describe("How many installments the order has; 1: it is collected at once"),
  method: z.enum(["CARD", "TRANSFER"]).describe("`TRANSFER`: by direct debit"),
  state: CollectionState,
  amount: Money,
  collectedOn: Day.describe("The day of its collection; unpaid: the day on which that failed"),
  attempts: z.int().describe("How often it was tried"),
  failedAt: Instant.nullable().describe("When it failed last; null: never"),
  problem: CollectionProblem.nullable().describe("Why it failed last; null: it did not"),
  reasonCode: z.string().nullable().describe("The code of the bank, ISO 20022; null: none"),
  suspendsOn: Day.nullable().describe("The day on which the tickets are suspended unless it is paid"),
  suspendedAt: Instant.nullable().describe("Since when the tickets of the order are suspended; null: they are not"),
});
export type Collection = z.infer<typeof Collection>;

const collectionFilter = {
  state: CollectionState,
  method: z.enum(["CARD", "TRANSFER"]).optional().describe("Only by card, or by direct debit"),
  subscription: WireBoolean.optional().describe("Only of orders of subscriptions (`true`), or of others (`false`)"),
};

export const listCollections = staffCall("payments", "GET", "listCollections", {
  summary:
    "Lists the installments and debits of orders that are not collected: unpaid, upcoming, or in progress; by the day of collection, the oldest first.",
  permission: "orders.read",
  request: { ...collectionFilter, ...paging },
  answer: page(Collection),
  refusals: ["CURSOR_INVALID"],
});

export const downloadCollections = staffCall("payments", "GET", "downloadCollections", {
  summary: "Answers the same list as CSV, at most 100,000 rows.",
  permission: "orders.read",
  request: collectionFilter,
  answer: {},
  refusals: [],
  file: "text/csv",
});

/** A discrepancy with the payment that it is about. */
export const ListedDiscrepancy = PaymentDiscrepancy.extend({
  orderId: Id.nullable().describe("null: a card was saved without an order"),
  orderNumber: z.string().nullable(),
  account: z.string().nullable().describe("The account at the payment provider, `stripe/main`; null: the bank"),
  providerReference: z.string().nullable().describe("What the payment provider calls the payment; null: it has none"),
});
export type ListedDiscrepancy = z.infer<typeof ListedDiscrepancy>;

export const listDiscrepancies = staffCall("payments", "GET", "listDiscrepancies", {
  summary:
    "Lists payment discrepancies: those that nobody has closed, the oldest first; or closed ones, the newest first.",
  permission: "orders.read",
  request: { open: WireBoolean.optional().describe("`false`: closed ones; default: `true`"), ...paging },
  answer: page(ListedDiscrepancy),
  refusals: ["CURSOR_INVALID"],
});

/** A card payment whose result is not known although its payment page has ended. */
export const UnresolvedPayment = z.object({
  paymentId: Id,
  orderId: Id,
  orderNumber: z.string(),
  kind: z.enum(["page", "charge"]).describe("`page`: the provider's payment page; `charge`: a saved card"),
  status: z
    .enum(["begun", "open"])
    .describe("`begun`: the provider has not confirmed that it knows it; `open`: the provider has not decided"),
  amount: Money,
  account: z.string().describe("The account at the payment provider, `stripe/main`"),
  providerReference: z.string().nullable().describe("What the payment provider calls it; null: it has not answered"),
  createdAt: Instant,
  nextCheckAt: Instant.nullable().describe("When Guichet asks the provider next by itself; null: it does not"),
});
export type UnresolvedPayment = z.infer<typeof UnresolvedPayment>;

export const listUnresolvedPayments = staffCall("payments", "GET", "listUnresolvedPayments", {
  summary:
    "Lists card payments that the payment provider has not decided half an hour after they began, the oldest first.",
  permission: "orders.read",
  request: paging,
  answer: page(UnresolvedPayment),
  refusals: ["CURSOR_INVALID"],
});

export const checkPaymentNow = staffCall("payments", "POST", "checkPayment", {
  summary:
    "Asks the payment provider for the result of a card payment now, and applies it, as Guichet does by itself from time to time; a page whose time is over is closed. PAYMENT_UNAVAILABLE has a `reason`: `unreachable`; `refused`, with the provider's `providerCode`; or `unknown`, if the provider does not know the payment.",
  permission: "payments.settle",
  request: { paymentId: Id.describe("A card payment, from the list") },
  answer: {
    paymentStatus: z
      .enum(["begun", "open", "captured", "refused", "cancelled", "refunded", "mismatched"])
      .describe("Its status afterwards; `begun` and `open`: the provider has still not decided"),
  },
  refusals: ["NOT_FOUND", "PAYMENT_UNAVAILABLE"],
});
