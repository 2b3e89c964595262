import { z } from "zod";
import { call } from "./call.ts";
import { PaymentMethod, Period } from "./catalogue.ts";
import { nicknameMaxLength } from "./limits/payment-limits.ts";
import { DebitTicketsUsable } from "./packs/debit-tickets.ts";
import { byLink, Day, Id, Instant, Money, ofTraveller, RequestMoney, wireList } from "./values.ts";

/**
 * Outcome of a payment for a customer back from the provider (§4 "Payment outcomes"). `UNPAID`: the customer left the payment page, which is
 * open: the order can still be paid.
 */
export const PaymentOutcome = z.enum(["CONFIRMED", "REFUSED", "CANCELLED", "CHECKING", "UNPAID"]);
export type PaymentOutcome = z.infer<typeof PaymentOutcome>;

/** Fields in which a response of the payment provider or the bank can deviate from the request. */
export const MismatchField = z.enum(["reference", "order", "amount", "currency", "captured", "refunded"]);
export type MismatchField = z.infer<typeof MismatchField>;

/** One deviation of a response from its request; amounts in minor units with their currency: `150 EUR`. */
export const Mismatch = z.object({ field: MismatchField, expected: z.string(), answered: z.string() });
export type Mismatch = z.infer<typeof Mismatch>;

export const acknowledge = call("payments", "POST", "/Payment/acknowledge.json", {
  summary: "Checks the payment at the provider after the customer's return, and waits briefly for the result.",
  section: "§7",
  session: "optional",
  opensTo: ["card"],
  request: {
    orderId: Id,
    ...byLink,
    leftPage: z
      .boolean()
      .optional()
      .describe(
        "Whether the customer came back through the payment page's back link: the answer does not wait, and is `UNPAID` while the page is open",
      ),
  },
  answer: { outcome: PaymentOutcome, orderId: Id },
  refusals: ["USER_NOT_CONNECTED", "NOT_FOUND"],
});

/** A saved payment card or bank account of the customer (§3 "Payment card", "Bank account"). */
export const SavedPaymentMethod = z.object({
  ID: Id,
  INTERNAL: z.boolean().describe("true: stored here (a bank account); false: by the payment provider"),
  kind: z.enum(["CARD", "IBAN"]),
  country: z.string().nullable().describe("Country of a bank account, such as `FR`"),
  holder: z.string().nullable().describe("Holder of a bank account"),
  brand: z.string().nullable(),
  EXTRA: z.object({
    EXP: z.string().nullable().describe("Last month of validity of the card, `YYYY-MM`"),
    NUM: z.string().describe("Last four characters"),
  }),
  nickname: z.string().nullable().describe("Name given by the customer"),
  IS_BOOKMARKED: z.boolean(),
  LOCKED: z.boolean().describe("Whether a subscription or an installment prevents its removal"),
  neededBy: z
    .array(
      z.object({ orderId: Id, orderNumber: z.string(), until: Day.describe("Day of its last unpaid installment") }),
    )
    .describe("Reason of the lock: orders with installments that need it"),
  subscriptions: z
    .array(z.object({ subscriptionId: Id, name: z.string() }))
    .describe("Reason of the lock: subscriptions that it pays"),
  mandates: z
    .array(
      z.object({
        reference: z.string(),
        signedAt: Instant,
        orderId: Id.nullable().describe("The single order that the mandate covers; null: it covers a subscription"),
        orderNumber: z.string().nullable(),
        subscriptionId: Id.nullable().describe("The subscription that it covers, with its renewals"),
        name: z.string().nullable().describe("Name of the subscription"),
      }),
    )
    .describe("Signed mandates of a bank account, newest first"),
  state: z.enum(["good", "expiring", "expired"]),
  createdAt: Instant,
});
export type SavedPaymentMethod = z.infer<typeof SavedPaymentMethod>;

export const getCards = call("payments", "GET", "/Account/getCards.json", {
  summary: "Lists the customer's saved payment methods: payment cards and bank accounts.",
  section: "§7",
  session: "holder",
  request: { methods: wireList(PaymentMethod).optional() },
  answer: { cards: z.array(SavedPaymentMethod) },
  refusals: [],
});

export const registerCard = call("payments", "POST", "/Account/registerCard", {
  summary: "Opens a page of the provider that saves a payment card without a charge.",
  session: "holder",
  idempotent: true,
  request: { returnUrl: z.string().max(500) },
  answer: { paymentUrl: z.string() },
  refusals: ["RETURN_URL_INVALID", "PAYMENT_UNAVAILABLE"],
});

export const registerBankAccount = call("payments", "POST", "/Account/registerBankAccount", {
  summary: "Saves an IBAN for direct debits; the mandate is signed with the order.",
  session: "holder",
  request: { iban: z.string().max(60), holder: z.string().trim().min(2).max(70) },
  answer: { card: SavedPaymentMethod },
  refusals: ["IBAN_INVALID", "IBAN_COUNTRY_NOT_COLLECTED", "FEATURE_DISABLED"],
});

