import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testFeed, testFeedFiles } from "../testing/test-feed.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";
import { importPack } from "./import.ts";
import { describeFault, readPackFolder } from "./pack-folder.ts";

/** Mistakes of an operator in a pack: each is refused or reported, in words, at the name of the item. */

const bare = fileURLToPath(new URL("../../../../networks/bare", import.meta.url));
const at = "2026-11-20T09:00:00.000Z";
let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await openTestApi({ packs: [testPack({ articles: [testArticle({ id: "free", price: 0 })] })] });
});
afterAll(() => api.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "guichet-pack-"));
  await cp(bare, folder, { recursive: true });
  return () => rm(folder, { recursive: true });
});

async function changeText(file: string, change: (text: string) => string | Buffer): Promise<void> {
  await writeFile(join(folder, file), change(await readFile(join(folder, file), "utf8")));
}
const faultsOf = async (): Promise<string[]> => {
  const reading = await readPackFolder(folder);
  return reading.ok ? [] : reading.faults.map(describeFault);
};
const imported = async (options: Parameters<typeof testPack>[0], gtfs?: Uint8Array<ArrayBuffer>) => {
  const pack = { ...testPack({ id: "slips", ...options }), ...(gtfs === undefined ? {} : { gtfs }) };
  const result = await importPack(api.deps.db, pack, at);
  return result.ok
    ? { refused: [], warned: result.warnings.map(describeFault) }
    : { refused: result.faults.map(describeFault), warned: [] };
};

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test("a duplicate key in an object is reported with its line", async () => {
  await changeText("catalogue.json", (text) => text.replace(/"price":/, '"price": 1,\n      "price":'));
  expect(await faultsOf()).toEqual([
    expect.stringMatching(/^catalogue\.json: line \d+: the key price stands twice in the same object$/),
  ]);
});

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test.each([
  ["Latin 1", (text: string) => Buffer.from(text.replace("Navette", "Navétté").replace("é", "\xe9"), "latin1")],
  ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
])("a file in %s is refused", async (_, encode) => {
  await changeText("network.json", (text) => encode(text.replace(/"name": "[^"]*"/, '"name": "Île d\'Été"')));
  expect(await faultsOf()).toContain("network.json: not UTF-8: save the file with the encoding UTF-8");
});

