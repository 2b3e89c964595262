import { withoutLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { ownPath } from "@guichet/web/own-path.ts";
import { href, paths } from "../paths.ts";

type Plain =
  | "auth"
  | "identityAdd"
  | "identityReplace"
  | "login"
  | "register"
  | "reset"
  | "finalize"
  | "unverifiedAccount"
  | "inviteLogin"
  | "invoiceEmail";

/** Paths that are never a return target: they would sign the user out again. */
const nowhere = new RegExp(`^(${paths.logout}|${paths.clear})(?![^/?#])`);

/**
 * Reads the page to return to after sign-in from the query: a path of this shop, never another site. The path has no language
 * prefix, so it opens in the current language.
 */
export function nextIn(search: URLSearchParams): string | undefined {
  const next = placeIn(search.get("next"));
  return next === undefined || nowhere.test(next) ? undefined : next;
}

/** Validates a return path from an address, form or cookie and removes its language prefix; undefined if invalid. */
export function placeIn(candidate: string | null | undefined): string | undefined {
  const path = ownPath(candidate);
  return path === undefined ? undefined : withoutLanguagePrefix(path);
}

/** Adds the return path to an address. */
export const withNext = (
  name: Plain,
  next: string | undefined,
  query: Readonly<Record<string, string>> = {},
): string => {
  const all = next === undefined ? query : { ...query, next };
  return Object.keys(all).length === 0 ? href(name) : href(name, undefined, all);
};