const ofOneMethod = {
  section: "§7",
  session: "holder",
  request: { cardId: Id },
  answer: { cards: z.array(SavedPaymentMethod) },
} as const;
export const unregisterCard = call("payments", "POST", "/Account/unregisterCard.json", {
  summary: "Removes a saved payment method, here and at the provider.",
  ...ofOneMethod,
  refusals: ["NOT_FOUND", "PAYMENT_METHOD_LOCKED"],
});
export const setCardBookmark = call("payments", "PUT", "/account/setCardBookmark", {
  summary: "Marks a saved payment method as the favourite, in place of the previous one.",
  ...ofOneMethod,
  request: { ...ofOneMethod.request, ...ofTraveller("A person of the account, whose ways to pay these are") },
  refusals: ["NOT_FOUND"],
});
export const removeCardBookmark = call("payments", "PUT", "/account/removeCardBookmark", {
  summary: "Removes the favourite mark from a saved payment method.",
  ...ofOneMethod,
  request: { ...ofOneMethod.request, ...ofTraveller("A person of the account, whose ways to pay these are") },
  refusals: ["NOT_FOUND"],
});

export const setCardNickname = call("payments", "PUT", "/account/setCardNickname", {
  summary: "Names a saved payment method; an empty name removes the name.",
  session: "holder",
  answer: ofOneMethod.answer,
  request: { ...ofOneMethod.request, nickname: z.string().trim().max(nicknameMaxLength) },
  refusals: ["NOT_FOUND"],
});

/** One installment of an order (§9 "Installments"). */
export const Installment = z.object({
  position: z.int(),
  amount: Money,
  dueOn: Day,
  collectedOn: Day.describe("The day of collection; for debits a TARGET day"),
  status: z.enum(["planned", "begun", "paid", "unpaid", "written-off", "withdrawn"]),
});
export type Installment = z.infer<typeof Installment>;

/** An installment that a refund reduced before it was collected. */
export const ReducedByRefund = z.object({
  position: z.int(),
  collectedOn: Day,
  dropped: Money.describe("By how much it was reduced"),
  left: Money.describe("What remained to be collected; 0: it was dropped"),
});
export type ReducedByRefund = z.infer<typeof ReducedByRefund>;

/** A direct debit mandate, as shown before it is signed. */
export const MandateText = z.object({
  reference: z.string().describe("Unique; for one signature"),
  referenceFollows: z
    .boolean()
    .describe("The debtor's bank will show another reference, which is sent by e-mail before the first debit"),
  creditor: z.object({ name: z.string(), id: z.string(), address: z.string() }),
  wording: z
    .string()
    .describe("The text to sign, for one order or for a subscription with its renewals; stored word for word"),
  digest: z.string().describe("Digest of the displayed text, sent back with the order as the signature"),
});
/** Signature of a mandate: the customer read this text and signs it by ordering. */
export const MandateSigned = z.strictObject({ reference: z.string().max(35), digest: z.string().max(100) });

/** From when the tickets of an order by direct debit are usable. */
export const TicketsUsable = z.object({
  from: DebitTicketsUsable.describe(
    "`signed`: at once; `provisional`: at once, and suspended on a day unless the first debit is settled by then; `settled`: once the first debit is settled",
  ),
  on: Day.nullable().describe(
    "`provisional`: the day of the suspension; `settled`: the day of the first debit, the earliest possible; `signed`: null",
  ),
});
export type TicketsUsable = z.infer<typeof TicketsUsable>;

export const previewInstallments = call("payments", "POST", "/Payment/previewInstallments", {
  summary: "Returns the calendar of the payments of a total and, for direct debit, the text of the mandate.",
  session: "user",
  request: {
    totalAmount: RequestMoney,
    paymentMethod: PaymentMethod,
    installments: z.int().min(1).max(36),
    period: Period,
    key: z.string().max(200).optional().describe("Key of the cart: the same key returns the same mandate"),
    renews: z
      .strictObject({ productId: Id, quantity: z.int().min(1).max(99).default(1) })
      .optional()
      .describe("Direct debit: the subscribed article; the mandate then covers its renewals too"),
    subscriptionId: Id.optional().describe("Direct debit: a subscription whose renewals will be debited from now on"),
  },
  answer: {
    installments: z.array(Installment),
    mandate: MandateText.nullable(),
    ticketsUsable: TicketsUsable.nullable().describe(
      "From when the tickets would be usable; null: not an order by direct debit",
    ),
  },
  refusals: ["PAYMENT_METHOD_NOT_OFFERED", "INSTALLMENTS_NOT_OFFERED", "NOT_FOUND"],
});

export const payInstallment = call("payments", "POST", "/Payment/payInstallment", {
  summary: "Pays an unpaid installment on the provider's page.",
  session: "holder",
  idempotent: true,
  request: { orderId: Id, position: z.int32().min(1), returnUrl: z.string().max(500) },
  answer: { paymentUrl: z.string() },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "RETURN_URL_INVALID", "PAYMENT_UNAVAILABLE", "AMOUNT_NOT_PAYABLE"],
});
