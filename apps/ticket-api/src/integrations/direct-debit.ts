import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import type { Money } from "@guichet/contract/values.ts";
import { ProviderUnreachable } from "./payment-provider.ts";

/** The bank did not answer in time, or with a fault of its own: nothing is known, ask again. */
export class BankUnreachable extends ProviderUnreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options, "bank");
  }
}

/** Where a debit stands among those of its mandate (SEPA Core): one-off, first, recurrent. */
export const debitSequences = ["OOFF", "FRST", "RCUR"] as const;
export type DebitSequence = (typeof debitSequences)[number];

/** One debit, founded on a signed mandate (SEPA Core). */
export interface Debit {
  /** Our payment's id: by it the bank takes the debit once, for ever. */
  reference: string;
  orderId: string;
  /** What the debtor reads on the statement. */
  orderNumber: string;
  amount: Money;
  mandate: { reference: string; signedOn: string };
  debtor: { name: string; iban: string };
  /** The only debit of its mandate, the first of several, or one that follows. */
  sequence: DebitSequence;
}

/** Debits of one day, handed in together. The same file again must not differ, and hands in nothing more. */
export interface DebitFile {
  id: string;
  createdAt: string;
  collectOn: string;
  creditor: PackCreditor;
  debits: readonly Debit[];
}

/** `waits`: handed in; `rejected`: refused before its day; `booked`: collected; `returned`: collected, and come back unpaid. */
export interface DebitState {
  reference: string;
  orderId: string;
  amount: Money;
  state: "waits" | "rejected" | "booked" | "returned";
  /** Why it was rejected or came back, as ISO 20022 says it (`AC04`). */
  reason: string | undefined;
  /** What was sent back to the debtor: by us, or by the operator at its bank, of which the audit tells. */
  sentBack: Money;
  /** Each transfer by which it was, by the key that it was asked with. */
  transfers: readonly { reference: string; amount: Money; at: string }[];
  changedAt: string;
}

/** What we need of an operator's bank. Its own state is the truth. Throws `BankUnreachable` and `ProviderRefused`. */
export interface DirectDebits {
  submit(file: DebitFile): Promise<void>;
  /** How a debit stands now; undefined when the bank has none of this reference. */
  get(reference: string): Promise<DebitState | undefined>;
  /** Sends money of a booked debit back to its debtor by credit transfer. The same `key` again sends nothing more. */
  sendBack(reference: string, transfer: { key: string; amount: Money }): Promise<DebitState>;
  /** Debits that changed after `cursor` (from the first without one), oldest first. */
  listSince(cursor: string | undefined): Promise<{ debits: DebitState[]; cursor: string; more: boolean }>;
}
