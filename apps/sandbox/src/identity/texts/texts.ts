import type { Language } from "@guichet/contract/languages.ts";
import { ar } from "./ar.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { IdentityTexts } from "./identity-texts.ts";
import { it } from "./it.ts";

export const identityTexts: Record<Language, IdentityTexts> = { fr, en, ar, it, es };
