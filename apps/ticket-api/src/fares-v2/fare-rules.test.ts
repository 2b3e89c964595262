import { describe, expect, test } from "vitest";
import { sampleFareFiles, sampleFares } from "../testing/sample-fares.ts";
import { csvRows } from "../transit-feed/csv.ts";
import { FeedTables } from "../transit-feed/feed-tables.ts";
import { draftFromFeed } from "./draft-from-feed.ts";
import { type Column, columnsOf, type FareFile, fareFileNames, fareFiles } from "./fare-files.ts";
import { readFeedKeys } from "./feed-keys.ts";
import { readFareTables } from "./read-fares.ts";
import { checkFares, fareChecks } from "./rule-checks.ts";
import { feedLines } from "./write-fares.ts";

type Rows = Record<string, string>[];

/** The sample with the rows of one file changed. */
function changed(file: FareFile, change: (rows: Rows) => Rows): Record<string, string> {
  const [header = [], ...rows] = [...csvRows(sampleFareFiles[file] ?? "")].map((row) =>
    "fields" in row ? row.fields : [],
  );
  const records = rows.map((fields) =>
    Object.fromEntries(header.map((column, index) => [column, fields[index] ?? ""])),
  );
  const lines = change(records).map((values) => header.map((column) => values[column] ?? ""));
  return { [file]: feedLines([header, ...lines]) };
}
const set = (file: FareFile, row: number, values: Record<string, string>) =>
  changed(file, (rows) => rows.map((each, index) => (index === row ? { ...each, ...values } : each)));
const add = (file: FareFile, values: Record<string, string>) => changed(file, (rows) => [...rows, values]);

const faultsOf = (changes: Record<string, string>) => {
  const tables = new FeedTables(sampleFares(changes));
  const faults = checkFares(readFareTables(tables), readFeedKeys(tables));
  return [...tables.faults, ...faults].map(({ file, line, message }) => `${file} ${line} ${message}`);
};

const wrongValues: Readonly<Record<string, string>> = {
  ...{ choice: "9", count: "0", span: "0", priority: "-1", time: "24:00:01", amount: "2,50", currency: "XYZ" },
  ...{ url: "www.a.example", id: "a\tb", text: "a\tb" },
};

/** A rule by name, a change of the sample that breaks it, and the fault that this must cause. */
type Case = [name: string, changes: Record<string, string>, fault: string];

/** The cases of every rule about single columns and keys. */
const columnCases = fareFileNames.flatMap((file): Case[] => {
  const key = fareFiles[file].key.join(", ");
  const twice = changed(file, (rows) => [...rows, ...rows.slice(0, 1)]);
  const line = (sampleFareFiles[file] ?? "").split("\n").length;
  return [
    ...columnsOf(file).flatMap(([column, spec]) => casesOf(file, column, spec)),
    [`${file} ${key} is unique`, twice, `${file} ${line} ${key} `],
  ];
});

function casesOf(file: FareFile, column: string, { kind, required, refersTo }: Column): Case[] {
  const ofKind = fareChecks.find(({ name }) => name.startsWith(`${file} ${column} is `))?.name ?? "";
  const value = wrongValues[kind] ?? "";
  const cases: Case[] = [[ofKind, set(file, 0, { [column]: value }), `${file} 2 ${column} ${value} is not `]];
  if (required === true)
    cases.push([`${file} ${column} is required`, set(file, 0, { [column]: "" }), `${file} 2 ${column} is missing`]);
  if (refersTo !== undefined) {
    const unknown = set(file, 0, { [column]: "nobody" });
    cases.push([`${file} ${column} is known`, unknown, `${file} 2 ${column} nobody is not in `]);
  }
  return cases;
}

