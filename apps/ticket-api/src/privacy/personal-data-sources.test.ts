import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { personalDataSources, tablesWithoutPerson } from "./personal-data-sources.ts";

let api: TestApi;
let columns: Map<string, string[]>;
beforeAll(async () => {
  api = await openTestApi();
  const found = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`.execute(api.deps.db);
  columns = new Map(
    [...Map.groupBy(found.rows, (row) => row.table)].map(([table, rows]) => [table, rows.map((row) => row.column)]),
  );
});
afterAll(() => api.close());

const sources = Object.values(personalDataSources);
const fates = sources.flatMap(({ tables }) => Object.entries(tables));

// covers: every table is erased with the person, or contains no personal data
test("every table is erased by one module, or listed as containing no personal data", () => {
  const named = [...fates.map(([table]) => table), ...Object.keys(tablesWithoutPerson)];
  expect(named.toSorted()).toEqual([...columns.keys()].toSorted());
});

test("in tables whose rows stay, every column is listed as kept or emptied", () => {
  for (const [table, fate] of fates) {
    if (fate === "goes") continue;
    expect([...fate.stays, ...fate.emptied].toSorted(), table).toEqual(columns.get(table));
  }
});

test("a module that stores data about people also exports it", () => {
  for (const { shape, read } of sources) expect([typeof shape.parse, typeof read]).toEqual(["function", "function"]);
});

test("a table listed as containing no personal data references no personal row, and has no column that names a person", async () => {
  const keys = await sql<{ table: string; refersTo: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as "refersTo"
    from pg_constraint where contype = 'f'`.execute(api.deps.db);
  const personal = new Set(fates.map(([table]) => table));
  const names = /^(account|customer|traveller|login|user|holder)(_id)?$|email|birth_date|last_name/;
  const about = Object.keys(tablesWithoutPerson).filter(
    (table) =>
      keys.rows.some((key) => key.table === table && personal.has(key.refersTo)) ||
      (columns.get(table) ?? []).some((column) => names.test(column)),
  );
  // The slot is exported with its order; the operator's people are not customers.
  expect(about).toEqual(["slot_booking", "staff"]);
});
