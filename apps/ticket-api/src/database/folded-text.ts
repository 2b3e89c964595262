import { type RawBuilder, sql } from "kysely";

/** A text of the database without case and accents. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(normalize(lower(${text}), nfd), '[\u0300-\u036f]', '', 'g')`;

/** The same for what somebody typed. */
export const foldedText = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "");

/** As a pattern for the beginning of a word; what the pattern language reads otherwise stands for itself. */
export const beginning = (text: string): string => `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
