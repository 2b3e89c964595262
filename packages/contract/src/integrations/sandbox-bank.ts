import { z } from "zod";
import { type ledgerEntry, paymentMoney } from "./sandbox-payment-controls.ts";

/** Behaviours of the special test accounts. Any other valid IBAN is debited. */
export const bankConducts = ["closed", "no-money", "claimed-back"] as const;
export type BankConduct = (typeof bankConducts)[number];
export const testIbans = {
  good: "FR7630006000010000000000152",
  closed: "FR7630006000010000000000443",
  "no-money": "FR7630006000010000000000637",
  "claimed-back": "FR7630006000010000000000249",
} as const satisfies Record<BankConduct | "good", string>;

/** Reason for a rejected or returned debit: an external code of ISO 20022, such as `AM04` (insufficient funds). */
export const debitReason = z.string().regex(/^[A-Z0-9]{4}$/);

/** waits: submitted; rejected: refused before its day; booked: collected; returned: collected and then returned. */
export const debitState = z.enum(["waits", "rejected", "booked", "returned"]);

export const bankTransfer = z.object({ key: z.string(), amount: paymentMoney, at: z.iso.datetime() });

/** A debit at the bank, identified by its end-to-end id, which is never reused. */
export const bankDebit = z.object({
  endToEndId: z.string(),
  instructionId: z.string(),
  messageId: z.string(),
  mandateId: z.string(),
  /** Sequence type as submitted; absent in records from before it was stored. */
  sequence: z.enum(["OOFF", "FRST", "RCUR", "FNAL"]).optional(),
  signedOn: z.iso.date().optional(),
  creditorId: z.string().optional(),
  creditorIban: z.string().optional(),
  block: z.string().optional(),
  debtorIban: z.string().optional(),
  amount: paymentMoney,
  collectOn: z.iso.date(),
  state: debitState,
  reason: debitReason.optional(),
  /** Credit transfers back to the debtor. */
  transfers: z.array(bankTransfer),
  changedAt: z.iso.datetime(),
});
export type BankDebit = z.infer<typeof bankDebit>;

/** Sends money back to the debtor. Idempotent by `key`. */
export interface TransferRequest {
  key: string;
  amount: { amount: number; currency: string };
}

export const bankRefusals = {
  file_invalid: 400,
  request_invalid: 400,
  debit_unknown: 404,
  message_reused: 409,
  debit_reused: 409,
  debit_not_booked: 409,
  transfer_too_high: 422,
} as const;
export type BankRefusal = keyof typeof bankRefusals;

/**
 * Demo controls of the bank: `return` returns the next debits two days after their booking, whatever the account; `book-cent` and
 * `book-currency` book the next debits with another amount or currency than submitted.
 */
export const bankBehaviourKind = z.enum(["return", "book-cent", "book-currency"]);
export type BankBehaviourKind = z.infer<typeof bankBehaviourKind>;
export const bankBehaviourRequest = z.strictObject({
  next: bankBehaviourKind,
  count: z.int().min(0).max(1000).default(1),
});

/**
 * Body of `POST /bank/answer`: rejects waiting debits and returns booked ones for a reason, one by its end-to-end id (with or without hyphens), or
 * all of a file by its message id.
 */
export const bankAnswerRequest = z.union([
  z.strictObject({ debit: z.string().min(1).max(50), reason: debitReason }),
  z.strictObject({ file: z.string().min(1).max(50), reason: debitReason }),
]);
export type BankLedgerEntry = z.infer<typeof ledgerEntry>;
