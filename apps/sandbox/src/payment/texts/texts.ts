import type { PaymentLocale } from "@guichet/contract/integrations/sandbox-payment.ts";
import { ar } from "./ar.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { PageTexts } from "./page-texts.ts";

export const pageTexts: Record<PaymentLocale, PageTexts> = { fr, en, ar, it, es };
