import { openTexts } from "@guichet/texts/server-texts.ts";
import type { TranslateOf } from "@guichet/texts/translate.ts";
import type { Messages } from "./messages.gen.ts";

/** Translates a text of the sandbox: the id and exactly its parameters, or it does not compile. */
export type Translate = TranslateOf<Messages>;

/** The sandbox's texts in a language: `textsIn("fr")("payment.title", { merchant })`. */
export const textsIn = openTexts<Messages>(import.meta.dirname);
