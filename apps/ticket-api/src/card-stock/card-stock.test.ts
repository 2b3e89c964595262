import { isLuhnNumber } from "@guichet/rules/transport-cards.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { cardPack, testCard } from "../testing/test-cards.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let api: TestApi;
let manager: TestStaff;
beforeAll(async () => {
  api = await openTestApi({ packs: [cardPack("north", { cards: { luhn: true } }), cardPack("south")] });
  manager = await testStaff(api, { north: ["manager"], south: ["manager"] }, "Mia Manager");
});
afterAll(() => api.close());

const fileOf = (text: string | Uint8Array, name = "Livraison mai.csv") => ({
  bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
  name,
});
const preview = (text: string | Uint8Array, network = "north") =>
  api.call("previewCardImport", {}, { token: manager.token, network, file: fileOf(text) });
const take = (text: string, digest: string, network = "north", filename?: string) =>
  api.call("importCards", { digest }, { token: manager.token, network, file: fileOf(text, filename) });
const importAll = async (text: string, network = "north") => {
  const { digest } = (await preview(text, network)).body.preview;
  return take(text, digest, network);
};
const stock = async (network = "north") =>
  (
    await sql<{ number: string; chip: string | null; batch: string; expires: string | null }>`
      select c.number, c.chip, b.name as batch, c.expires_on as expires from blank_card c
      join card_batch b on b.id = c.batch_id where c.network_id = ${network} order by c.number`.execute(api.deps.db)
  ).rows;

/** A number that is valid by Luhn, and of no card of `testCard`. */
const numberOf = (serial: number): string => {
  const stem = `9257${String(serial).padStart(11, "0")}`;
  return stem + [..."0123456789"].find((digit) => isLuhnNumber(stem + digit));
};
const [one, two, three, four] = [numberOf(1), numberOf(2), numberOf(3), numberOf(4)];
const grouped = (number: string) => number.replaceAll(/(.{4})(?=.)/g, "$1 ");

// covers: transport cards: blank cards imported from a file, with a preview and faults by line
test("a file of a French spreadsheet is previewed without storing, then imported as a whole, and again without effect", async () => {
  const text = "\uFEFFNuméro;Lot;Puce;Expiration\r\n";
  const file = `${text}${grouped(one)};"Lot ""A""; mai";04:a2 bc 11;31/12/2031\r\n${two};;;2031-12-31\r\n`;
  const seen = await preview(file);
  expect(seen.body.preview).toMatchObject({
    lines: 2,
    added: 2,
    unchanged: 0,
    contradicting: 0,
    faultCount: 0,
    faults: [],
  });
  expect(await stock()).toEqual([]);

  const other = await take(`${file}\r\n`, seen.body.preview.digest);
  expect(other.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "digest" } });
  expect(await stock()).toEqual([]);

  const imported = await take(file, seen.body.preview.digest);
  expect([imported.body.added, imported.body.unchanged]).toEqual([2, 0]);
  const kept = await stock();
  expect(kept).toEqual([
    { number: one, chip: "04A2BC11", batch: 'Lot "A"; mai', expires: "2031-12-31" },
    { number: two, chip: null, batch: "Livraison mai", expires: "2031-12-31" },
  ]);

  const again = await take(file, seen.body.preview.digest, "north", "Another name.csv");
  expect([again.body.added, again.body.unchanged]).toEqual([0, 2]);
  expect(await stock()).toEqual(kept);
  const acts = await sql<{ thing: string; changes: { field: string; after: string }[] }>`
    select thing, changes from staff_act where act = 'card-stock.import'`.execute(api.deps.db);
  expect(acts.rows).toMatchObject([
    {
      thing: "Livraison mai",
      changes: [
        { field: "cards-added", after: "2" },
        { after: "0" },
        { after: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ],
    },
  ]);
});

