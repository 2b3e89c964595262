import { join } from "node:path";
import { languages } from "@guichet/contract/languages.ts";
import type { TextFolder } from "@guichet/texts/text-files.ts";

/** The texts of the sandbox, in all languages. */
export const sandboxTexts: TextFolder = { folder: join(import.meta.dirname, "../src/locales"), languages };
