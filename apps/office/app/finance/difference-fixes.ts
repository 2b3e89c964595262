import type { BookDifferenceKind } from "@guichet/contract/office/finance.ts";

/** What to do about a difference: the texts of `finance.fix`. */
export type Fix =
  | "settle"
  | "compare"
  | "report"
  | "discrepancy"
  | "refund"
  | "document"
  | "payout"
  | "counter"
  | "bank"
  | "month";

/** The fix of each difference. */
export const fixes: Readonly<Record<BookDifferenceKind, Fix>> = {
  "captured-not-booked": "settle",
  "booked-not-captured": "compare",
  "booked-twice": "compare",
  "movement-unbalanced": "report",
  "movement-other-amount": "compare",
  "completed-unpaid": "settle",
  "paid-not-completed": "settle",
  "payment-other-amount": "compare",
  "payment-discrepancy": "discrepancy",
  "owed-wrong": "compare",
  "cancelled-not-refunded": "refund",
  "late-capture-kept": "refund",
  "rest-booked-wrong": "compare",
  "refund-transfer-wrong": "compare",
  "settled-refund-reinstated": "refund",
  "invoice-missing": "document",
  "invoice-unfounded": "document",
  "invoice-total-wrong": "document",
  "credit-note-total-wrong": "document",
  "invoice-gap": "report",
  "invoice-number-twice": "document",
  "invoice-counter-wrong": "report",
  "payout-sum-wrong": "payout",
  "fee-wrong": "payout",
  "payout-booked-wrong": "payout",
  "payment-not-settled": "payout",
  "payment-settled-twice": "compare",
  "counter-sale-wrong": "counter",
  "drawer-wrong": "counter",
  "bank-entry-open": "bank",
  "month-changed": "month",
};

/** The command on the server that fixes a difference; undefined: none does. The reason is for the person who runs it to fill in. */
export function commandFor(kind: BookDifferenceKind, subject: string): string | undefined {
  if (kind === "fee-wrong" || kind === "payment-not-settled") return "npm run payouts -- catch-up --days 30 --reason …";
  if (fixes[kind] === "payout") return `npm run payouts -- read ${subject} --reason …`;
  return fixes[kind] === "bank" ? `npm run bank-files -- resolve ${subject} --reason …` : undefined;
}
