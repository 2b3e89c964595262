import { z } from "zod";
import { call } from "./call.ts";
import { PaymentMethod, Period, Support } from "./catalogue.ts";
import { OrderStatus } from "./orders.ts";
import { MandateSigned } from "./payments.ts";
import { Day, Id, Instant, Money, ofTraveller, RequestDay } from "./values.ts";

/** How a tacit subscription stands for the customer (§4 "Subscription"). */
export const SubscriptionState = z.enum(["ACTIVE", "CANCELLED", "TERMINATED"]);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

/**
 * Why a subscription is blocked: nothing could be taken, there is nothing that could be taken from, or no mandate that covers its
 * renewals was signed.
 */
export const SubscriptionBlock = z.enum([
  "DEBIT_REFUSED",
  "PAYMENT_METHOD_EXPIRED",
  "PAYMENT_METHOD_MISSING",
  "MANDATE_REQUIRED",
]);
export type SubscriptionBlock = z.infer<typeof SubscriptionBlock>;

/** Why it was not, or will not be, renewed. */
export const SubscriptionEnd = z.enum([
  "CUSTOMER",
  "UNPAID",
  "ARTICLE_WITHDRAWN",
  "TRAVELLER_NOT_ELIGIBLE",
  "DOCUMENT_MISSING",
  "CARD_UNUSABLE",
]);
export type SubscriptionEnd = z.infer<typeof SubscriptionEnd>;

/**
 * What ending it now would do: the money comes back; a renewal that was not announced in time ends today and what was paid for
 * its other days comes back (L215-1); it lasts to the end of what is paid; or it is over at once.
 */
export const TerminationEffect = z.enum(["REFUNDED", "REST_REFUNDED", "AT_END", "AT_ONCE"]);
export type TerminationEffect = z.infer<typeof TerminationEffect>;

/** One period of a subscription, with the order that pays it. */
export const SubscriptionPeriod = z.object({
  position: z.int().describe("1: what was bought first"),
  startsAt: Instant,
  endsAt: Instant.describe("Exclusive"),
  orderId: Id,
  orderNumber: z.string(),
  orderStatus: OrderStatus,
  amount: Money,
  paidAt: Instant.nullable().describe("When its order was completed; null: not paid yet, or given up"),
  left: z
    .object({ lastDay: Day, refund: Money.describe("What went back, or is going back") })
    .nullable()
    .describe("Its customer left it before its end, for it was not announced in time"),
});
export type SubscriptionPeriod = z.infer<typeof SubscriptionPeriod>;

/** A tacit subscription (§3 "Tacit subscription"). Days are the network's. */
export const Subscription = z.object({
  subscriptionId: Id,
  state: SubscriptionState,
  startsLater: z.boolean().describe("Its first period has not begun: who ends it now is refunded"),
  blocked: z
    .object({
      reason: SubscriptionBlock,
      since: Instant,
      amount: Money.describe("What is due"),
      orderId: Id,
      nextTryOn: Day.nullable().describe("The day of the next try; null: none by itself"),
      endsOn: Day.describe("If it is still unpaid on that day, it is over"),
      suspension: z
        .object({ on: Day, since: Instant.nullable() })
        .nullable()
        .describe(
          "Of an order that came back unpaid: the day on which its tickets are suspended, or since when they are",
        ),
    })
    .nullable()
    .describe("It is ACTIVE, and nothing beyond what is paid is valid until what is due is paid"),
  beneficiary: z.object({ travellerId: Id.nullable(), firstName: z.string(), lastName: z.string() }),
  product: z.object({ shopItemId: Id, productId: Id, name: z.string() }),
  interval: Period,
  support: Support.nullable(),
  cardNumber: z.string().nullable().describe("Of the transport card that it stands on"),
  validity: z.object({
    startsAt: Instant,
    endsAt: Instant.describe("Exclusive: the end of what is paid"),
    lastDay: Day.describe("The last day that is paid"),
  }),
  nextRenewalOn: Day.nullable().describe("The first day of the next period; null: it is not renewed"),
  nextDebit: z
    .object({ on: Day, amount: Money })
    .nullable()
    .describe("What is taken next, at the catalogue's price of today; null: nothing"),
  paymentMethod: PaymentMethod,
  method: z
    .object({
      cardId: Id,
      kind: z.enum(["CARD", "IBAN"]),
      brand: z.string().nullable(),
      num: z.string().describe("Last four characters"),
      exp: z.string().nullable().describe("Last month in which the card is good, `YYYY-MM`"),
      nickname: z.string().nullable(),
      state: z.enum(["good", "expiring", "expired"]),
    })
    .nullable()
    .describe("The kept way to pay; null: none any more"),
  mandateNeeded: z
    .boolean()
    .describe("The mandate that was signed does not cover renewals: a new one must be signed before the next"),
  createdAt: Instant,
  cancelledAt: Instant.nullable(),
  terminatedAt: Instant.nullable(),
  endReason: SubscriptionEnd.nullable(),
  mayTerminate: z
    .object({
      effect: TerminationEffect,
      lastDay: Day.describe("The last day on which it is good then"),
      refund: Money.nullable(),
    })
    .nullable()
    .describe("What ending it now would do; null: it cannot be ended now"),
  mayTakeBack: z.boolean().describe("The cancellation can be taken back now"),
  mayUpdateCard: z.boolean(),
  periods: z.array(SubscriptionPeriod).describe("Newest first"),
});
export type Subscription = z.infer<typeof Subscription>;

