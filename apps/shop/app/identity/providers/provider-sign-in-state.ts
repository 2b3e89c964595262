import { type Language, languageOf } from "@guichet/contract/languages.ts";
import { placeIn } from "../return-path.ts";

/** What somebody went to a provider for; `signout`: they come back from signing out there. */
export const purposes = ["signin", "link", "unlink", "replace", "reauthenticate", "signout"] as const;
export type Purpose = (typeof purposes)[number];

/** A sign-in under way at a provider, as the cookie `authState` binds it to this browser (decisions on sign-in). */
export interface ProviderSignIn {
  state: string;
  purpose: Purpose;
  providerId: string;
  /** The session is one of this custom provider: signing in there anew ends its tokens, and gives others. */
  isOwn: boolean;
  /** Where to go on, a path of this shop; undefined: where the purpose leads by itself. */
  next: string | undefined;
  language: Language;
  /** The language prefix of the page where it began, or nothing. */
  prefix: string;
}

export const writeProviderSignIn = (pending: ProviderSignIn): string =>
  Buffer.from(JSON.stringify(pending)).toString("base64url");

/** Reads the cookie; undefined when there is none or it is not one of ours. */
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
