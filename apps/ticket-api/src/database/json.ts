import { type RawBuilder, sql } from "kysely";

/** SQL expression for an instant inside JSON built by the database, in the format of the wire. */
export const instantInJson = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
