import { type RawBuilder, sql } from "kysely";

/**
 * Statements as one: to bring each of them to the database costs as much as a small write itself. None sees what another writes,
 * one that fails takes all of them back, and none may begin with `with`. Answers what the last one answers.
 */
export function inOneStatement<Row>(
  ...statements: readonly [...RawBuilder<unknown>[], RawBuilder<Row>]
): RawBuilder<Row> {
  const last = statements.at(-1) as RawBuilder<Row>;
  const parts = statements.slice(0, -1).map((part, place) => sql`${sql.ref(`part_${place}`)} as (${part})`);
  return parts.length === 0 ? last : sql<Row>`with ${sql.join(parts)} ${last}`;
}
