import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { TermsKind } from "@guichet/contract/network-pack.ts";

/** What was agreed to when an order was placed, as it stays with the order (consumer code L215-1, L221-14; decision 114). */
export interface OrderConsents {
  /** In which it was asked. */
  language: Language;
  /** The legal texts that were accepted, each by the day from which it holds. */
  terms: Partial<Record<TermsKind, string>>;
  /** The buyer ticked that they are of age. */
  majorityCertified: boolean;
  /** What is taken again in each period, in the smallest unit of the currency; null: nothing renews. */
  renewal: { name: string; interval: Period; amount: number; currency: string } | null;
}
