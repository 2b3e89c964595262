import { type Language, languageOf } from "@guichet/contract/languages.ts";
import Negotiator from "negotiator";

/** Maximum length, longer than any browser's header; the rest is ignored. */
const headerMaxLength = 512;

/** Languages of an Accept-Language header by preference, without refused ones (q=0). */
export function accepted(header = ""): (Language | undefined)[] {
  const headers = { "accept-language": header.slice(0, headerMaxLength) };
  return new Negotiator({ headers }).languages().map(languageOf);
}
