import { type Language, languageOf } from "@guichet/contract/languages.ts";
import { placeIn } from "../return-path.ts";

/** Purposes of a redirect to a provider; `signout`: return from signing out there. */
export const purposes = ["signin", "link", "unlink", "replace", "reauthenticate", "signout"] as const;
export type Purpose = (typeof purposes)[number];

/** A pending sign-in at a provider, stored in the cookie `authState`, which binds it to this browser (decisions on sign-in). */
export interface ProviderSignIn {
  state: string;
  purpose: Purpose;
  providerId: string;
  /** The session belongs to this custom provider: a new sign-in there invalidates its tokens and issues new ones. */
  isOwn: boolean;
  /** Path in this shop to continue to; undefined means the default of the purpose. */
  next: string | undefined;
  language: Language;
  /** Language prefix of the page where the sign-in started, or empty. */
  prefix: string;
}

export const writeProviderSignIn = (pending: ProviderSignIn): string =>
  Buffer.from(JSON.stringify(pending)).toString("base64url");

/** Parses the cookie; undefined if it is missing or invalid. */
export function readProviderSignIn(cookie: string | undefined): ProviderSignIn | undefined {
  const value = parsed(cookie);
  if (value === undefined) return undefined;
  const text = (name: string) => (typeof value[name] === "string" ? value[name] : "");
  const purpose = purposes.find((known) => known === value.purpose);
  const language = languageOf(text("language"));
  const prefix = text("prefix");
  if (purpose === undefined || language === undefined || text("state") === "") return undefined;
  if (prefix !== "" && prefix !== `/${language}`) return undefined;
  const next = placeIn(text("next"));
  const isOwn = value.isOwn === true;
  return { state: text("state"), purpose, providerId: text("providerId"), isOwn, next, language, prefix };
}

function parsed(cookie: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cookie ?? "", "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
