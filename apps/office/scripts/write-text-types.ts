import { writeTextTypes } from "@guichet/web/text-files.ts";
import { officeTexts } from "./texts.ts";

/** Writes `app/locales/messages.gen.ts` anew after a PO file has changed. */
writeTextTypes(officeTexts);
