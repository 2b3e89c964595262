import type { Language } from "@guichet/contract/languages.ts";
import type { AlertLevel } from "@guichet/contract/maintenance.ts";

/** An alert as displayed on a page; without its own text it uses the shop's default. */
export interface ShownAlert {
  level: AlertLevel;
  html: string | null;
  /** Language of the text if it differs from the page's language. */
  lang?: Language;
}

/** Alerts included in every page: global, about ordering and about ticket validation. */
export interface ShownAlerts {
  general?: ShownAlert;
  ORDER?: ShownAlert;
  VALIDATION?: ShownAlert;
}
