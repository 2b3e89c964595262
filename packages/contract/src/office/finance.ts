import { z } from "zod";
import { Currency, Id, Instant, Money, Month, page, paging, RequestMonth, WireInt } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** An account of the ledger. */
export const LedgerAccount = z.enum([
  "provider",
  "counter",
  "terminal",
  "receivable",
  "sales",
  "suspense",
  "disputed",
  "losses",
  "fees",
  "transit",
  "bank",
]);
export type LedgerAccount = z.infer<typeof LedgerAccount>;

/** SHA-256 in hexadecimal digits. */
const Digest = z.string().length(64);

/** A closed month, with the digest of its journal. */
export const MonthClosing = z.object({
  month: Month,
  entryCount: z.int().describe("Entries of the journal"),
  lineCount: z.int().describe("Their lines"),
  turnover: Money.describe("The sum of the debits, which is that of the credits"),
  digest: Digest.describe("SHA-256 of the journal's FEC file, in hexadecimal digits"),
  chain: Digest.describe("SHA-256 of the `chain` of the month before, if there is one, followed by `digest`"),
  previousMonth: Month.nullable().describe("The month before; null: this one was closed first"),
  differenceCount: z.int().describe("Differences that were known when it was closed"),
  reason: z.string().nullable().describe("Why it was closed nevertheless; null: there were none"),
  closedBy: z.string().nullable(),
  closedAt: Instant,
});
export type MonthClosing = z.infer<typeof MonthClosing>;

/** What invoices less credit notes state for one VAT rate. */
export const VatRow = z.object({
  rate: z.number().describe("Percent"),
  invoiced: Money.describe("Gross amount of invoices"),
  credited: Money.describe("Gross amount of credit notes"),
  net: Money.describe("Invoices less credit notes, without VAT"),
  vat: Money,
  gross: Money,
});
export type VatRow = z.infer<typeof VatRow>;

const Outstanding = z.object({ count: z.int(), amount: Money });

/** An order whose sales in the ledger differ from its documents. */
export const UnequalSale = z.object({
  orderId: Id,
  number: z.string(),
  sold: Money.describe("Sales in the ledger, less reversals"),
  invoiced: Money.describe("Invoice, less credit notes"),
});
export type UnequalSale = z.infer<typeof UnequalSale>;

const unequal = (what: string) =>
  z.object({
    count: z.int(),
    amount: Money.describe("Sales in the ledger less documents"),
    amountBefore: Money.describe("The same at the beginning of the month"),
    orders: z.array(UnequalSale).describe(`${what}; the first hundred`),
  });

/** Whether a month can be closed, and why not. `first-open`: an earlier month follows the last closed one. */
export const Closable = z.enum(["yes", "not-over", "closed", "first-open"]);
export type Closable = z.infer<typeof Closable>;

const month = RequestMonth.describe("The month, `2026-10`, in the network's time zone");

export const getFinanceMonth = staffCall("finance", "GET", "getFinanceMonth", {
  summary:
    "Answers what a network sold, credited, took, paid back and owes in a month, with its VAT by rate, from the invoices and the ledger, and whether both agree.",
  permission: "finance.read",
  request: { month },
  answer: {
    month: Month,
    currency: Currency,
    isOver: z.boolean().describe("`false`: the figures are those until now"),
    documents: z
      .array(
        z.object({ series: z.enum(["invoice", "credit-note"]), count: z.int(), first: z.string(), last: z.string() }),
      )
      .describe("Documents of each series with their first and last number"),
    vat: z.array(VatRow).describe("By rate, the lowest first"),
    vatTotal: VatRow.omit({ rate: true }),
    sales: z
      .object({
        sold: Money,
        takenBack: Money,
        balance: Money.describe("Sold, less taken back"),
        documents: Money.describe("Invoices less credit notes, as in `vatTotal`"),
        difference: Money.describe(
          "`balance` less `documents`: exactly the change of `toPayBack` and `differences` in the month",
        ),
      })
      .describe("Sales of the ledger compared with the documents"),
    toPayBack: unequal("Orders that were credited or never completed, with money not paid back at the end"),
    differences: unequal("Orders with documents and ledger that disagree at the end"),
    openDiscrepancies: z.int().describe("Payment discrepancies found by the end of the month that nobody has closed"),
    movements: z.array(z.object({ from: LedgerAccount, to: LedgerAccount, count: z.int(), amount: Money })),
    balances: z.array(z.object({ account: LedgerAccount, before: Money, after: Money })),
    settlement: z.object({ fees: Money, paidOut: Money }),
    outstanding: z.object({ atProvider: Money, debited: Money, debits: Outstanding, refunds: Outstanding }),
    differenceCount: z.int().describe("Orders that disagree and open discrepancies: they need a reason to close"),
    closable: Closable,
    firstOpenMonth: Month.nullable().describe("The month that is closed next; null: none is closed yet"),
    closing: MonthClosing.nullable().describe("null: it is not closed"),
    hasFec: z.boolean().describe("Whether the tax authority of the network's country takes the journal as FEC"),
  },
  refusals: [],
});

