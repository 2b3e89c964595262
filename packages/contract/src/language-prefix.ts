import { type Language, languageOf } from "./languages.ts";

/** A language at the beginning of an address, however it is written: `/fr`, `/FR/cart`, `/ar_EG?q=1`. */
const shape = /^\/([a-z]{2}(?:[-_][a-z0-9]{2,8})?)(?=[/?#]|$)/i;

export interface PrefixedAddress {
  language: Language;
  /** The language as the address writes it. */
  written: string;
  /** The address without it; begins with a slash. */
  rest: string;
}

/** The language that an address of the shop begins with, and the rest (§2); undefined: none of ours. */
export function readLanguagePrefix(address: string): PrefixedAddress | undefined {
  const written = shape.exec(address)?.[1];
  const language = languageOf(written);
  if (written === undefined || language === undefined) return undefined;
  const rest = address.slice(written.length + 1);
  return { language, written, rest: rest.startsWith("/") ? rest : `/${rest}` };
}

/**
 * Adds a language prefix (`/fr`, or nothing) to an address of the shop, with its query and hash. Idempotent: an address
 * that has a language already keeps it, and what does not begin with a slash (another site's address) stays as it is.
 */
export function withLanguagePrefix(prefix: string, address: string): string {
  if (prefix === "" || !address.startsWith("/") || readLanguagePrefix(address) !== undefined) return address;
  return prefix + (/^\/([?#]|$)/.test(address) ? address.slice(1) : address);
}

/** The address as routes know it: without any language prefix. What is left never names another host (`//host`). */
export function withoutLanguagePrefix(address: string): string {
  const prefixed = readLanguagePrefix(address);
  return prefixed === undefined ? address : withoutLanguagePrefix(prefixed.rest.replace(/^[/\\]+/, "/"));
}
