import type { Money } from "@guichet/contract/values.ts";

/**
 * What a payment provider reports about its fees and its payouts to the operator's bank account. Reading changes nothing there, and may
 * be repeated.
 */
export interface ProviderSettlement {
  /** Movements of the balance since an instant, or all, in pages without an order among them. */
  entriesSince(since: Date | undefined): AsyncIterable<SettlementEntry[]>;
  /** Payouts that were made since an instant, or all, in pages without an order among them. */
  payoutsSince(since: Date | undefined): AsyncIterable<ProviderPayout[]>;
  /** A payout in its current state; undefined if the provider does not know it. */
  getPayout(payoutId: string): Promise<ProviderPayout | undefined>;
  /** The movements that a payout with the items `listed` pays, that of the payout itself included, in pages. */
  entriesOf(payoutId: string): AsyncIterable<SettlementEntry[]>;
}

export type PayoutState = "pending" | "in-transit" | "paid" | "failed" | "cancelled";

/** A transfer of the balance to the operator's bank account. */
export interface ProviderPayout {
  /** The provider's id. */
  id: string;
  state: PayoutState;
  /** Negative: collected from the bank account, because more was refunded than paid. */
  amount: Money;
  createdAt: string;
  /** The day, `YYYY-MM-DD`, on which the bank is expected to credit it. */
  arrivesOn: string;
  /** Whether the provider lists what it pays: not yet, yes, or never. */
  items: "later" | "listed" | "never";
  /** The provider's code for the bank's refusal. */
  failure: string | undefined;
}

/** One movement of the balance. What is available to the operator is `amount` less `fee`. */
export interface SettlementEntry {
  /** The provider's id. */
  id: string;
  /** `payout`: money that left by a payout; `payout-returned`: it came back. `other`: a fee of the account, for example. */
  kind: SettlementKind;
  /** What it is about at the provider. */
  source: string | undefined;
  /** Our reference of the payment that it is about; undefined: none, or not one of ours. */
  reference: string | undefined;
  /** Before the fee; negative: money that left. */
  amount: Money;
  /** In the currency of `amount`; negative: a fee that was returned. */
  fee: Money;
  createdAt: string;
  /** When it can be paid out. */
  availableAt: string;
}

export type SettlementKind = "payment" | "refund" | "dispute" | "payout" | "payout-returned" | "other";
