import { writeTextTypes } from "@guichet/web/text-files.ts";
import { shopTexts } from "./texts.ts";

/** Writes `app/locales/messages.gen.ts` anew after a PO file has changed. */
writeTextTypes(shopTexts);