const routesWithNetworks = "route_id,route_short_name,route_type,network_id\nb1,1,3,bus\nf1,F,4,ferry\n";
const ruleCases: Case[] = [
  ...(["networks.txt", "route_networks.txt"] as const).map(
    (file): Case => [
      `${file} is forbidden where routes.txt has network_id`,
      { "routes.txt": routesWithNetworks },
      `${file} 2 the file is forbidden, because routes.txt has the column network_id`,
    ],
  ),
  [
    "timeframes.txt start_time and end_time come together",
    set("timeframes.txt", 1, { end_time: "" }),
    "timeframes.txt 3 timeframe early has one of start_time and end_time: give both or neither",
  ],
  [
    "timeframes.txt end_time is after start_time",
    set("timeframes.txt", 1, { end_time: "05:00:00" }),
    "timeframes.txt 3 timeframe early ends before it starts",
  ],
  [
    "timeframes.txt intervals of a group and service do not overlap",
    add("timeframes.txt", {
      timeframe_group_id: "early",
      start_time: "06:59:59",
      end_time: "08:00:00",
      service_id: "weekend",
    }),
    "timeframes.txt 4 timeframe early overlaps with that of line 3",
  ],
  [
    "fare_products.txt amount has the digits of its currency",
    set("fare_products.txt", 3, { amount: "4.005" }),
    "fare_products.txt 5 fare product weekend: 4.005 is not an amount of EUR",
  ],
  [
    "fare_products.txt several rider categories of a product have one default",
    set("rider_categories.txt", 1, { is_default_fare_category: "1" }),
    "fare_products.txt 2 fare product single is for 2 rider categories, of which 2 are the default: one must be",
  ],
  [
    "fare_leg_join_rules.txt joins legs of one network",
    set("fare_leg_join_rules.txt", 0, { to_network_id: "ferry" }),
    "fare_leg_join_rules.txt 2 to_network_id ferry is not from_network_id bus",
  ],
  [
    "fare_leg_join_rules.txt from_stop_id and to_stop_id come together",
    set("fare_leg_join_rules.txt", 0, { to_stop_id: "" }),
    "fare_leg_join_rules.txt 2 it has one of from_stop_id and to_stop_id: give both or neither",
  ],
  [
    "fare_leg_join_rules.txt stops are stops or stations",
    set("fare_leg_join_rules.txt", 0, { to_stop_id: "gate" }),
    "fare_leg_join_rules.txt 2 to_stop_id gate is neither a stop nor a station",
  ],
  [
    "fare_transfer_rules.txt transfer_count is given between equal leg groups only",
    set("fare_transfer_rules.txt", 1, { transfer_count: "1" }),
    "fare_transfer_rules.txt 3 transfer_count is forbidden between two leg groups",
  ],
  [
    "fare_transfer_rules.txt transfer_count is given between equal leg groups only",
    set("fare_transfer_rules.txt", 0, { transfer_count: "" }),
    'fare_transfer_rules.txt 2 transfer_count is missing: both leg groups are "singles"',
  ],
  [
    "fare_transfer_rules.txt duration_limit_type is given with duration_limit only",
    set("fare_transfer_rules.txt", 0, { duration_limit_type: "" }),
    "fare_transfer_rules.txt 2 duration_limit_type is missing",
  ],
];

describe("Fares v2", () => {
  test("the sample fulfils every rule", () => {
    expect(faultsOf({})).toEqual([]);
  });

  // covers: Fares v2: each rule of the specification is checked, and every fault reported by file, line and id
  test.each([...columnCases, ...ruleCases])("%s", (_name, changes, fault) => {
    expect(faultsOf(changes).filter((each) => each.startsWith(fault))).not.toEqual([]);
  });

  test("every rule has a case", () => {
    const named = new Set([...columnCases, ...ruleCases].map(([name]) => name));
    expect(fareChecks.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });

  test("network_id of routes.txt takes the place of networks.txt", () => {
    const tables = new FeedTables(
      sampleFares({ "routes.txt": routesWithNetworks, "networks.txt": undefined, "route_networks.txt": undefined }),
    );
    expect(checkFares(readFareTables(tables), readFeedKeys(tables))).toEqual([]);
  });

  test("every fault of a feed is reported at once, and nothing is drafted", () => {
    const files = sampleFares({
      ...set("fare_products.txt", 0, { amount: "free", currency: "" }),
      ...set("fare_leg_rules.txt", 2, { from_area_id: "moon" }),
      "calendar.txt": "service_id\nweekend\n",
    });
    const reading = draftFromFeed(files, undefined);
    expect(reading.ok ? [] : reading.faults.map(({ file, line }) => `${file} ${line}`)).toEqual(
      expect.arrayContaining(["calendar.txt 1", "fare_products.txt 2", "fare_leg_rules.txt 4"]),
    );
  });
});
