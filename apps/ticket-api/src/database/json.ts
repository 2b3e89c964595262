import { type RawBuilder, sql } from "kysely";

/** An instant inside JSON that the database builds, as the wire writes it. */
export const instantInJson = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
