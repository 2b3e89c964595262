import { z } from "zod";
import { call } from "./call.ts";
import { Installment, ReducedByRefund } from "./payments.ts";
import { byLink, Day, Id, Money, RequestMoney } from "./values.ts";

/** Why the customer was asked for a bank account: the card or the bank refused the money, or the staff the account. */
export const AccountCause = z.enum(["card", "bank", "staff"]);
export type AccountCause = z.infer<typeof AccountCause>;

/** Why a customer cannot get a refund for a ticket. */
export const RefundRefusal = z.enum([
  "NOT_REFUNDABLE",
  "USED",
  "STARTED",
  "ENDED",
  "DEADLINE_PASSED",
  "LOCKED_FIRST_DAYS",
  "LOCKED_LAST_DAYS",
  "NOTHING_LEFT",
  "BELOW_MINIMUM",
  "REFUNDED",
  "TRANSFERRED",
  "BLOCKED",
  "ON_CARD",
  "SUBSCRIPTION",
  "INSTALLMENTS",
  "AT_COUNTER",
  "ORDER_NOT_PAID",
  "DISPUTED",
]);
export type RefundRefusal = z.infer<typeof RefundRefusal>;

/** What a customer would get for one ticket for a reason that needs evidence, if the staff accept it today. */
export const RefundWithEvidence = z.object({
  reason: Id,
  name: z.string().describe("The reason, as its customer chooses it"),
  evidence: z.string().describe("Which evidence is accepted"),
  expectedOn: Day.describe("By when the staff decide about a request of today"),
  used: Money,
  fee: Money,
  refund: Money.describe("0 if it is refused"),
  refusal: RefundRefusal.nullable().describe("Why it cannot be requested; null: it can"),
});
export type RefundWithEvidence = z.infer<typeof RefundWithEvidence>;

/** What a customer would get for one ticket today. */
export const RefundableTicket = z.object({
  ticketId: Id,
  name: z.string(),
  serial: z.string(),
  travellerName: z.string().nullable(),
  paid: Money.describe("Its share of what was paid, after discounts"),
  used: Money.describe("Deducted for what was used"),
  fee: Money.describe("Deducted as a fee"),
  refund: Money.describe("What the customer gets, if enough is left of the order; 0 if it is refused"),
  refusal: RefundRefusal.nullable().describe("Why there is no refund; null: it can be requested"),
  withEvidence: z
    .array(RefundWithEvidence)
    .describe("Reasons of its policy that need evidence; empty while a request is open"),
  openRequestId: Id.nullable().describe("The refund request with evidence that waits for the staff"),
});
export type RefundableTicket = z.infer<typeof RefundableTicket>;

/** Where the money goes: back to the payments of the order, newest first. */
export const RefundDestination = z.object({
  method: z.enum(["CARD", "TRANSFER"]),
  lastDigits: z.string().nullable().describe("Last digits of the card; null: unknown, or a bank account"),
  from: Day.nullable().describe(
    "A debit is paid back from this day on, when it can no longer be returned by the debtor's bank on request; null: at once",
  ),
});
export type RefundDestination = z.infer<typeof RefundDestination>;

export const quoteRefund = call("refunds", "POST", "/Order/quoteRefund.json", {
  summary: "Returns, for each ticket of an order, what the customer would get back today, or why nothing.",
  session: "optional",
  request: { orderId: Id, ...byLink },
  answer: {
    tickets: z.array(RefundableTicket),
    remaining: Money.describe("What is left to refund of the order; the refund of several tickets is at most this"),
    open: z
      .array(Installment)
      .describe(
        "Installments to collect. A refund first reduces them, the last one first; only then money is paid back",
      ),
    collectable: z
      .object({ minAmount: z.int().positive(), step: z.int().positive() })
      .nullable()
      .describe(
        "What can be collected of an installment, in minor units: multiples of `step` from `minAmount` on. A refund that would leave another amount reduces it by less and pays the difference back; null: every amount",
      ),
    destinations: z.array(RefundDestination),
  },
  refusals: ["NOT_FOUND"],
});

export const requestRefund = call("refunds", "POST", "/Order/requestRefund.json", {
  summary: "Returns tickets of an order: they become invalid, a credit note is issued, and the money is refunded.",
  session: "optional",
  request: {
    orderId: Id,
    ticketIds: z.array(Id).min(1).max(100).describe("The tickets to return"),
    amount: RequestMoney.describe(
      "The refund that the customer was shown, with what is dropped; another one is not made",
    ),
    ...byLink,
  },
  answer: {
    refundId: Id,
    amount: Money,
    dropped: z.array(ReducedByRefund).describe("Installments that were reduced, the last one first"),
    paidBack: Money.describe("The other part of the amount"),
    creditNoteNumber: z.string(),
  },
  refusals: ["NOT_FOUND", "REFUND_REFUSED", "REFUND_AMOUNT_CHANGED"],
});

/** Where a refund that its card refused is, as its customer sees it. */
export const RefundAccountState = z.enum(["needs-account", "checking", "transferred"]);
export type RefundAccountState = z.infer<typeof RefundAccountState>;

/** A refund that its card refused, which is paid to a bank account of the customer. */
export const RefundToAccount = z.object({
  amount: Money,
  state: RefundAccountState.describe("`checking`: the staff check the account; `transferred`: handed over to the bank"),
  cause: AccountCause,
  reason: z.string().nullable().describe("What the staff wrote about the account that was entered before"),
  account: z.string().nullable().describe("The masked IBAN; null: not entered, or erased"),
});
export type RefundToAccount = z.infer<typeof RefundToAccount>;

export const readRefundAccount = call("refunds", "POST", "/Order/readRefundAccount.json", {
  summary: "Returns the refunds of an order that its card refused, and where they are.",
  session: "optional",
  request: { orderId: Id, ...byLink },
  answer: { refunds: z.array(RefundToAccount) },
  refusals: ["NOT_FOUND"],
});

export const enterRefundAccount = call("refunds", "POST", "/Order/enterRefundAccount.json", {
  summary: "Names the bank account for the refunds of an order that its card refused. The staff check it.",
  session: "optional",
  request: {
    orderId: Id,
    holder: z.string().trim().min(2).max(70).describe("The holder of the account"),
    iban: z.string().max(60).describe("As typed: spaces and lower case are accepted"),
    ...byLink,
  },
  answer: { refunds: z.array(RefundToAccount) },
  refusals: [
    "NOT_FOUND",
    "IBAN_INVALID",
    "IBAN_COUNTRY_NOT_COLLECTED",
    "TRANSITION_NOT_ALLOWED",
    "REAUTHENTICATION_REQUIRED",
  ],
});
