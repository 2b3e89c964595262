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

/** Where nobody goes on to by signing in: these would sign them out again. */
const nowhere = new RegExp(`^(${paths.logout}|${paths.clear})(?![^/?#])`);

/**
 * The page to go back to after a sign-in, out of an address: a path of this shop or nothing, never another site. It is
 * answered as routes know it, and shown in the language that is read now.
 */
export function nextIn(search: URLSearchParams): string | undefined {
  const next = placeIn(search.get("next"));
  return next === undefined || nowhere.test(next) ? undefined : next;
}

/** A path of this shop as routes know it, out of an address, form or cookie; undefined: none to go on to. */
export function placeIn(candidate: string | null | undefined): string | undefined {
  const path = ownPath(candidate);
  return path === undefined ? undefined : withoutLanguagePrefix(path);
}

/** A place that remembers where to go back to. */
export const withNext = (
  name: Plain,
  next: string | undefined,
  query: Readonly<Record<string, string>> = {},
): string => {
  const all = next === undefined ? query : { ...query, next };
  return Object.keys(all).length === 0 ? href(name) : href(name, undefined, all);
};
