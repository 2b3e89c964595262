import { writeTextTypes } from "@guichet/texts/text-types.ts";
import { sandboxTexts } from "./texts.ts";

// Generates `src/locales/messages.gen.ts`; `npm run texts` runs it.
writeTextTypes(sandboxTexts);
