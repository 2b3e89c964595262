import { z } from "zod";
import { call } from "./call.ts";
import { PaymentMethod, Period, Support } from "./catalogue.ts";
import { OrderStatus } from "./orders.ts";
import { MandateSigned } from "./payments.ts";
import { Day, Id, Instant, Money, ofTraveller, RequestDay } from "./values.ts";

/** State of a tacit subscription (§4 "Subscription"). */
export const SubscriptionState = z.enum(["ACTIVE", "CANCELLED", "TERMINATED"]);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

/**
 * Reason for a blocked subscription: the charge failed, there is no payment method, or no signed mandate covers the renewals.
 */
export const SubscriptionBlock = z.enum([
  "DEBIT_REFUSED",
  "PAYMENT_METHOD_EXPIRED",
  "PAYMENT_METHOD_MISSING",
  "MANDATE_REQUIRED",
]);
export type SubscriptionBlock = z.infer<typeof SubscriptionBlock>;

/** Reason why a subscription was not, or will not be, renewed. */
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
 * Effect of a termination now: a full refund; after a renewal without timely notice, an end today with a prorated refund
 * (L215-1); an end with the paid period; an end with a later period, through which it renews; or an immediate end.
 */
export const TerminationEffect = z.enum(["REFUNDED", "REST_REFUNDED", "AT_END", "AT_DATE", "AT_ONCE"]);
export type TerminationEffect = z.infer<typeof TerminationEffect>;

/** How the prorated refund of a period is computed: its price, minus what was used, minus what was not collected yet. */
export const RefundCalculation = z.object({
  price: Money,
  used: Money.describe("What is kept of the price, for the days through the last one"),
  dropped: Money.describe("What was not collected yet, and is not collected any more"),
});
export type RefundCalculation = z.infer<typeof RefundCalculation>;

/** One period of a subscription, with the order that pays for it. */
export const SubscriptionPeriod = z.object({
  position: z.int().describe("Number of the period; 1 is the first one bought"),
  startsAt: Instant,
  endsAt: Instant.describe("Exclusive"),
  orderId: Id,
  orderNumber: z.string(),
  orderStatus: OrderStatus,
  amount: Money,
  paidAt: Instant.nullable().describe("Time at which its order was completed; null: not paid yet, or cancelled"),
  left: z
    .object({ lastDay: Day, refund: Money.describe("The refund, made or under way") })
    .nullable()
    .describe(
      "The customer terminated the subscription during this period, because the renewal was not announced in time",
    ),
});
export type SubscriptionPeriod = z.infer<typeof SubscriptionPeriod>;

