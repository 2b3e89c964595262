import type { Block } from "./email-texts.ts";

/** A code to type, in a frame below what to do with it; nothing in an e-mail that was written before there were such codes. */
export const typedCode = (ask: string, typed: string | undefined): Block[] =>
  typed === undefined ? [] : [ask, { box: typed }];
