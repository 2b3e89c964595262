import { languageOf } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readEmail } from "@guichet/rules/persons/emails.ts";
import type { Account } from "../account-records/account-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

export type Preferences = Pick<Account, "contactEmail" | "theme" | "language">;

interface RequestedPreferences {
  contactEmail?: string | null | undefined;
  theme?: Account["theme"] | undefined;
  language?: string | undefined;
}

/** Validates the given preferences of an account; an absent one stays. The language is one of the network's. */
export function readPreferences(
  request: RequestedPreferences,
  before: Preferences,
  network: Pick<LoadedNetwork, "definition">,
): Result<Preferences, "EMAIL_INVALID" | "FIELD_INVALID"> {
  let { contactEmail, theme, language } = before;
  if (request.contactEmail === null || request.contactEmail === "") contactEmail = null;
  else if (request.contactEmail !== undefined) {
    const read = readEmail(request.contactEmail);
    if (!read.ok) return err("EMAIL_INVALID", { field: "contactEmail" });
    contactEmail = read.value;
  }
  if (request.theme !== undefined) theme = request.theme;
  if (request.language !== undefined) {
    const chosen = languageOf(request.language);
    if (chosen === undefined || !network.definition.languages.includes(chosen)) {
      return err("FIELD_INVALID", { field: "language" });
    }
    language = chosen;
  }
  return ok({ contactEmail, theme, language });
}
