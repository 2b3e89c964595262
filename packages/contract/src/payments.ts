import { z } from "zod";
import { call } from "./call.ts";
import { PaymentMethod, Period } from "./catalogue.ts";
import { nicknameMaxLength } from "./limits/payment-limits.ts";
import { Day, Id, Instant, Money, ofTraveller, RequestMoney, wireList } from "./values.ts";

/** How a payment stands for the customer who is back from the provider (§4 "Payment outcomes"). */
export const PaymentOutcome = z.enum(["CONFIRMED", "REFUSED", "CANCELLED", "CHECKING"]);
export type PaymentOutcome = z.infer<typeof PaymentOutcome>;

/** What an answer of the payment provider or the bank can say otherwise than it was asked. */
export const MismatchField = z.enum(["reference", "order", "amount", "currency", "captured", "refunded"]);
export type MismatchField = z.infer<typeof MismatchField>;

/** One difference between what was asked and what was answered; amounts in minor units with their currency: `150 EUR`. */
export const Mismatch = z.object({ field: MismatchField, expected: z.string(), answered: z.string() });
export type Mismatch = z.infer<typeof Mismatch>;

export const acknowledge = call("payments", "POST", "/Payment/acknowledge.json", {
  summary: "The customer is back: asks the provider how the payment stands, and waits a little for an answer.",
  section: "§7",
  session: "user",
  opensTo: ["card"],
  request: { orderId: Id },
  answer: { outcome: PaymentOutcome, orderId: Id },
  refusals: ["NOT_FOUND"],
});

/** A payment card or bank account that the customer keeps (§3 "Payment card", "Bank account"). */
export const SavedPaymentMethod = z.object({
  ID: Id,
  INTERNAL: z.boolean().describe("Held by us (a bank account); false: by the payment provider"),
  kind: z.enum(["CARD", "IBAN"]),
  country: z.string().nullable().describe("Of a bank account: where it is held, `FR`"),
  holder: z.string().nullable().describe("Of a bank account: whose it is"),
  brand: z.string().nullable(),
  EXTRA: z.object({
    EXP: z.string().nullable().describe("Last month in which the card is good, `YYYY-MM`"),
    NUM: z.string().describe("Last four characters"),
  }),
  nickname: z.string().nullable().describe("What the customer calls it"),
  IS_BOOKMARKED: z.boolean(),
  LOCKED: z.boolean().describe("Cannot be removed: a subscription or an installment needs it"),
  neededBy: z
    .array(z.object({ orderId: Id, orderNumber: z.string(), until: Day.describe("Of its last part that is not paid") }))
    .describe("Why it is locked: the orders whose parts need it"),
  subscriptions: z
    .array(z.object({ subscriptionId: Id, name: z.string() }))
    .describe("Why it is locked: the subscriptions that it pays and that still run"),
  mandates: z
    .array(
      z.object({
        reference: z.string(),
        signedAt: Instant,
        orderId: Id.nullable().describe("The one order whose payments it covers; null: it covers a subscription"),
        orderNumber: z.string().nullable(),
        subscriptionId: Id.nullable().describe("The subscription that it covers, with its renewals"),
        name: z.string().nullable().describe("Of the subscription"),
      }),
    )
    .describe("Of a bank account: what was signed for it, newest first"),
  state: z.enum(["good", "expiring", "expired"]),
  createdAt: Instant,
});
export type SavedPaymentMethod = z.infer<typeof SavedPaymentMethod>;

export const getCards = call("payments", "GET", "/Account/getCards.json", {
  summary: "The payment cards and bank accounts that the customer keeps.",
  section: "§7",
  session: "holder",
  request: { methods: wireList(PaymentMethod).optional() },
  answer: { cards: z.array(SavedPaymentMethod) },
  refusals: [],
});

export const registerCard = call("payments", "POST", "/Account/registerCard", {
  summary: "Opens a page of the provider where a card is kept without being charged.",
  session: "holder",
  idempotent: true,
  request: { returnUrl: z.string().max(500) },
  answer: { paymentUrl: z.string() },
  refusals: ["RETURN_URL_INVALID", "PAYMENT_UNAVAILABLE"],
});

