import type { Locale } from "../words.ts";
import { ar } from "./ar.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { PaperTexts } from "./paper-texts.ts";

/** The texts of printed matter in each language. */
export const paperTexts: Record<Locale, PaperTexts> = { fr, en, ar, it, es };