export const downloadFec = staffCall("finance", "GET", "downloadFec", {
  summary:
    "Answers the accounting journal of a month as the French FEC (article A47 A-1 of the Livre des procédures fiscales): 18 columns, separated by tabs, in ISO 8859-15.",
  permission: "finance.read",
  request: { month },
  answer: {},
  refusals: [],
  file: "text/plain; charset=iso-8859-15",
});

export const downloadJournal = staffCall("finance", "GET", "downloadJournal", {
  summary: "Answers the same journal as CSV in UTF-8, without formulas.",
  permission: "finance.read",
  request: { month },
  answer: {},
  refusals: [],
  file: "text/csv",
});

export const closeMonth = staffCall("finance", "POST", "closeMonth", {
  summary:
    "Closes a month that is over, for good: the digest of its journal is stored, chained to that of the month before. Months are closed one after the other. TRANSITION_NOT_ALLOWED has a `state`: `not-over`, `closed`, `first-open`, or `changed`, if there are other differences than were shown.",
  permission: "finance.close",
  multiline: ["reason"],
  request: {
    month,
    differenceCount: WireInt.pipe(z.int().min(0)).describe("The number of differences that was shown"),
    reason: AuditReason.optional().describe("Why it is closed with differences; needed if there are any"),
  },
  answer: { closing: MonthClosing },
  refusals: ["TRANSITION_NOT_ALLOWED", "FIELD_REQUIRED"],
});

export const listMonthClosings = staffCall("finance", "GET", "listMonthClosings", {
  summary: "Lists the closed months with their digests, the newest first.",
  permission: "finance.read",
  request: paging,
  answer: page(MonthClosing),
  refusals: ["CURSOR_INVALID"],
});

export const verifyMonthClosing = staffCall("finance", "GET", "verifyMonthClosing", {
  summary: "Computes the journal of a closed month again, and compares it with its digest.",
  permission: "finance.read",
  request: { month },
  answer: {
    closing: MonthClosing,
    isSame: z.boolean().describe("The journal of today has the digest of the closing, and the chain is unbroken"),
    isChained: z.boolean().describe("`chain` follows from `digest` and the `chain` of the month before"),
    digest: Digest.describe("The digest of the journal of today"),
    entryCount: z.int(),
    lineCount: z.int(),
    turnover: Money,
  },
  refusals: ["NOT_FOUND"],
});

/** What can be wrong between ledger, documents, payouts and counters, as `npm run audit` names it. */
export const BookDifferenceKind = z.enum([
  "captured-not-booked",
  "booked-not-captured",
  "booked-twice",
  "movement-unbalanced",
  "movement-other-amount",
  "completed-unpaid",
  "paid-not-completed",
  "payment-other-amount",
  "payment-discrepancy",
  "owed-wrong",
  "cancelled-not-refunded",
  "late-capture-kept",
  "rest-booked-wrong",
  "refund-transfer-wrong",
  "settled-refund-reinstated",
  "invoice-missing",
  "invoice-unfounded",
  "invoice-total-wrong",
  "credit-note-total-wrong",
  "invoice-gap",
  "invoice-number-twice",
  "invoice-counter-wrong",
  "payout-sum-wrong",
  "fee-wrong",
  "payout-booked-wrong",
  "payment-not-settled",
  "payment-settled-twice",
  "counter-sale-wrong",
  "drawer-wrong",
  "bank-entry-open",
  "month-changed",
]);
export type BookDifferenceKind = z.infer<typeof BookDifferenceKind>;

/** A difference between two records of the books. */
export const BookDifference = z.object({
  kind: BookDifferenceKind,
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  subject: z.string().describe("The payment, movement, document, payout, drawer or month concerned"),
  found: z.string().describe("What was found, in an English sentence; amounts in minor units"),
});
export type BookDifference = z.infer<typeof BookDifference>;

export const compareBooks = staffCall("finance", "GET", "compareBooks", {
  summary:
    "Compares ledger, payments, documents, payouts and counters with each other now, as `npm run audit` does; it also asks the providers, this call does not.",
  permission: "finance.read",
  request: {},
  answer: {
    comparedAt: Instant,
    count: z.int().describe("Differences, also those that are not listed"),
    items: z.array(BookDifference).describe("The first two hundred, by kind"),
  },
  refusals: [],
});
