import { type Language, languageOf } from "./languages.ts";

/** Pattern of a leading language segment in any spelling: `/fr`, `/FR/cart`, `/ar_EG?q=1`. */
const shape = /^\/([a-z]{2}(?:[-_][a-z0-9]{2,8})?)(?=[/?#]|$)/i;

export interface PrefixedAddress {
  language: Language;
  /** The language as written in the address. */
  written: string;
  /** The address without the language; begins with a slash. */
  rest: string;
}

/** Splits an address of the shop into its language prefix and the rest (§2); undefined without a supported language. */
export function readLanguagePrefix(address: string): PrefixedAddress | undefined {
  const written = shape.exec(address)?.[1];
  const language = languageOf(written);
  if (written === undefined || language === undefined) return undefined;
  const rest = address.slice(written.length + 1);
  return { language, written, rest: rest.startsWith("/") ? rest : `/${rest}` };
}

/**
 * Adds a language prefix (`/fr`, or an empty string) to an address of the shop, with its query and hash. Idempotent: an
 * address with a language keeps it, and one that does not begin with a slash (another site's) is returned unchanged.
 */
export function withLanguagePrefix(prefix: string, address: string): string {
  if (prefix === "" || !address.startsWith("/") || readLanguagePrefix(address) !== undefined) return address;
  return prefix + (/^\/([?#]|$)/.test(address) ? address.slice(1) : address);
}

/** Removes the language prefix of an address, for route matching. The result never names another host (`//host`). */
export function withoutLanguagePrefix(address: string): string {
  const prefixed = readLanguagePrefix(address);
  return prefixed === undefined ? address : withoutLanguagePrefix(prefixed.rest.replace(/^[/\\]+/, "/"));
}
