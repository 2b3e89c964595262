import { type Language, languageOf } from "@guichet/contract/languages.ts";
import Negotiator from "negotiator";

/** Longer than the header of any browser: what follows is not read. */
const headerMaxLength = 512;

/** The languages of an Accept-Language header, the most wanted first; what is refused (q=0) is left out. */
export function accepted(header = ""): (Language | undefined)[] {
  const headers = { "accept-language": header.slice(0, headerMaxLength) };
  return new Negotiator({ headers }).languages().map(languageOf);
}
