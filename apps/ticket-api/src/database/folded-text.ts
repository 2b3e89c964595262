import { type RawBuilder, sql } from "kysely";

/** SQL expression that removes case and accents from a text. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(normalize(lower(${text}), nfd), '[\u0300-\u036f]', '', 'g')`;

/** The same for a text in memory. */
export const foldedText = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "");

/** A LIKE pattern for the beginning of a word, with special characters escaped. */
export const beginning = (text: string): string => `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