// covers: transport cards: blank cards imported from a file, with a preview and faults by line
test("every fault is named with its line, and a file with one imports nothing", async () => {
  await testCard(api.deps, { number: four });
  const wrongDigit = `${three.slice(0, -1)}${(Number(three.at(-1)) + 1) % 10}`;
  const latin = Buffer.from(`${three},,Lot de cr\xe9dit,\n`, "latin1");
  const lines = [
    ...["number,chip,batch,expires", "9.25E+15,,,", `${wrongDigit},,,`, `${three},04:ZZ-1!,,`, `${three},,,2031-02-30`],
    ...[
      `${numberOf(5)},,,`,
      `${numberOf(5)},,,`,
      `${numberOf(6)},ABCD,,`,
      `${numberOf(7)},abcd,,`,
      `${numberOf(8)},04A2BC11,,`,
    ],
    ...[
      `${one},FFFF,,2031-12-31`,
      `${four},,,`,
      `${numberOf(9)},,`,
      `${numberOf(10)},,${"x".repeat(61)},`,
      `"${numberOf(11)}`,
    ],
  ];
  const start = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join("");
  const bytes = Buffer.concat([Buffer.from(start), latin, Buffer.from(lines.at(-1) ?? "")]);
  const { body } = await preview(bytes);
  expect(body.preview.faults.map(({ line, reason, known }) => [line, reason, known])).toEqual([
    [2, "number", ""],
    [3, "check-digit", ""],
    [4, "chip", ""],
    [5, "expiry", ""],
    [5, "number-repeated", "4"],
    [7, "number-repeated", "6"],
    [9, "chip-repeated", "8"],
    [10, "chip-known", one],
    [11, "contradicts", "04A2BC11"],
    [12, "in-use", ""],
    [13, "field-count", "4"],
    [14, "batch", ""],
    [15, "encoding", ""],
    [16, "quote", ""],
  ]);
  expect(body.preview).toMatchObject({ lines: 14, added: 2, contradicting: 1, faultCount: 14 });
  const before = await stock();
  const refused = await api.call(
    "importCards",
    { digest: body.preview.digest },
    { token: manager.token, file: fileOf(bytes) },
  );
  expect(refused.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "file", faultCount: 14 } });
  expect(await stock()).toEqual(before);
});

test.each([
  ["number,colour\n1,red", [[1, "column-unknown", "colour"]]],
  ["chip,batch\nABCD,x", [[1, "column-missing", ""]]],
  ["number,numéro\n1,2", [[1, "column-repeated", "numéro"]]],
  ["x,".repeat(60), [[1, "field-count", "61"]]],
  [`${one},A,B,2031-01-01,more`, [[1, "column-missing", ""]]],
  // Which of the two is the number, nobody can tell.
  [
    `04A2BC11\n${one}`,
    [
      [1, "column-unknown", "04A2BC11"],
      [1, "column-missing", ""],
    ],
  ],
  [`${one};04A2BC11`, [[1, "column-missing", ""]]],
  ["num\uFFFDro", [[1, "encoding", "num\uFFFDro"]]],
])("the columns of %j are refused as a whole", async (text, faults) => {
  const { body } = await preview(text);
  expect(body.preview.faults.map(({ line, reason, value }) => [line, reason, value])).toEqual(faults);
});

test("a file of numbers alone needs no names of columns, and a network without check digits asks for none", async () => {
  const { body } = await importAll("92500000000\n92500000001\n", "south");
  expect([body.added, body.unchanged]).toEqual([2, 0]);
});

test("what is no text, no file or not for this role is refused", async () => {
  const workbook = await preview(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8]));
  expect(workbook.body.error?.code).toBe("FILE_TYPE_NOT_ACCEPTED");
  const asking = { token: manager.token, file: fileOf("%PDF-1.7 text") };
  expect((await api.call("importCards", { digest: "0".repeat(64) }, asking)).body.error?.code).toBe(
    "FILE_TYPE_NOT_ACCEPTED",
  );
  const empty = await preview("");
  expect(empty.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "file" } });
  const agent = await testStaff(api, { north: ["agent"] });
  const refused = await api.call("previewCardImport", {}, { token: agent.token, file: fileOf(one) });
  expect(refused.body.error?.code).toBe("ROLE_NOT_ALLOWED");
  expect((await api.call("listCardBatches", {}, { token: agent.token })).body.items.length).toBeGreaterThan(0);
});

