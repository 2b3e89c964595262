import type { TranslateOf } from "@guichet/texts/translate.ts";
import { textsOf } from "@guichet/web/texts.tsx";
import type { Messages } from "../locales/messages.gen.ts";

/** Translates a text: the id and exactly its parameters, or it does not compile. */
export type Translate = TranslateOf<Messages>;

export const { T, translateWith, useT } = textsOf<Messages>();
