import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { feedMaxBytes } from "@guichet/contract/limits/travel-limits.ts";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exportPack } from "../networks/export.ts";
import { importPack } from "../networks/import.ts";
import { readPackFolder, writePackFolder } from "../networks/pack-folder.ts";
import { describeChanges } from "../networks/pack-report.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testFeed, withRows } from "../testing/test-feed.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

const at = "2026-11-20T09:00:00.000Z";
let api: TestApi;
let scratch: string;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "guichet-feed-"));
  return () => rm(scratch, { recursive: true, force: true });
});

const coast = testArticle({ id: "coast", price: 0, originDestination: { fare: "one-*" } });
const coastPack = (
  id: string,
  gtfs: Uint8Array<ArrayBuffer> | undefined,
  articles: unknown[] = [coast],
): NetworkPack => ({
  ...testPack({ id, articles }),
  ...(gtfs === undefined ? {} : { gtfs }),
});
const counts = async (id: string) =>
  (
    await sql<Record<string, number>>`select
      (select count(*)::int from transit_stop where network_id = ${id}) as stops,
      (select count(*)::int from transit_fare where network_id = ${id}) as fares,
      (select count(*)::int from transit_trip where network_id = ${id}) as trips,
      (select count(*)::int from transit_call where network_id = ${id}) as calls`.execute(api.deps.db)
  ).rows[0];
const moved = (result: Awaited<ReturnType<typeof importPack>>) =>
  result.ok ? result.changes.filter(({ change }) => change !== "unchanged") : result.faults;

// covers: network packs: a timetable feed (GTFS), imported whole or refused with file and line
test("a feed is imported with its pack, exported byte for byte, and imports back without a change", async () => {
  const feed = testFeed();
  await importPack(api.deps.db, coastPack("bytes", feed), at);
  expect(await counts("bytes")).toEqual({ stops: 4, fares: 7, trips: 4, calls: 11 });
  const exported = await exportPack(api.deps.db, "bytes");
  if (exported === undefined) throw new Error("not imported");
  await writePackFolder(scratch, exported);
  expect((await readFile(join(scratch, "gtfs.zip"))).equals(feed)).toBe(true);
  const reading = await readPackFolder(scratch);
  if (!reading.ok) throw new Error("refused");
  expect(moved(await importPack(api.deps.db, reading.pack, at))).toEqual([]);
});

test("the report lists what is new in the feed; a pack without a feed removes it", async () => {
  await importPack(api.deps.db, coastPack("report", testFeed()), at);
  const dearer = testFeed({ "fare_attributes.txt": withRows("fare_attributes.txt").replace("2.40", "2.60") });
  const changed = await importPack(api.deps.db, coastPack("report", dearer), at);
  expect(describeChanges("report", changed.ok ? changed.changes : []).split("\n")[1]).toBe(
    "  changed   feed gtfs.zip (file, fares)",
  );
  const later = testFeed({
    "trips.txt": withRows("trips.txt").replace("slow-1,Le Cap", "slow-1,Cap"),
    "fare_attributes.txt": withRows("fare_attributes.txt").replace("2.40", "2.60"),
  });
  expect(moved(await importPack(api.deps.db, coastPack("report", later), at))).toEqual([
    { kind: "feed", id: "gtfs.zip", change: "changed", keys: ["file", "trips"] },
  ]);
  const none = await importPack(
    api.deps.db,
    coastPack("report", undefined, [testArticle({ id: "single", price: 150 })]),
    at,
  );
  expect(moved(none)).toContainEqual({ kind: "feed", id: "gtfs.zip", change: "withdrawn", keys: [] });
  expect(await counts("report")).toEqual({ stops: 0, fares: 0, trips: 0, calls: 0 });
});

test("a running server's responses follow a new feed", async () => {
  const price = async () => {
    api.deps.networks.forget();
    const values = { product_id: "coast", origin_stop: "aubert", destination_stop: "port" };
    const { body } = await api.call("getODTrips", values, { network: "north" });
    return body.price?.amount ?? body.error?.code;
  };
  expect(await price()).toBe("ARTICLE_UNKNOWN");
  await importPack(api.deps.db, coastPack("north", testFeed()), at);
  expect(await price()).toBe(240);
  const dearer = testFeed({ "fare_attributes.txt": withRows("fare_attributes.txt").replace("2.40", "2.60") });
  await importPack(api.deps.db, coastPack("north", dearer), at);
  expect(await price()).toBe(260);
});

test("an invalid feed is refused with file and line, and nothing changes", async () => {
  await importPack(api.deps.db, coastPack("whole", testFeed()), at);
  const before = await exportPack(api.deps.db, "whole");
  const faulty = testFeed({ "stop_times.txt": withRows("stop_times.txt", "back-1,,,moon,9,,") });
  const pack = coastPack("whole", faulty, [{ ...coast, summary: { fr: "Autre" } }]);
  expect(await importPack(api.deps.db, pack, at)).toMatchObject({
    ok: false,
    faults: [
      { file: "gtfs.zip/stop_times.txt", path: "line 13", message: "no stop moon in stops.txt" },
      { file: "gtfs.zip/stop_times.txt", path: "line 13" },
    ],
  });
  expect(await importPack(api.deps.db, coastPack("whole", new Uint8Array(100)), at)).toMatchObject({
    faults: [{ file: "gtfs.zip", path: "", message: "not a ZIP archive" }],
  });
  expect(await exportPack(api.deps.db, "whole")).toEqual(before);
});

test("articles and vouchers that do not match the feed are reported", async () => {
  const articles = [
    { ...coast, price: 200, promoPrice: 100, fields: [{ id: "origin", type: "text", label: { fr: "De" } }] },
    { ...coast, id: "strange", originDestination: { fare: "bus-*" } },
    testArticle({ id: "single", price: 150, options: ["coast"] }),
  ];
  const gift = { code: "GIFT10", type: "GIFT", articles: ["coast"] };
  const pack = { ...testPack({ id: "faults", articles, vouchers: [gift] }), gtfs: testFeed() };
  const result = await importPack(api.deps.db, pack, at);
  expect(result.ok ? [] : result.faults.map(({ file, path }) => `${file} ${path}`)).toEqual([
    "catalogue.json articles.coast.price",
    "catalogue.json articles.coast.promoPrice",
    "catalogue.json articles.coast.fields.origin.id",
    "catalogue.json articles.strange.originDestination.fare",
    "catalogue.json articles.single.options",
    "vouchers.json vouchers.GIFT10.articles",
  ]);
  const without = await importPack(api.deps.db, coastPack("faults", undefined), at);
  expect(without).toMatchObject({
    ok: false,
    faults: [{ path: "articles.coast.originDestination", message: "needs gtfs.zip" }],
  });
});

test("a feed that is too large is refused before it is read", async () => {
  await writePackFolder(scratch, testPack({ id: "large" }));
  await writeFile(join(scratch, "gtfs.zip"), new Uint8Array(feedMaxBytes + 1));
  expect(await readPackFolder(scratch)).toEqual({
    ok: false,
    faults: [{ file: "gtfs.zip", path: "", message: `larger than ${feedMaxBytes} bytes` }],
  });
});