export const registerBankAccount = call("payments", "POST", "/Account/registerBankAccount", {
  summary: "Keeps an IBAN for direct debits; the mandate is signed with the order.",
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
  summary: "Removes a kept way to pay, here and at the provider.",
  ...ofOneMethod,
  refusals: ["NOT_FOUND", "PAYMENT_METHOD_LOCKED"],
});
export const setCardBookmark = call("payments", "PUT", "/account/setCardBookmark", {
  summary: "Makes a kept way to pay the favourite; another one is it no longer.",
  ...ofOneMethod,
  request: { ...ofOneMethod.request, ...ofTraveller("A person of the account, whose ways to pay these are") },
  refusals: ["NOT_FOUND"],
});
export const removeCardBookmark = call("payments", "PUT", "/account/removeCardBookmark", {
  summary: "Takes the mark of the favourite away.",
  ...ofOneMethod,
  request: { ...ofOneMethod.request, ...ofTraveller("A person of the account, whose ways to pay these are") },
  refusals: ["NOT_FOUND"],
});

export const setCardNickname = call("payments", "PUT", "/account/setCardNickname", {
  summary: "Gives a kept way to pay a name of the customer's own; an empty one takes it away.",
  session: "holder",
  answer: ofOneMethod.answer,
  request: { ...ofOneMethod.request, nickname: z.string().trim().max(nicknameMaxLength) },
  refusals: ["NOT_FOUND"],
});

/** One part of an order (§9 "Installments"). */
export const Installment = z.object({
  position: z.int(),
  amount: Money,
  dueOn: Day,
  collectedOn: Day.describe("The day on which it is collected: debits on TARGET days only"),
  status: z.enum(["planned", "begun", "paid", "unpaid", "written-off", "withdrawn"]),
});
export type Installment = z.infer<typeof Installment>;

/** What is signed for a direct debit, as it is shown before. */
export const MandateText = z.object({
  reference: z.string().describe("Unique; signs once"),
  creditor: z.object({ name: z.string(), id: z.string(), address: z.string() }),
  wording: z.string().describe("For one order, or for a subscription with its renewals; kept to the letter"),
  digest: z.string().describe("Of all that is shown: sent back with the order by whoever signs"),
});
/** The signature of a mandate: the customer read this text, and signed it by ordering. */
export const MandateSigned = z.strictObject({ reference: z.string().max(35), digest: z.string().max(100) });

export const previewInstallments = call("payments", "POST", "/Payment/previewInstallments", {
  summary: "The calendar in which a total would be paid, and for a debit the mandate's text.",
  session: "user",
  request: {
    totalAmount: RequestMoney,
    paymentMethod: PaymentMethod,
    installments: z.int().min(1).max(36),
    period: Period,
    key: z.string().max(200).optional().describe("Of the cart: the same key shows the same mandate again"),
    renews: z
      .strictObject({ productId: Id, quantity: z.int().min(1).max(99).default(1) })
      .optional()
      .describe("Of a debit: the article that is subscribed to; the mandate then covers its renewals too"),
    subscriptionId: Id.optional().describe(
      "Of a debit: a subscription of one's own whose renewals are to be debited from now on",
    ),
  },
  answer: { installments: z.array(Installment), mandate: MandateText.nullable() },
  refusals: ["PAYMENT_METHOD_NOT_OFFERED", "INSTALLMENTS_NOT_OFFERED", "NOT_FOUND"],
});

export const payInstallment = call("payments", "POST", "/Payment/payInstallment", {
  summary: "Pays a part that came back unpaid, on the provider's page.",
  session: "holder",
  idempotent: true,
  request: { orderId: Id, position: z.int32().min(1), returnUrl: z.string().max(500) },
  answer: { paymentUrl: z.string() },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "RETURN_URL_INVALID", "PAYMENT_UNAVAILABLE"],
});
