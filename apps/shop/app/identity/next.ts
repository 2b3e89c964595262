import { href, ownPath } from "../paths.ts";

type Plain =
  | "auth"
  | "login"
  | "register"
  | "reset"
  | "finalize"
  | "unverifiedAccount"
  | "inviteLogin"
  | "invoiceEmail";

/** The page to go back to after a sign-in, out of an address: a path of this shop or nothing, never another site. */
export const nextIn = (search: URLSearchParams): string | undefined => ownPath(search.get("next"));

/** A place that remembers where to go back to. */
export const withNext = (
  name: Plain,
  next: string | undefined,
  query: Readonly<Record<string, string>> = {},
): string => {
  const all = next === undefined ? query : { ...query, next };
  return Object.keys(all).length === 0 ? href(name) : href(name, undefined, all);
};