/** A tacit subscription (§3 "Tacit subscription"). Days are in the network's time zone. */
export const Subscription = z.object({
  subscriptionId: Id,
  state: SubscriptionState,
  startsLater: z.boolean().describe("The first period has not begun: a termination now gives a refund"),
  blocked: z
    .object({
      reason: SubscriptionBlock,
      since: Instant,
      amount: Money.describe("Amount due"),
      orderId: Id,
      nextTryOn: Day.nullable().describe("Day of the next attempt; null: no automatic attempt"),
      endsOn: Day.describe("The subscription ends on this day if it is still unpaid"),
      suspension: z
        .object({ on: Day, since: Instant.nullable() })
        .nullable()
        .describe("For an unpaid order: the day on which its tickets are suspended, or since when they are"),
    })
    .nullable()
    .describe("The subscription is ACTIVE, but not valid beyond the paid period until the amount due is paid"),
  beneficiary: z.object({ travellerId: Id.nullable(), firstName: z.string(), lastName: z.string() }),
  product: z.object({ shopItemId: Id, productId: Id, name: z.string() }),
  interval: Period,
  support: Support.nullable(),
  cardNumber: z.string().nullable().describe("Number of the transport card that holds it"),
  validity: z.object({
    startsAt: Instant,
    endsAt: Instant.describe("End of the paid period, exclusive"),
    lastDay: Day.describe("Last day of the paid period"),
  }),
  nextRenewalOn: Day.nullable().describe("First day of the next period; null: it is not renewed"),
  nextDebit: z
    .object({ on: Day, amount: Money })
    .nullable()
    .describe("The next charge, at today's price of the catalogue; null: none"),
  paymentMethod: PaymentMethod,
  method: z
    .object({
      cardId: Id,
      kind: z.enum(["CARD", "IBAN"]),
      brand: z.string().nullable(),
      num: z.string().describe("Last four characters"),
      exp: z.string().nullable().describe("Last month of validity of the card, `YYYY-MM`"),
      nickname: z.string().nullable(),
      state: z.enum(["good", "expiring", "expired"]),
    })
    .nullable()
    .describe("The saved payment method; null: none any more"),
  mandateNeeded: z
    .boolean()
    .describe("The signed mandate does not cover renewals: a new one must be signed before the next renewal"),
  createdAt: Instant,
  cancelledAt: Instant.nullable(),
  terminatedAt: Instant.nullable(),
  endReason: SubscriptionEnd.nullable(),
  mayTerminate: z
    .object({
      effect: TerminationEffect,
      lastDay: Day.describe("Last day of validity then"),
      refund: Money.nullable(),
      calculation: RefundCalculation.optional().describe("How a prorated refund is computed; absent: there is none"),
    })
    .nullable()
    .describe("The effect of a termination now; null: it cannot be terminated now"),
  laterEnds: z
    .array(Day)
    .describe(
      "The last days that a termination may choose instead of that of `mayTerminate`: the ends of the following periods",
    ),
  chosenEnd: z
    .object({ on: Day, at: Instant.describe("When the customer chose it") })
    .nullable()
    .describe("The last day that the customer chose: it renews until then; null: none"),
  mayTakeBack: z.boolean().describe("The termination can be withdrawn now"),
  mayUpdateCard: z.boolean(),
  periods: z.array(SubscriptionPeriod).describe("Newest first"),
});
export type Subscription = z.infer<typeof Subscription>;

export const listSubscriptions = call("subscriptions", "GET", "/Subscriptions/list", {
  summary: "Lists the subscriptions of the account: terminated ones last, the newest first otherwise.",
  section: "§7",
  session: "holder",
  request: ofTraveller("Only the subscriptions of this traveller"),
  answer: { subscriptions: z.array(Subscription) },
  refusals: ["NOT_FOUND"],
});

const ofOne = { section: "§7", session: "holder", answer: { subscription: Subscription } } as const;

export const getSubscription = call("subscriptions", "GET", "/Subscriptions/get", {
  summary: "Returns a subscription with its paid periods.",
  ...ofOne,
  request: { subscriptionId: Id },
  refusals: ["NOT_FOUND"],
});

export const terminateSubscription = call("subscriptions", "POST", "/Subscriptions/terminate", {
  summary:
    "Terminates a subscription: before its start with a refund; today with a prorated refund when its renewal was not announced in time; immediately when it is blocked; otherwise at the end of the paid period, or of a later one.",
  ...ofOne,
  request: {
    subscriptionId: Id,
    effect: TerminationEffect.optional().describe(
      "The displayed effect (`mayTerminate`): if the effect is a different one by now, the call is refused (`TRANSITION_NOT_ALLOWED`, state `changed`)",
    ),
    lastDay: RequestDay.optional().describe(
      "The displayed last day, checked in the same way; with the effect `AT_DATE` one of `laterEnds`",
    ),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "PAYMENT_UNAVAILABLE"],
});

export const takeBackTermination = call("subscriptions", "POST", "/Subscriptions/takeBack", {
  summary: "Withdraws a termination before the end of the paid period: the subscription renews again.",
  session: "holder",
  answer: ofOne.answer,
  request: { subscriptionId: Id },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SUBSCRIPTION_NOT_RENEWABLE", "FEATURE_DISABLED"],
});

export const updateSubscriptionCard = call("subscriptions", "POST", "/Subscriptions/updateCard", {
  summary: "Changes the payment method of a subscription; an amount that is due is charged again immediately.",
  ...ofOne,
  request: {
    subscriptionId: Id,
    cardId: Id.describe("A saved payment method (`Account/getCards.json`)"),
    mandate: MandateSigned.optional().describe(
      "Bank account: the mandate that was displayed (`Payment/previewInstallments`) and signed",
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