test("the same file imported by two people at once is in stock once, with one entry in the audit log", async () => {
  const file = Array.from({ length: 20 }, (_, at) => `${numberOf(500 + at)}\n`).join("");
  const asking = { token: manager.token, file: fileOf(file, "both.csv") };
  const { digest } = (await api.call("previewCardImport", {}, asking)).body.preview;
  const ends = await Promise.all([1, 2, 3].map(() => take(file, digest, "north", "both.csv")));
  expect(ends.map(({ body }) => body.added).sort()).toEqual([0, 0, 20]);
  const acts = await sql`select from staff_act where act = 'card-stock.import' and thing = 'both'`.execute(api.deps.db);
  expect(acts.rows).toHaveLength(1);
});

// covers: transport cards: a large file of blank cards
test("a large file is previewed and imported in a reasonable time, and one line more than the limit is a fault", async () => {
  const count = inject("isThorough") ? 100_000 : 2_000;
  const rows = Array.from(
    { length: count },
    (_, at) => `${70_000_000 + at},${(at + 0x10000).toString(16)},Box ${at % 50},2032-01-31\n`,
  );
  const file = `number,chip,batch,expires\n${rows.join("")}`;
  const began = performance.now();
  const { body } = await importAll(file, "south");
  expect([body.added, body.unchanged]).toEqual([count, 0]);
  expect((await importAll(file, "south")).body).toMatchObject({ added: 0, unchanged: count });
  expect(performance.now() - began).toBeLessThan(60_000);
  if (!inject("isThorough")) return;
  const longer = await preview(`${file}60000000,,,\n`, "south");
  expect(longer.body.preview.faults).toMatchObject([{ line: count + 2, reason: "too-many-lines" }]);
}, 120_000);

// covers: transport cards: the stock of blank cards by batch
test("the batches are listed with their cards and those past their last day, page by page", async () => {
  await importAll(`number,batch,expires\n${numberOf(800)},Old box,2020-01-31\n${numberOf(801)},Old box,2099-01-31\n`);
  const first = await api.call("listCardBatches", { limit: 1 }, { token: manager.token });
  expect(first.body.items).toMatchObject([{ name: "Old box", cards: 2, expired: 1 }]);
  const names: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 20; pages += 1) {
    const { body } = await api.call(
      "listCardBatches",
      { limit: 1, ...(cursor === undefined ? {} : { cursor }) },
      { token: manager.token },
    );
    names.push(...body.items.map(({ name }) => name));
    cursor = body.nextCursor;
    if (cursor === undefined) break;
  }
  expect(names.sort()).toEqual(['Lot "A"; mai', "Livraison mai", "Old box", "both"].sort());
  const wrong = await api.call("listCardBatches", { cursor: "nothing" }, { token: manager.token });
  expect(wrong.body.error?.code).toBe("CURSOR_INVALID");
});

// covers: transport cards: a confirmation states what the check of its file found
test("numbers that a spreadsheet shortened or joined are faults, and the check shows the first and the last one", async () => {
  const short = await preview(`number\n92500000001\n9250000002\n"92500000003\n92500000004"\n`, "south");
  expect(short.body.preview.faults.map(({ line, reason, known }) => [line, reason, known])).toEqual([
    [3, "number-length", "11"],
    [4, "number", ""],
  ]);
  const seen = await preview("number\n\n;;\n92500000005\n92500000006\n".replaceAll(";;", ""), "south");
  expect(seen.body.preview).toMatchObject({ lines: 2, first: "92500000005", last: "92500000006", faultCount: 0 });
  // A second delivery whose file has the name of an earlier one is a batch of its own.
  const { batch } = seen.body.preview;
  expect(batch).toMatch(/^Livraison mai [0-9a-f]{6}$/);
});
