import type { Language } from "@guichet/contract/languages.ts";
import type { AlertLevel } from "@guichet/contract/maintenance.ts";

/** An alert as displayed on a page; without its own text it uses the shop's default. */
export interface ShownAlert {
  level: AlertLevel;
  html: string | null;
  /** Language of the text if it differs from the page's language. */
  lang?: Language;
}

/** The alert below the header. `key` changes with its content. */
export interface GeneralAlert extends ShownAlert {
  key: string;
}

/** Alerts included in every page: global, about ordering and about ticket validation. */
export interface ShownAlerts {
  general?: GeneralAlert;
  ORDER?: ShownAlert;
  VALIDATION?: ShownAlert;
}
