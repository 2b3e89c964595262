import type { Language } from "@guichet/contract/languages.ts";
import type { AlertLevel } from "@guichet/contract/maintenance.ts";

/** An alert as a page shows it; without words of its own it gets those of the shop. */
export interface ShownAlert {
  level: AlertLevel;
  html: string | null;
  /** Where the words are not in the page's language. */
  lang?: Language;
}

/** The alerts that every page carries: what is about everything, about ordering, about the validation of tickets. */
export interface ShownAlerts {
  general?: ShownAlert;
  ORDER?: ShownAlert;
  VALIDATION?: ShownAlert;
}
