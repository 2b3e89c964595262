import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { exportPack } from "./export.ts";
import { importPack } from "./import.ts";
import { describeFault, readPackFolder, writePackFolder } from "./pack-folder.ts";
import { describeChanges } from "./pack-report.ts";

const demoNetworks = ["demo", "zones", "bare"];
const folderOf = (id: string) => fileURLToPath(new URL(`../../../../networks/${id}`, import.meta.url));
const at = "2026-11-20T09:00:00.000Z";

let api: TestApi;
let scratch: string;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "guichet-pack-"));
  return () => rm(scratch, { recursive: true, force: true });
});

async function packOf(folder: string) {
  const reading = await readPackFolder(folder);
  if (!reading.ok) throw new Error(reading.faults.map(describeFault).join("\n"));
  return reading.pack;
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, "utf8")] as const;
  });
  return new Map((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function everything(): Promise<string> {
  const tables = ["network", "network_domain", "category", "catalogue_list", "article", "agency", "voucher", "terms"];
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(api.deps.db)),
  );
  return JSON.stringify(rows.map((found) => found.rows));
}

test.each(demoNetworks)(
  "the export of %s is its folder, byte for byte, and imports back without a change",
  async (id) => {
    const pack = await packOf(folderOf(id));
    const first = await importPack(api.deps.db, pack, at);
    expect(first).toMatchObject({ ok: true });
    const exported = await exportPack(api.deps.db, id);
    if (exported === undefined) throw new Error(`${id} was not imported`);
    await writePackFolder(scratch, exported);
    expect(await filesIn(scratch)).toEqual(await filesIn(folderOf(id)));

    const before = await everything();
    const again = await importPack(api.deps.db, await packOf(scratch), "2027-01-01T00:00:00.000Z");
    expect(again.ok && again.changes.filter(({ change }) => change !== "unchanged")).toEqual([]);
    expect(await everything()).toBe(before);
  },
);

// covers: network packs: import and export
test("an import reports what is added, changed, withdrawn and reordered", async () => {
  const articles = [testArticle({ id: "a", price: 100 }), testArticle({ id: "b", price: 200 })];
  const vouchers = [{ code: "SPRING", type: "RATIO", ratio: 5 }];
  const pack = testPack({ id: "report", articles, vouchers });
  await importPack(api.deps.db, pack, at);
  const next = testPack({
    id: "report",
    network: { accent: "#aa0000" },
    articles: [testArticle({ id: "c", price: 50 }), testArticle({ id: "b", price: 250 })],
    vouchers: [{ code: "SUMMER", type: "AMOUNT", amount: 100 }],
  });
  next.terms["legal-notice"] = { fr: "# Autre" };
  const result = await importPack(api.deps.db, next, at);
  if (!result.ok) throw new Error("refused");
  expect(describeChanges("report", result.changes).split("\n")).toEqual([
    "report: 8 changed, 6 unchanged",
    "  changed   network report (accent)",
    "  added     article c",
    "  changed   article b (price)",
    "  withdrawn article a",
    "  added     voucher SUMMER",
    "  withdrawn voucher SPRING",
    "  changed   text fr/legal-notice",
    "  withdrawn text en/legal-notice",
  ]);
  const turned = testPack({ id: "report", articles: [...articles].reverse(), vouchers });
  await importPack(api.deps.db, turned, at);
  const back = await importPack(api.deps.db, pack, at);
  expect(back.ok && back.changes.filter(({ change }) => change !== "unchanged")).toEqual([
    { kind: "article", id: "*", change: "changed", keys: ["order"] },
  ]);
  const exported = await exportPack(api.deps.db, "report");
  expect(exported?.catalogue.articles.map(({ id, price }) => [id, price])).toEqual([
    ["a", 100],
    ["b", 200],
  ]);
});

