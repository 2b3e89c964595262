import { writeFileSync } from "node:fs";
import { readTexts, typesFile, typesOf } from "./texts.ts";

/** Writes `app/locales/messages.gen.ts` anew after a PO file has changed. */
writeFileSync(typesFile, typesOf(readTexts()));
