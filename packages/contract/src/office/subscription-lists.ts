import { z } from "zod";
import { PaymentMethod, Period } from "../catalogue.ts";
import { SubscriptionBlock, SubscriptionEnd } from "../subscriptions.ts";
import { Day, Id, Instant, Money, page, paging } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/**
 * What the office lists of subscriptions. `renewing`: with an upcoming collection; `unpaid`: an installment or debit of an order of it
 * failed; `suspended`: not renewed until it is paid; `ending`: terminated, or with a chosen end; `ended`.
 */
export const SubscriptionListState = z.enum(["renewing", "unpaid", "suspended", "ending", "ended"]);
export type SubscriptionListState = z.infer<typeof SubscriptionListState>;

/** A subscription in a list of the office. */
export const ListedSubscription = z.object({
  subscriptionId: Id,
  customerId: Id,
  customer: z.string().nullable().describe("The holder's name; null: it has none"),
  traveller: z.string().nullable().describe("Who travels; null: removed"),
  name: z.string().describe("Name of the article"),
  interval: Period,
  method: z.enum(["CARD", "TRANSFER"]).describe("`TRANSFER`: by direct debit"),
  day: Day.describe(
    "`renewing`: first day of the next period; `unpaid`: of the oldest failure; `suspended` and `ended`: since when; `ending`: its last day",
  ),
  amount: Money.describe("What its last period costs; `unpaid`: what is due"),
  blockReason: SubscriptionBlock.nullable().describe("Why it is suspended; null: it is not"),
  endReason: SubscriptionEnd.nullable().describe("Why it ends or ended; null: it renews"),
  orderId: Id.describe("The order of its last period; `unpaid`: the order that is due, the oldest of several"),
  orderNumber: z.string(),
  createdAt: Instant,
});
export type ListedSubscription = z.infer<typeof ListedSubscription>;

const subscriptionFilter = {
  state: SubscriptionListState,
  method: PaymentMethod.extract(["CARD", "TRANSFER"]).optional().describe("Only by card, or by direct debit"),
  interval: Period.optional().describe("Only with this interval of renewal"),
  order: z.enum(["first", "last"]).optional().describe("`first`: the earliest day first (default); `last`: the latest"),
};

export const officeSubscriptions = staffCall("subscriptions", "GET", "listSubscriptions", {
  summary: "Lists subscriptions by state: renewing, unpaid, suspended, ending or ended; by the day of that.",
  permission: "orders.read",
  request: { ...subscriptionFilter, ...paging },
  answer: page(ListedSubscription),
  refusals: ["CURSOR_INVALID"],
});

export const downloadSubscriptions = staffCall("subscriptions", "GET", "downloadSubscriptions", {
  summary: "Answers the same list as CSV, at most 100,000 rows.",
  permission: "orders.read",
  request: subscriptionFilter,
  answer: {},
  refusals: [],
  file: "text/csv",
});
