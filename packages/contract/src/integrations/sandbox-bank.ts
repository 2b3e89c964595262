import { z } from "zod";
import { type ledgerEntry, paymentMoney } from "./sandbox-payment.ts";

/**
 * The HTTP protocol of the sandbox's bank, the stand-in for an operator's bank. Debits are handed in as a file of ISO 20022
 * (pain.008.001.08, SEPA Core); how they stand is asked for in JSON. All paths ask for `Authorization: Bearer <api key>`.
 */
export const sandboxBankPaths = { files: "/bank/v1/files", debits: "/bank/v1/debits" } as const;

/** The key of the demo: a production start refuses it. */
export const demoBankKey = "sandbox-demo-bank-key";

/** Accounts that do something else than to be debited. Every other valid IBAN is debited. */
export const bankConducts = ["closed", "no-money", "claimed-back"] as const;
export type BankConduct = (typeof bankConducts)[number];
export const testIbans = {
  good: "FR7630006000010000000000152",
  closed: "FR7630006000010000000000443",
  "no-money": "FR7630006000010000000000637",
  "claimed-back": "FR7630006000010000000000249",
} as const satisfies Record<BankConduct | "good", string>;

/** Why a debit was rejected or came back (ISO 20022 external codes): account closed, no money, no mandate known. */
export const debitReason = z.enum(["AC04", "AM04", "MD01", "MS03"]);
export type DebitReason = z.infer<typeof debitReason>;

/** waits: handed in; rejected: refused before its day; booked: collected; returned: collected, and come back. */
export const debitState = z.enum(["waits", "rejected", "booked", "returned"]);

export const bankTransfer = z.object({ key: z.string(), amount: paymentMoney, at: z.iso.datetime() });

/** A debit as the bank has it: one by its end-to-end id, for ever. */
export const bankDebit = z.object({
  endToEndId: z.string(),
  instructionId: z.string(),
  messageId: z.string(),
  mandateId: z.string(),
  /** How it was handed in; absent in a book of before these were written down. */
  sequence: z.enum(["OOFF", "FRST", "RCUR", "FNAL"]).optional(),
  signedOn: z.iso.date().optional(),
  creditorId: z.string().optional(),
  debtorIban: z.string().optional(),
  amount: paymentMoney,
  collectOn: z.iso.date(),
  state: debitState,
  reason: debitReason.optional(),
  /** What was sent back to the debtor by credit transfer. */
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
/** POST debits/{endToEndId}/transfers: money sent back to the debtor. Idempotent by `key`. */
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
 * Doors of the demo: `return` sends the next debits back two days after they were booked, whatever the account; `book-cent`,
 * `book-currency` and `book-order` take the next debits in with another amount, currency or order than were handed in.
 */
export const bankBehaviourKind = z.enum(["down", "lost-answer", "return", "book-cent", "book-currency", "book-order"]);
export type BankBehaviourKind = z.infer<typeof bankBehaviourKind>;
export const bankBehaviourRequest = z.strictObject({
  next: bankBehaviourKind,
  count: z.int().min(0).max(1000).default(1),
});
export type BankLedgerEntry = z.infer<typeof ledgerEntry>;
