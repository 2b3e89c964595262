import { join } from "node:path";
import { languages } from "@guichet/contract/languages.ts";
import type { TextFolder } from "@guichet/texts/text-files.ts";

export const officeTexts: TextFolder = { folder: join(import.meta.dirname, "../app/locales"), languages };
