import { join } from "node:path";
import { languages } from "@guichet/contract/languages.ts";
import { readTexts as readFolder, type TextFolder, type Texts } from "@guichet/texts/text-files.ts";

/** The folder of the shop's texts, in all languages. */
export const shopTexts: TextFolder = { folder: join(import.meta.dirname, "../app/locales"), languages };

export const readTexts = (): Texts => readFolder(shopTexts);
