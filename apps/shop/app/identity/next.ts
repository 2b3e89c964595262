import { languages } from "@guichet/contract/languages.ts";
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
const nowhere = new RegExp(`^(/(${languages.join("|")}))?(${paths.logout}|${paths.clear})(?![^/?#])`);

/** The page to go back to after a sign-in, out of an address: a path of this shop or nothing, never another site. */
export function nextIn(search: URLSearchParams): string | undefined {
  const next = ownPath(search.get("next"));
  return next === undefined || nowhere.test(next) ? undefined : next;
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
