import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { CreditTransfers } from "./credit-transfers.ts";
import { ProviderUnreachable } from "./payment-provider.ts";

/** The bank did not respond in time, or failed: the outcome is unknown, retry. */
export class BankUnreachable extends ProviderUnreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options, "bank");
  }
}

/** The position of a debit among those of its mandate (SEPA Core): one-off, first, recurrent, last. */
export const debitSequences = ["OOFF", "FRST", "RCUR", "FNAL"] as const;
export type DebitSequence = (typeof debitSequences)[number];

/** One debit, based on a signed mandate (SEPA Core). */
export interface Debit {
  /** Our payment's id: the bank accepts each debit once per reference, forever. */
  reference: string;
  orderId: string;
  /** The text on the debtor's statement. */
  orderNumber: string;
  amount: Money;
  mandate: { reference: string; signedOn: string };
  debtor: { name: string; iban: string };
  /** The only debit of its mandate, the first of several, a following one, or the last. */
  sequence: DebitSequence;
}

/** Debits of one day, submitted together. Submitting the same file again must send the same content, and has no effect. */
export interface DebitFile {
  id: string;
  createdAt: string;
  collectOn: string;
  creditor: PackCreditor;
  debits: readonly Debit[];
}

/** `waits`: submitted; `rejected`: refused before its day; `booked`: collected; `returned`: collected and returned unpaid. */
export interface DebitState {
  reference: string;
  orderId: string;
  amount: Money;
  state: "waits" | "rejected" | "booked" | "returned";
  /** The ISO 20022 reason of the rejection or return (`AC04`). */
  reason: string | undefined;
  /** The amount refunded to the debtor: by us, or by the operator at its bank, which the audit reports. */
  sentBack: Money;
  /** The refund transfers, each with the key of its request. */
  transfers: readonly { reference: string; amount: Money; at: string }[];
  changedAt: string;
}

/** The port to an operator's bank, whose state is the truth. Throws `BankUnreachable` and `ProviderRefused`. */
export interface DirectDebits {
  submit(file: DebitFile): Promise<void>;
  /** The current state of a debit; undefined when the bank does not know the reference. */
  get(reference: string): Promise<DebitState | undefined>;
  /** Refunds a booked debit by credit transfer. The same `key` again transfers nothing more. */
  sendBack(reference: string, transfer: { key: string; amount: Money }): Promise<DebitState>;
  /** Debits that changed after `cursor` (without one: from the first), oldest first. */
  listSince(cursor: string | undefined): Promise<{ debits: DebitState[]; cursor: string; more: boolean }>;
  /** Credit transfers to customers. Absent at a bank that makes none but refunds of debits. */
  transfers?: CreditTransfers;
}
