import { type RawBuilder, sql } from "kysely";

/**
 * Combines statements into one, which saves a round trip each. No statement sees the rows that another writes, an error in one rolls
 * back all, and none may begin with `with`. The result is that of the last one.
 */
export function combineStatements<Row>(
  ...statements: readonly [...RawBuilder<unknown>[], RawBuilder<Row>]
): RawBuilder<Row> {
  const last = statements.at(-1) as RawBuilder<Row>;
  const parts = statements.slice(0, -1).map((part, place) => sql`${sql.ref(`part_${place}`)} as (${part})`);
  return parts.length === 0 ? last : sql<Row>`with ${sql.join(parts)} ${last}`;
}
