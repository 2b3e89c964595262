import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ownerColumns, type PersonalDataSource } from "../personal-data/personal-data-source.ts";
import { personalDataSources } from "../privacy/personal-data-sources.ts";
import { peopleOf } from "../testing/people-api.ts";
import { belongingsPack, personWithEverything } from "../testing/test-belongings.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
let person: TestPerson;
let columns: Map<string, { name: string; type: string }[]>;
beforeAll(async () => {
  shop = await openTestShop({ packs: [belongingsPack()] });
  person = await personWithEverything(shop, peopleOf(shop.api, shop.sandbox.url));
  const found = await sql<{ table: string; name: string; type: string }>`
    select table_name as table, column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' order by 1, 2`.execute(db());
  columns = Map.groupBy(found.rows, ({ table }) => table);
}, 60_000);
afterAll(() => shop.close());

const db = () => shop.api.deps.db;
const sources = Object.entries(personalDataSources);
const tables = sources.flatMap(([, source]) => Object.keys(source.tables));

const leftOutOf = ({ leftOut }: PersonalDataSource, table: string): string[] =>
  Object.values(leftOut?.[table] ?? {}).flatMap((names) => names.split(" "));

const Row = z.record(z.string(), z.unknown());
/** Every row of a table that belongs to the person; in this database all rows do, except the installation's jobs. */
async function rowsOf(table: string): Promise<z.infer<typeof Row>[]> {
  const own = table === "due_work" ? sql`where key = ${person.accountId}` : sql``;
  const found = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t ${own}`.execute(db());
  return found.rows.map(({ row }) => Row.parse(row));
}

/** The values in an object, at any depth, each as one text; instants in the wire format. */
function leaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  if (value === null || value === undefined) return [];
  const text = String(value);
  return [/^\d{4}-\d\d-\d\dT.*\+00:00$/.test(text) ? new Date(text).toISOString() : text];
}

const place = (id: string) => ({ id, name: `Stop ${id}` });
/** Values with a fixed format, which cannot be arbitrary texts. */
const objects: Readonly<Record<string, unknown>> = {
  journey: { origin: place("a"), destination: place("b") },
  proven_person: { firstName: "Zorayda", lastName: "Before", birthDate: "1987-03-28" },
};
const samples: Readonly<Record<string, (column: string) => unknown>> = {
  text: (column) => `a sample of ${column}`,
  integer: () => 4_711,
  uuid: () => crypto.randomUUID(),
  date: () => "2026-12-24",
  jsonb: (column) => JSON.stringify(objects[column] ?? { sample: `of ${column}` }),
  "timestamp with time zone": () => "2026-12-24T18:30:00.123Z",
};

/** Fills the empty columns of the person's rows, even with mutually exclusive states: the tables' checks are dropped. */
async function fillEmptyColumns(): Promise<void> {
  const checks = await sql<{ table: string; name: string }>`select conrelid::regclass::text as table, conname as name
    from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`.execute(db());
  for (const { table, name } of checks.rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db());
  }
  for (const [, source] of sources) {
    for (const table of Object.keys(source.tables)) {
      const rows = await rowsOf(table);
      const leftOut = leftOutOf(source, table);
      for (const { name, type } of columns.get(table) ?? []) {
        if (leftOut.includes(name) || rows.some((row) => row[name] !== null)) continue;
        const sample = samples[type]?.(name);
        await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sample}
          where ctid = (select ctid from ${sql.table(table)} order by ctid desc limit 1)`.execute(db());
      }
    }
  }
}

async function exported() {
  const response = await shop.api.call("exportData", {}, { token: person.token });
  expect(response).toMatchObject({ http: 200, body: { type: "application/zip" } });
  const files = unzipSync(response.body.bytes ?? new Uint8Array());
  return { files, said: Row.parse(JSON.parse(strFromU8(files["data.json"] ?? new Uint8Array()))) };
}

/** Values of the person's rows that the archive lacks. */
async function unsaid(said: z.infer<typeof Row>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, source] of sources) {
    const exportedValues = new Set(leaves(said[name]));
    for (const table of Object.keys(source.tables)) {
      const skipped = [...ownerColumns, ...leftOutOf(source, table)];
      const rows = await rowsOf(table);
      for (const column of Object.keys(rows[0] ?? {}).filter((column) => !skipped.includes(column))) {
        const values = rows.flatMap((row) => leaves(row[column]));
        const untold = values.find((value) => !exportedValues.has(value));
        if (untold !== undefined) faults.push(`${table}.${column}: ${untold}`);
      }
    }
  }
  return faults;
}

test("the person of this test has a row in every table with personal data", async () => {
  const empty = [];
  for (const table of tables) if ((await rowsOf(table)).length === 0) empty.push(table);
  expect(empty).toEqual([]);
});

// covers: the export of personal data, with its schema and the files
test("the archive contains every column of every row of a person, unless the module gives a reason, and their files", async () => {
  const { said, files } = await exported();
  expect(await unsaid(said)).toEqual([]);
  const sent = await sql<{ id: string; content: Buffer }>`select id, content from stored_file order by id`.execute(
    db(),
  );
  expect(sent.rows).toHaveLength(4);
  for (const { id, content } of sent.rows) {
    const [, bytes] = Object.entries(files).find(([name]) => name.startsWith(`sent/${id}.`)) ?? [];
    expect(Buffer.from(bytes ?? "").equals(content), id).toBe(true);
  }
});

// covers: the export of personal data, with its schema and the files
test("nullable columns are exported as well when they are filled", async () => {
  await fillEmptyColumns();
  expect(await unsaid((await exported()).said)).toEqual([]);
});

test("a column that a module omits exists, and is omitted once", () => {
  for (const [, source] of sources) {
    for (const [table, reasons] of Object.entries<Readonly<Record<string, string>>>(source.leftOut ?? {})) {
      const named = Object.values(reasons).flatMap((names) => names.split(" "));
      const existing = (columns.get(table) ?? []).map(({ name }) => name).filter((name) => named.includes(name));
      expect(named.toSorted(), table).toEqual(existing.toSorted());
    }
  }
});
