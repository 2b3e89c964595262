import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { readPackFolder } from "../networks/pack-folder.ts";
import { anyPack } from "../testing/any-pack.ts";
import { repetitions } from "../testing/repetitions.ts";
import { FeedTables } from "../transit-feed/feed-tables.ts";
import { draftFromFeed } from "./draft-from-feed.ts";
import { faresOfCatalogue } from "./export-fares.ts";
import { fareFileNames } from "./fare-files.ts";
import { readFeedKeys } from "./feed-keys.ts";
import { publishedFeed } from "./published-feed.ts";
import { readFareTables } from "./read-fares.ts";
import { checkFares } from "./rule-checks.ts";

const packs: Record<string, NetworkPack> = {};
beforeAll(async () => {
  for (const name of ["demo", "zones", "bare"]) {
    const reading = await readPackFolder(new URL(`../../../../networks/${name}`, import.meta.url).pathname);
    if (reading.ok) packs[name] = reading.pack;
  }
});
const packOf = (name: string): NetworkPack => packs[name] ?? expect.fail(`networks/${name} cannot be read`);

const exported = (pack: NetworkPack, changes: Record<string, (text: string) => string> = {}) =>
  new Map(
    [...publishedFeed(pack).files].map(([name, content]) => {
      const text = Buffer.from(content).toString("utf8");
      return [name, Buffer.from(changes[name]?.(text) ?? text)];
    }),
  );
const backIn = (pack: NetworkPack, files: ReadonlyMap<string, Buffer>) => {
  const reading = draftFromFeed(files, pack);
  if (!reading.ok)
    throw new Error(reading.faults.map(({ file, line, message }) => `${file} ${line} ${message}`).join());
  return reading.draft;
};

describe.each(["demo", "zones", "bare"])("the catalogue of networks/%s", (name) => {
  // covers: Fares v2: a catalogue is exported as the specification says, and imports back unchanged
  test("as Fares v2 fulfils every rule, and imports back unchanged", () => {
    const pack = packOf(name);
    const files = exported(pack);
    const tables = new FeedTables(files);
    expect([...tables.faults, ...checkFares(readFareTables(tables), readFeedKeys(tables))]).toEqual([]);
    const draft = backIn(pack, files);
    expect(draft.catalogue).toEqual(pack.catalogue);
    expect(draft.notes).toEqual([]);
  });
});

describe("the fares of the demo", () => {
  test("are products with their media, categories, transfers, weekdays and prices between zones", () => {
    const { fares, notes } = faresOfCatalogue(packOf("bare"), undefined);
    expect(fares["fare_products.txt"].map(({ values }) => `${values.fare_product_id} ${values.amount}`)).toEqual([
      "crossing 2.00",
      "crossing-10 15.00",
      "day 5.00",
      "month 18.00",
      "season 45.00",
    ]);
    expect(fares["fare_leg_rules.txt"].map(({ values }) => values.fare_product_id)).toEqual([
      "crossing",
      "day",
      "month",
      "season",
    ]);
    expect(notes).toContainEqual({
      id: "crossing-10",
      message: expect.stringContaining("its price for 10 trips (Fares v2 has prices of single journeys)"),
    });
    const files = exported(packOf("demo"));
    const textOf = (file: string) => files.get(file)?.toString("utf8") ?? "";
    expect(textOf("fare_products.txt")).toMatch(/^pass-31-youth,[^,]+,18-to-27\/[^,]+,MEDIA,26\.00,EUR$/m);
    expect(textOf("fare_transfer_rules.txt")).toMatch(/^ticket-1h,ticket-1h,-1,3600,1,0$/m);
    expect(textOf("timeframes.txt")).toBe("timeframe_group_id,service_id\nguichet-weekdays-67,guichet-weekdays-67\n");
    expect(textOf("calendar.txt")).toMatch(/^guichet-weekdays-67,0,0,0,0,0,1,1,\d{8},\d{8}$/m);
    expect(textOf("fare_leg_rules.txt")).toMatch(/^,[^,]+,[^,]+,,coast-single:\d+,0$/m);
    expect(textOf("fare_products.txt")).not.toMatch(/^(park-ride-day|card|option-bike|coast-return)/m);
    expect(files.get("stop_times.txt")?.length).toBeGreaterThan(0);
  });

  test("changed elsewhere come back with the changes only, and with what cannot be taken over", () => {
    const pack = packOf("demo");
    const draft = backIn(
      pack,
      exported(pack, {
        "fare_products.txt": (text) =>
          text
            .replaceAll(/^(week-pass,[^,]+,[^,]*,[^,]+),11\.50/gm, "$1,12.00")
            .replace(/^day-pass,[^,]+/m, "day-pass,Journée")
            .replace(/^coast-single:(\d+)(.*),\d+\.\d\d,EUR$/m, "coast-single:$1$2,9.99,EUR")
            .replace(/$/, "dog,Chien,,,1.00,EUR\n"),
        "fare_leg_rules.txt": (text) => text.replace(/^month-pass,.*\n/m, ""),
        "fare_transfer_rules.txt": (text) => text.replace(/^month-pass,.*\n/m, ""),
      }),
    );
    const expected = pack.catalogue.articles.map((article) => {
      if (article.id === "week-pass") return { ...article, price: 1_200 };
      return article.id === "day-pass" ? { ...article, name: { ...article.name, fr: "Journée" } } : article;
    });
    expect(draft.catalogue.articles.slice(0, -1)).toEqual(expected);
    expect(draft.catalogue.articles.at(-1)).toMatchObject({
      id: "dog",
      price: 100,
      category: pack.catalogue.categories[0]?.id,
    });
    expect(draft.notes.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      "month-pass: its leg rules changed: the draft keeps where and when it is valid",
      expect.stringMatching(
        /^coast-single:\d+: changed: prices between zones are those of gtfs.zip, change them there$/,
      ),
      "dog: no leg rule says where it is valid: the draft names no place",
      "dog: how long it is valid is not in the feed: the draft says an hour from the first use",
    ]);
  });
});

test("any catalogue is exported by the rules, and imports back unchanged", () => {
  fc.assert(
    fc.property(anyPack("any"), (pack) => {
      const files = exported(pack);
      const tables = new FeedTables(files);
      const fares = readFareTables(tables);
      const written = faresOfCatalogue(pack, undefined).fares;
      for (const file of fareFileNames) expect(fares[file]).toHaveLength(written[file].length);
      if (fares["fare_products.txt"].length === 0) return;
      const draft = backIn(pack, files);
      expect(draft.catalogue).toEqual(pack.catalogue);
      expect(draft.notes).toEqual([]);
    }),
    { numRuns: repetitions({ usual: 30, thorough: 1_000 }) },
  );
});