test("a byte order mark is accepted", async () => {
  await changeText("network.json", (text) => `\ufeff${text}`);
  expect(await faultsOf()).toEqual([]);
});

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test("invalid amounts, colours, durations, days and coordinates are all reported in sentences, by item name", async () => {
  await changeText("catalogue.json", (text) => {
    const catalogue = JSON.parse(text);
    Object.assign(catalogue.articles[0], { price: 1.5, salesEndsAt: "2026-02-30T00:00:00Z" });
    Object.assign(catalogue.articles[1], { validity: { from: "purchase", duration: "31 days" } });
    Object.assign(catalogue.articles[2], { validity: { period: { from: "02-30", to: "08-31" } } });
    return JSON.stringify(catalogue);
  });
  await changeText("network.json", (text) => {
    const network = JSON.parse(text);
    network.accent = "blue";
    network.termsUpdatedOn["legal-notice"] = "2026-02-30";
    return JSON.stringify(network);
  });
  await changeText("agencies.json", (text) => {
    const agencies = JSON.parse(text);
    agencies.agencies = [
      {
        id: "port",
        index: 1,
        label: "Port",
        addressRoute: "",
        addressPostalCode: "",
        addressCity: "",
        openingHours: [],
        latitude: 434,
        longitude: 200,
      },
    ];
    return JSON.stringify(agencies);
  });
  const [first, second, third] = JSON.parse(await readFile(join(bare, "catalogue.json"), "utf8")).articles;
  const faults = await faultsOf();
  expect(faults).toEqual(
    expect.arrayContaining([
      "network.json, accent: not a colour of six hexadecimal digits, as #0b5a68",
      "network.json, termsUpdatedOn.legal-notice: not a day of the calendar, as 2026-11-22",
      `catalogue.json, articles.${first.id}.price: not a whole number of cents (the currency's smallest unit), 0 to 10000000: 1.50 € is 150`,
      `catalogue.json, articles.${first.id}.salesEndsAt: not an instant in UTC, as 2026-11-22T08:00:00Z`,
      "agencies.json, agencies.port.latitude: not a latitude, -90 to 90",
      "agencies.json, agencies.port.longitude: not a longitude, -180 to 180",
    ]),
  );
  expect(faults.filter((fault) => fault.includes(`articles.${second.id}.validity`))).toHaveLength(1);
  expect(faults.filter((fault) => fault.includes(`articles.${third.id}.validity`))).toHaveLength(1);
  expect(faults.join("\n")).toMatch(/not a duration \(ISO 8601\), as P31D for 31 days/);
  expect(faults.join("\n")).toMatch(/not a day of the year, as 09-01 for 1 September/);
});

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test("a status that the shop asks nobody for is refused; with a document, or with profiling, it is not", async () => {
  const student = { statuses: ["student"] };
  const pack = (article: Record<string, unknown>, network: Record<string, unknown> = {}) =>
    testPack({
      id: "statuses",
      network,
      documentTypes: [{ id: "proof", name: { fr: "Preuve" } }],
      articles: [testArticle({ id: "reduced", price: 100, ...student, ...article })],
    });
  const refusals = async (made: ReturnType<typeof testPack>) => {
    made.catalogue.statuses = [{ id: "student", name: { fr: "Étudiant" } }];
    const result = await importPack(api.deps.db, made, at);
    return result.ok ? [] : result.faults.map(describeFault);
  };
  expect(await refusals(pack({}))).toEqual([
    expect.stringMatching(/^catalogue\.json, articles\.reduced\.statuses: the shop asks nobody for a status/),
  ]);
  expect(await refusals(pack({ requiredDocuments: ["proof"] }))).toEqual([]);
  expect(await refusals(pack({}, { switches: { profiling: true } }))).toEqual([]);
});

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test("incomplete coordinates are refused; a location in the ocean, a shared age, a missing translation and past dates are reported", async () => {
  const agency = {
    id: "port",
    index: 1,
    label: "Port",
    addressRoute: "",
    addressPostalCode: "",
    addressCity: "",
    openingHours: [],
  };
  expect((await imported({ agencies: [{ ...agency, latitude: 43.4 }] })).refused).toEqual([
    "agencies.json, agencies.port.longitude: missing, although the other coordinate is given",
  ]);
  const all = { fr: "Un mois", en: "A month", ar: "شهر", it: "Un mese", es: "Un mes" };
  const imports = await imported({
    network: { languages: ["fr", "en"] },
    agencies: [{ ...agency, latitude: 0, longitude: 0 }],
    articles: [
      testArticle({ id: "young", price: 100, name: { fr: "Jeune" }, summary: all, ageTo: 18 }),
      testArticle({ id: "adult", price: 200, name: all, summary: all, ageFrom: 18 }),
      testArticle({ id: "summer", price: 300, name: all, summary: all, trips: 2, salesEndsAt: "2026-09-01T00:00:00Z" }),
    ],
  });
  expect(imports).toEqual({
    refused: [],
    warned: [
      "catalogue.json: texts 1 without English, shown in French: articles.young.name",
      "catalogue.json, articles.young.ageTo: age 18 is in adult too: ageFrom and ageTo are both included",
      "agencies.json, agencies.port.latitude: 0 and 0 lie in the ocean off Africa",
      "catalogue.json, articles.summer.salesEndsAt: is past: nobody can buy it any more",
    ],
  });
});

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test("a feed that has ended, a feed without prices and a zone without a price are reported", async () => {
  const journey = testArticle({ id: "single", price: 0, originDestination: {} });
  const inFrench = { network: { languages: ["fr"] } };
  const running = await imported({ ...inFrench, articles: [journey] }, testFeed());
  expect(running.refused).toEqual([]);
  expect(running.warned).toEqual([
    "catalogue.json, articles.single.originDestination: no price from zone 9: nobody can buy it there",
  ]);
  const ended = testFeed({
    "calendar.txt": testFeedFiles["calendar.txt"].replaceAll("20271231", "20260901"),
    "calendar_dates.txt": "service_id,date,exception_type\nonce,20260801,1\n",
  });
  expect((await imported({ articles: [testArticle({ id: "plain", price: 100 })] }, ended)).warned).toContain(
    "gtfs.zip/calendar.txt: no trip runs after 2026-09-01: the feed has ended, ask for the new one",
  );
  const unpriced = testFeed({
    "fare_rules.txt": "fare_id,origin_id,destination_id\n",
    "fare_attributes.txt": "fare_id,price,currency_type\n",
  });
  expect((await imported({ articles: [testArticle({ id: "plain", price: 100 })] }, unpriced)).warned).toContain(
    "gtfs.zip/fare_rules.txt: the feed prices no journey",
  );
});

// covers §1: mistakes in a network pack are refused or reported in a sentence, by item name
test("a network that has sold keeps its currency", async () => {
  const inFrancs = testPack({ network: { currency: "CHF" }, articles: [testArticle({ id: "free", price: 0 })] });
  const buyer = await testPerson(api.deps);
  const placed = await api.call("placeOrder", orderOf(buyer, 0, { productId: "free" }), {
    token: buyer.token,
    idempotencyKey: crypto.randomUUID(),
  });
  expect(placed.body.error).toBeUndefined();
  const result = await importPack(api.deps.db, inFrancs, at);
  expect(result.ok ? [] : result.faults.map(describeFault)).toEqual([
    "network.json, currency: there are orders in EUR: a network that has sold keeps its currency; sell in CHF from a network of another id",
  ]);
});
