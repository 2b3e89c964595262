import type { Language } from "@guichet/contract/languages.ts";

/** The text of the maintenance page, which has no page context. */
export interface Closed {
  /** The expected end of the maintenance; null where it is not known. */
  end: string | null;
  /** The operator's text as sanitised HTML; `lang` is set where it is not in the page's language. */
  html: string | null;
  lang?: Language;
  timeZone: string;
  name: string | null;
  email: string | null;
  accentCss: string | null;
}
