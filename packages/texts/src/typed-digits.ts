import type { Language } from "@guichet/contract/languages.ts";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import type { Texts } from "./text-files.ts";

/** Allowed digits by the ids of their texts, with the reason why they are not from a constant. */
export interface AllowedDigits {
  ids: RegExp;
  why: string;
}

/**
 * Finds texts with typed digits, e.g. `fr cart.a: 15 minutes`: a number from the code must be a parameter with the value of
 * its constant. Arguments and plural forms (`=1`) do not count.
 */
export function typedDigits({ catalogues }: Texts, allowed: readonly AllowedDigits[]): string[] {
  return Object.entries(catalogues).flatMap(
    ([language, catalogue]: [string | Language, Texts["catalogues"][Language]]) =>
      Object.entries(catalogue)
        .filter(([id]) => !allowed.some(({ ids }) => ids.test(id)))
        .flatMap(([id, message]) =>
          writtenTexts(message)
            .filter((part) => /\p{Nd}/u.test(part))
            .map((part) => `${language} ${id}: ${part}`),
        ),
  );
}

/** Literal parts of a message, in every branch of its plurals and selections. */
export function writtenTexts(message: CompiledMessage | string): string[] {
  if (typeof message === "string") return [message];
  return message.flatMap((token) => {
    if (typeof token === "string") return [token];
    const [, , branches] = token;
    if (typeof branches !== "object" || branches === null) return [];
    return Object.values(branches).flatMap((branch: unknown) =>
      typeof branch === "string" || Array.isArray(branch) ? writtenTexts(branch as CompiledMessage | string) : [],
    );
  });
}