export const listSubscriptions = call("subscriptions", "GET", "/Subscriptions/list", {
  summary: "The tacit subscriptions of the account: those that run first, then the newest.",
  section: "§7",
  session: "holder",
  request: ofTraveller("Only the subscriptions of this traveller"),
  answer: { subscriptions: z.array(Subscription) },
  refusals: ["NOT_FOUND"],
});

const ofOne = { section: "§7", session: "holder", answer: { subscription: Subscription } } as const;

export const getSubscription = call("subscriptions", "GET", "/Subscriptions/get", {
  summary: "One subscription, with the periods that were paid.",
  ...ofOne,
  request: { subscriptionId: Id },
  refusals: ["NOT_FOUND"],
});

export const terminateSubscription = call("subscriptions", "POST", "/Subscriptions/terminate", {
  summary:
    "Ends a subscription: before its start with a refund, today with the rest refunded when its renewal was not announced in time, else with what is paid, at once when it is blocked.",
  ...ofOne,
  request: {
    subscriptionId: Id,
    effect: TerminationEffect.optional().describe(
      "As it was shown (`mayTerminate`): when it would be another by now, nothing is ended (`TRANSITION_NOT_ALLOWED`, state `changed`)",
    ),
    lastDay: RequestDay.optional().describe("The same of the last day"),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "PAYMENT_UNAVAILABLE"],
});

export const takeBackTermination = call("subscriptions", "POST", "/Subscriptions/takeBack", {
  summary: "Takes a cancellation back before the end of what is paid: it renews again.",
  session: "holder",
  answer: ofOne.answer,
  request: { subscriptionId: Id },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SUBSCRIPTION_NOT_RENEWABLE", "FEATURE_DISABLED"],
});

export const updateSubscriptionCard = call("subscriptions", "POST", "/Subscriptions/updateCard", {
  summary: "Has a subscription paid by another kept card or bank account; what is due is tried again at once.",
  ...ofOne,
  request: {
    subscriptionId: Id,
    cardId: Id.describe("A kept way to pay of one's own (`Account/getCards.json`)"),
    mandate: MandateSigned.optional().describe(
      "Of a bank account: the mandate that was shown (`Payment/previewInstallments`) and signed",
    ),
  },
  refusals: [
    "NOT_FOUND",
    "TRANSITION_NOT_ALLOWED",
    "PAYMENT_METHOD_UNKNOWN",
    "PAYMENT_METHOD_EXPIRED",
    "PAYMENT_METHOD_NOT_OFFERED",
    "MANDATE_NOT_SIGNED",
    "PAYMENT_UNAVAILABLE",
  ],
});
