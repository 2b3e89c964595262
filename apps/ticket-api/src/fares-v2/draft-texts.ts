import type { Language } from "@guichet/contract/languages.ts";
import { languages } from "@guichet/contract/languages.ts";

/** The language of a feed by its code, as `fr-CA`; undefined: none of ours. */
export function languageOfFeed(code: string): Language | undefined {
  const primary = code.toLowerCase().split("-")[0];
  return languages.find((language) => language === primary);
}

/** Names of what a draft adds of its own. */
export const draftNames: Readonly<Record<"tickets" | "journey", Readonly<Record<Language, string>>>> = {
  tickets: { fr: "Titres", en: "Tickets", ar: "التذاكر", it: "Titoli", es: "Títulos" },
  journey: { fr: "Trajet", en: "Journey", ar: "رحلة", it: "Viaggio", es: "Viaje" },
};
