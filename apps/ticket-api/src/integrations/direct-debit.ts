import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { CreditTransfers } from "./credit-transfers.ts";

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
  /** The mandate as its collector registered it; absent: the collector registers none. */
  registered?: RegisteredMandate | undefined;
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

/** A mandate as a payment provider registered it, with the provider's ids. */
export interface RegisteredMandate {
  mandate: string;
  /** The bank account, and its owner. */
  method: string;
  customer: string;
  /** The reference of the mandate that the debtor's bank shows. */
  reference: string;
}

/** A signed mandate to register; the same `reference` again registers nothing more. */
export interface MandateRegistration {
  /** Our mandate's id. */
  reference: string;
  /** Our customer's id. */
  customer: string;
  debtor: { name: string; email: string; iban: string };
  /** How it was signed: instant, network address, and the browser as far as it is known. */
  signature: { at: string; address: string; browser: string };
}

/** Where a debit is found at its collector: its name there, if it is stored, and its mandate. */
export interface DebitPlace {
  session: string | null;
  registered: RegisteredMandate | undefined;
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
  /** The collector's name of the debit; absent at the bank, which names it by its reference. */
  session?: string;
}

/** A debit that its collector does not take: it is not stored there, and never collected. */
export interface RefusedDebit {
  reference: string;
  /** The ISO 20022 reason (`MD01`: the mandate is not valid), or the collector's own word. */
  reason: string;
}

/** Who collects direct debits: the bank or a payment provider, which decides the state of each debit. Throws `Unreachable` and `ProviderRefused`. */
export interface DebitCollector {
  /** Hands the debits of a file over, each once however often it is repeated. One that is not taken goes to `refuse`, before anything is thrown. */
  submit(file: DebitFile, refuse: (refused: RefusedDebit) => Promise<void>): Promise<void>;
  /** The current state of a debit; undefined when the collector does not know the reference. */
  get(reference: string, place?: DebitPlace): Promise<DebitState | undefined>;
}

/**
 * The port to a payment provider that collects direct debits (decision 180). Changes of debits and refunds come by the provider's own port:
 * a debit is a session there.
 */
export interface ProviderDebits extends DebitCollector {
  /** Registers a signed mandate. Refused with `accountRefused`: nothing can be debited from this account. */
  register(mandate: MandateRegistration): Promise<RegisteredMandate>;
  /** Whether something may still be debited under a mandate, by the provider's id. */
  isInForce(mandate: string): Promise<boolean>;
}

/** The code with which a mandate is refused whose account cannot be debited. */
export const accountRefused = "account_refused";

/** The port to an operator's bank, by files. Throws `BankUnreachable` and `ProviderRefused`. */
export interface DirectDebits extends DebitCollector {
  /** As of every collector; a bank takes a file as a whole, and rejects its debits later. */
  submit(file: DebitFile): Promise<void>;
  /** Refunds a booked debit by credit transfer. The same `key` again transfers nothing more. */
  sendBack(reference: string, transfer: { key: string; amount: Money }): Promise<DebitState>;
  /** Debits that changed after `cursor` (without one: from the first), oldest first. */
  listSince(cursor: string | undefined): Promise<{ debits: DebitState[]; cursor: string; more: boolean }>;
  /** Credit transfers to customers. Absent at a bank that makes none but refunds of debits. */
  transfers?: CreditTransfers;
}
