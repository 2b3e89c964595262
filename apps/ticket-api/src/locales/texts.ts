import { openTexts } from "@guichet/texts/server-texts.ts";
import type { TranslateOf } from "@guichet/texts/translate.ts";
import type { Messages } from "./messages.gen.ts";

/** Translates a text of the Ticket API: the id and exactly its parameters, or it does not compile. */
export type Translate = TranslateOf<Messages>;

/** The Ticket API's texts in a language: `textsIn("fr")("pdf.ticket.title", { number })`. */
export const textsIn = openTexts<Messages>(import.meta.dirname);
