import type { Language } from "@guichet/contract/languages.ts";

/** The text of a closed shop's page, which has no page context. */
export interface Closed {
  /** When the work is expected to be done, if somebody knows. */
  end: string | null;
  /** Sanitised words of the operator, in `lang` where that is not the page's language. */
  html: string | null;
  lang?: Language;
  timeZone: string;
  name: string | null;
  email: string | null;
  accentCss: string | null;
}
