import { writeTextTypes } from "@guichet/texts/text-types.ts";
import { shopTexts } from "./texts.ts";

// Generates `app/locales/messages.gen.ts`; `npm run texts` runs it.
writeTextTypes(shopTexts);
