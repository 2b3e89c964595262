import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import type { Money } from "@guichet/contract/values.ts";

/** A credit transfer to a customer's account that refunds no debit. */
export interface CustomerTransfer {
  /** The idempotency key: the same one again transfers nothing more. */
  key: string;
  orderId: string;
  amount: Money;
  payer: PackCreditor;
  recipient: { name: string; iban: string };
  /** The text on the recipient's statement. */
  remittance: string;
}

/** `waits`: handed over; `rejected` before it was made, `returned` after. */
export interface CustomerTransferState {
  key: string;
  state: "waits" | "settled" | "rejected" | "returned";
  /** The ISO 20022 reason (`AC04`). */
  reason: string | undefined;
}

/** The port to the operator's bank for credit transfers. Throws `BankUnreachable` and `ProviderRefused`. */
export interface CreditTransfers {
  send(transfer: CustomerTransfer): Promise<void>;
  /** Transfers that changed after `cursor` (without one: from the first), oldest first, in their current state. */
  listSince(cursor: string | undefined): Promise<{ transfers: CustomerTransferState[]; cursor: string; more: boolean }>;
}
