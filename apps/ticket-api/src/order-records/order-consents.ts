import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { TermsKind } from "@guichet/contract/network-pack.ts";
import type { ConsentForm } from "@guichet/contract/orders.ts";

/** The consents given when an order was placed, stored with the order (consumer code L215-1, L221-14; decision 114). */
export interface OrderConsents {
  /** The language of the consent texts. */
  language: Language;
  /** How they were requested; absent in orders from before there was a choice: by boxes (decision 129). */
  form?: ConsentForm;
  /** The accepted legal texts, each by the day of its version. */
  terms: Partial<Record<TermsKind, string>>;
  /** Whether the buyer declared that they are of age. */
  majorityCertified: boolean;
  /** The amount collected in each period, in minor units; null: nothing renews. */
  renewal: { name: string; interval: Period; amount: number; currency: string } | null;
}
