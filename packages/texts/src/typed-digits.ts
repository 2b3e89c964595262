import type { Language } from "@guichet/contract/languages.ts";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import type { Texts } from "./text-files.ts";

/** Digits that a text may have, by the ids of the texts, and why no constant of the code stands behind them. */
export interface AllowedDigits {
  ids: RegExp;
  why: string;
}

/**
 * Texts that have a digit typed into them, as `fr cart.a: 15 minutes`: a number that the code knows is a parameter, fed from
 * its constant. Arguments and the forms of plurals (`=1`) are no typed digits.
 */
export function typedDigits({ catalogues }: Texts, allowed: readonly AllowedDigits[]): string[] {
  return Object.entries(catalogues).flatMap(
    ([language, catalogue]: [string | Language, Texts["catalogues"][Language]]) =>
      Object.entries(catalogue)
        .filter(([id]) => !allowed.some(({ ids }) => ids.test(id)))
        .flatMap(([id, message]) =>
          writtenParts(message)
            .filter((part) => /\p{Nd}/u.test(part))
            .map((part) => `${language} ${id}: ${part}`),
        ),
  );
}

/** What of a message is written in it, in every branch of its plurals and selections. */
function writtenParts(message: CompiledMessage | string): string[] {
  if (typeof message === "string") return [message];
  return message.flatMap((token) => {
    if (typeof token === "string") return [token];
    const [, , branches] = token;
    if (typeof branches !== "object" || branches === null) return [];
    return Object.values(branches).flatMap((branch: unknown) =>
      typeof branch === "string" || Array.isArray(branch) ? writtenParts(branch as CompiledMessage | string) : [],
    );
  });
}
