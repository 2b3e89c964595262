import { z } from "zod";
import { type ledgerEntry, paymentMoney } from "./sandbox-payment-controls.ts";

/**
 * HTTP protocol of the sandbox's bank, the stand-in for an operator's bank. Debits are submitted as an ISO 20022 file
 * (pain.008.001.08, SEPA Core); their state is read as JSON. All paths require `Authorization: Bearer <api key>`.
 */
export const sandboxBankPaths = { files: "/bank/v1/files", debits: "/bank/v1/debits" } as const;

/** The demo's API key; refused in production. */
export const demoBankKey = "sandbox-demo-bank-key";

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

export const fileAnswer = z.object({ messageId: z.string(), debits: z.int() });
export const debitPage = z.object({ items: z.array(bankDebit), cursor: z.string(), more: z.boolean() });
export const listDebitsQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
/** Body of POST debits/{endToEndId}/transfers: sends money back to the debtor. Idempotent by `key`. */
export const transferRequest = z.strictObject({
  key: z.string().min(1).max(200),
  amount: z.strictObject({ amount: z.int().positive(), currency: z.string() }),
});

export const bankRefusals = {
  file_invalid: 400,
  request_invalid: 400,
  key_invalid: 401,
  debit_unknown: 404,
  message_reused: 409,
  debit_reused: 409,
  debit_not_booked: 409,
  transfer_too_high: 422,
  unavailable: 503,
} as const;
export type BankRefusal = keyof typeof bankRefusals;

/**
 * Demo controls of the bank: `return` returns the next debits two days after their booking, whatever the account; `book-cent`,
 * `book-currency` and `book-order` record the next debits with another amount, currency or order than submitted.
 */
export const bankBehaviourKind = z.enum(["down", "lost-answer", "return", "book-cent", "book-currency", "book-order"]);
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

export const bankError = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