test("a running server's responses follow an import", async () => {
  const price = async () => {
    api.deps.networks.forget();
    const { body } = await api.call("getProducts", { ids: "single" });
    return [body.items[0]?.price.amount, body.version] as const;
  };
  const [before, version] = await price();
  expect(before).toBe(150);
  await importPack(api.deps.db, testPack({ articles: [testArticle({ id: "single", price: 175 })] }), at);
  const [after, next] = await price();
  expect(after).toBe(175);
  expect(next).not.toBe(version);
});

test("of two concurrent imports of one pack, one creates the network, the other finds it", async () => {
  const pack = testPack({ id: "twice" });
  const outcomes = await Promise.all([1, 2, 3].map(() => importPack(api.deps.db, pack, at)));
  const made = outcomes.map((result) => result.ok && result.changes.every(({ change }) => change === "added"));
  expect(made.filter((all) => all)).toHaveLength(1);
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
});

test("uses of a voucher survive imports, and a limit below them is refused with its path", async () => {
  const withLimit = (limit: number) =>
    testPack({ id: "uses", vouchers: [{ code: "HUNDRED", type: "RATIO", ratio: 5, limit }] });
  await importPack(api.deps.db, withLimit(100), at);
  await sql`update voucher set uses = 40 where network_id = 'uses'`.execute(api.deps.db);
  expect(await importPack(api.deps.db, withLimit(60), at)).toMatchObject({ ok: true });
  const before = await everything();
  expect(await importPack(api.deps.db, withLimit(39), at)).toEqual({
    ok: false,
    faults: [{ file: "vouchers.json", path: "vouchers.HUNDRED.limit", message: "HUNDRED was used 40 times already" }],
  });
  expect(await everything()).toBe(before);
});

test("a host name or a sign-in key of another network is refused, and nothing changes", async () => {
  const before = await everything();
  const network = { domains: ["thief.test", "south.test"], authentication: { key: "demo-south" } };
  const result = await importPack(api.deps.db, testPack({ id: "thief", network }), at);
  expect(result).toEqual({
    ok: false,
    faults: [
      { file: "network.json", path: "domains.1", message: "south.test belongs to the network south" },
      { file: "network.json", path: "authentication.key", message: "demo-south belongs to the network south" },
    ],
  });
  expect(await everything()).toBe(before);
});

test("unknown keys, wrong types, invalid JSON, missing and unknown files are all reported with file and path", async () => {
  await cp(folderOf("bare"), scratch, { recursive: true });
  const catalogue = JSON.parse(await readFile(join(scratch, "catalogue.json"), "utf8"));
  catalogue.articles[1].colour = "red";
  catalogue.articles[2].price = "5.00";
  await writeFile(join(scratch, "catalogue.json"), JSON.stringify(catalogue));
  const network = JSON.parse(await readFile(join(scratch, "network.json"), "utf8"));
  network.seller.iban = "FR76";
  delete network.payment;
  await writeFile(join(scratch, "network.json"), JSON.stringify(network));
  await writeFile(join(scratch, "vouchers.json"), "{");
  await rm(join(scratch, "agencies.json"));
  await writeFile(join(scratch, "terms/fr/terms-of-sale.md"), "# Conditions");
  await writeFile(join(scratch, "notes.txt"), "");
  const reading = await readPackFolder(scratch);
  expect(reading.ok ? [] : reading.faults.map(describeFault)).toEqual([
    'network.json, payment: missing: who takes payments by card, for example {"provider": "stripe"}',
    "network.json, seller.iban: unknown key: iban",
    "catalogue.json, articles.crossing-10.colour: unknown key: colour",
    "catalogue.json, articles.day.price: not a whole number of cents (the currency's smallest unit), 0 to 10000000: 1.50 € is 150",
    "agencies.json: the file is missing or cannot be read",
    expect.stringMatching(/^vouchers\.json: not JSON: /),
    "terms/fr/terms-of-sale.md: not a file of a network pack",
    "notes.txt: not a file of a network pack",
  ]);
});
