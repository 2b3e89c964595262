import { join } from "node:path";
import type { Language } from "@guichet/contract/languages.ts";
import type { TextFolder } from "@guichet/texts/text-files.ts";

/** The languages of the office (decision 071). */
export const officeLanguages = ["fr", "en"] as const satisfies readonly Language[];

export const officeTexts: TextFolder = {
  folder: join(import.meta.dirname, "../app/locales"),
  languages: officeLanguages,
};
