import { describe, expect, test } from "vitest";
import { type FeedFile, testFeed, testFeedFiles, withRows } from "../testing/test-feed.ts";
import { readFeed } from "./feed.ts";

const network = { currency: "EUR", timeZone: "Europe/Paris" };

const frequencies = (...rows: string[]) => ({
  "frequencies.txt": `trip_id,start_time,end_time,headway_secs,exact_times\n${rows.join("\n")}\n`,
});

function feedOf(changes: Partial<Record<FeedFile, string | undefined>> = {}) {
  const reading = readFeed(testFeed(changes), network);
  if (!reading.ok)
    throw new Error(reading.faults.map(({ file, line, message }) => `${file} ${line} ${message}`).join());
  return reading.feed;
}

const priceList = (changes: Partial<Record<FeedFile, string | undefined>> = {}) =>
  feedOf(changes)
    .fares.map(({ fare, originZone, destinationZone, amount }) => `${fare} ${originZone}>${destinationZone} ${amount}`)
    .sort();

describe("a feed", () => {
  test("has stations with the zone of their platforms, stops without a station, and no entrances", () => {
    const { stops } = feedOf();
    expect([...stops.values()].map(({ id, name, zone }) => [id, name, zone])).toEqual([
      ["aubert", "Aubert", "1"],
      ["port", 'Port, "vieux"', "2"],
      ["cape", "Le Cap", "3"],
      ["nowhere", "Nulle part", "9"],
      ["unserved", "Fermé", "1"],
    ]);
    expect(stops.get("aubert")).toMatchObject({ latitude: 43.4, longitude: 3.6 });
    expect(stops.get("cape")).toMatchObject({ latitude: null, longitude: null });
  });

  test("has trips at stations, in order, with interpolated times and boarding rules", () => {
    const trip = feedOf().trips.find(({ id }) => id === "slow-1");
    expect(trip).toMatchObject({ route: "1", headsign: "Le Cap" });
    expect(trip?.calls.map(({ stop, arrival, boards, alights }) => [stop, arrival / 60, boards, alights])).toEqual([
      ["aubert", 480, true, false],
      ["port", 495, true, true],
      ["cape", 510, false, true],
      ["nowhere", 520, true, true],
    ]);
  });

  test("has service days with their exceptions, also without a weekly calendar", () => {
    const services = Object.fromEntries(feedOf().trips.map(({ id, service }) => [id, service]));
    expect(services["slow-1"]).toEqual({
      weekdays: [1, 2, 3, 4, 5],
      from: "2026-01-01",
      to: "2027-12-31",
      added: [],
      removed: ["2026-12-25"],
    });
    expect(services["once-1"]).toEqual({ weekdays: [], from: null, to: null, added: ["2026-12-06"], removed: [] });
  });

  // covers §7: trips by frequency: every run of the day, at fixed or approximate times
  test("has the headways of a trip by frequency, in the order of the day", () => {
    const { trips } = feedOf(frequencies("slow-1,09:00:00,10:00:00,300,0", "slow-1,08:00:00,09:00:00,600,1"));
    expect(trips.find(({ id }) => id === "slow-1")?.headways).toEqual([
      { from: 28_800, until: 32_400, every: 600, isExact: true },
      { from: 32_400, until: 36_000, every: 300, isExact: false },
    ]);
    expect(trips.find(({ id }) => id === "back-1")?.headways).toEqual([]);
  });

  test("has prices by pair of zones, with any number of digits", () => {
    expect(priceList()).toEqual([
      "one-12 1>2 240",
      "one-12 2>1 240",
      "one-13 1>3 390",
      "one-13 3>1 390",
      "one-dear 1>2 900",
      "one-dear 2>3 900",
      "two-12 1>2 400",
    ]);
  });
});

describe("a fare", () => {
  const fares = (rules: string, price = "1.00") => ({
    "fare_attributes.txt": `fare_id,price,currency_type\nf,${price},EUR\n`,
    "fare_rules.txt": `fare_id,route_id,origin_id,destination_id,contains_id\n${rules}`,
  });

  test("without rules applies between all zones; with one end open, between all of the other", () => {
    expect(priceList(fares(""))).toHaveLength(16);
    expect(priceList({ ...fares(""), "fare_rules.txt": undefined })).toHaveLength(16);
    expect(priceList(fares("f,,1,,\n"))).toEqual(["f 1>1 100", "f 1>2 100", "f 1>3 100", "f 1>9 100"]);
  });

  // covers: origin and destination products: priced by pair of stops, never by the request
  test("of a route applies if every trip without a transfer is of that route", () => {
    expect(priceList(fares("f,slow,1,2,\n"))).toEqual(["f 1>2 100"]);
    expect(priceList(fares("f,fast,1,2,\n"))).toEqual([]);
    const express = {
      "trips.txt": withRows("trips.txt", "fast,week,fast-1,"),
      "stop_times.txt": withRows(
        "stop_times.txt",
        "fast-1,08:00:00,08:00:00,aubert-1,1,,",
        "fast-1,08:05:00,08:05:00,port,2,,",
      ),
    };
    expect(priceList({ ...fares("f,slow,1,2,\n"), ...express })).toEqual([]);
    expect(priceList({ ...fares("f,slow,1,2,\nf,fast,1,2,\n"), ...express })).toEqual(["f 1>2 100"]);
  });

  test("with zones on the path applies if every trip passes through these and no other", () => {
    expect(priceList(fares("f,,1,3,1\nf,,1,3,2\nf,,1,3,3\n"))).toEqual(["f 1>3 100"]);
    expect(priceList(fares("f,,1,3,1\nf,,1,3,3\n"))).toEqual([]);
  });

  test("without a trip applies only by a rule without route and zones on the path", () => {
    expect(priceList(fares("f,,9,1,\n"))).toEqual(["f 9>1 100"]);
    expect(priceList(fares("f,slow,9,1,\nf,,9,2,9\n"))).toEqual([]);
  });

  test("applies to stops without a zone if it applies everywhere", () => {
    const zoneless = testFeedFiles["stops.txt"].replaceAll(/,[1239],0,/g, ",,0,").replaceAll(/,[39],,$/gm, ",,,");
    expect(priceList({ ...fares(""), "stops.txt": zoneless })).toEqual(["f > 100"]);
  });
});

// covers: network packs: a timetable feed (GTFS), imported whole or refused with file and line
describe("an invalid feed reports the file and the line:", () => {
  const cases: [
    string,
    Partial<Record<FeedFile, string | undefined>>,
    { file: string; line: number; message: string },
  ][] = [
    ["a missing file", { "stops.txt": undefined }, { file: "stops.txt", line: 0, message: "the file is missing" }],
    ["an empty file", { "routes.txt": "" }, { file: "routes.txt", line: 0, message: "the file is empty" }],
    [
      "a missing column",
      { "stops.txt": "stop_id\na\n" },
      { file: "stops.txt", line: 1, message: "no column stop_name" },
    ],
    [
      "another time zone",
      { "agency.txt": "agency_timezone\nAmerica/Los_Angeles\n" },
      {
        file: "agency.txt",
        line: 2,
        message: "agency_timezone America/Los_Angeles is not the network's (Europe/Paris)",
      },
    ],
    [
      "a headway of no trip",
      frequencies("none,08:00:00,09:00:00,600,"),
      { file: "frequencies.txt", line: 2, message: "no trip none in trips.txt" },
    ],
    [
      "a headway of nothing",
      frequencies("slow-1,08:00:00,09:00:00,0,"),
      { file: "frequencies.txt", line: 2, message: "headway_secs 0 is not a number of seconds above 0" },
    ],
    [
      "a headway that ends before it starts",
      frequencies("slow-1,09:00:00,08:00:00,600,"),
      { file: "frequencies.txt", line: 2, message: "end_time is not after start_time" },
    ],
    [
      "a headway at a time that is none",
      frequencies("slow-1,9h,10:00:00,600,"),
      { file: "frequencies.txt", line: 2, message: "start_time 9h is not a time" },
    ],
    [
      "a headway of no kind",
      frequencies("slow-1,08:00:00,09:00:00,600,2"),
      { file: "frequencies.txt", line: 2, message: "exact_times is 0 or 1" },
    ],
    [
      "two headways at once",
      frequencies("slow-1,08:00:00,09:00:00,600,", "slow-1,08:59:59,10:00:00,300,"),
      { file: "frequencies.txt", line: 3, message: "two headways of the trip slow-1 overlap" },
    ],
    [
      "a trip that runs every second",
      frequencies("slow-1,08:00:00,10:00:00,1,"),
      { file: "frequencies.txt", line: 2, message: "the trip slow-1 runs more than 2880 times a day" },
    ],
    [
      "a stop twice",
      { "stops.txt": withRows("stops.txt", "port,Port,,,2,,") },
      { file: "stops.txt", line: 10, message: "stop_id port is used twice" },
    ],
    [
      "a station in two zones",
      { "stops.txt": withRows("stops.txt", "aubert-3,Aubert,,,7,0,aubert") },
      { file: "stops.txt", line: 10, message: "the station aubert lies in the zones 1 and 7" },
    ],
    [
      "an unknown station",
      { "stops.txt": withRows("stops.txt", "p,P,,,7,0,none") },
      { file: "stops.txt", line: 10, message: "no parent_station none in stops.txt" },
    ],
    [
      "a latitude that is none",
      { "stops.txt": withRows("stops.txt", "p,P,north,,7,,") },
      { file: "stops.txt", line: 10, message: "stop_lat north is not a number of degrees" },
    ],
    [
      "a day that is none",
      { "calendar.txt": withRows("calendar.txt", "x,1,1,1,1,1,1,1,20260230,20261231") },
      { file: "calendar.txt", line: 4, message: "start_date 20260230 is not a day" },
    ],
    [
      "an exception of no kind",
      { "calendar_dates.txt": withRows("calendar_dates.txt", "week,20260101,3") },
      { file: "calendar_dates.txt", line: 4, message: "exception_type is 1 or 2" },
    ],
    [
      "no calendar at all",
      { "calendar.txt": undefined, "calendar_dates.txt": undefined },
      { file: "calendar.txt", line: 0, message: "the file is missing, and calendar_dates.txt too" },
    ],
    [
      "a trip without its service",
      { "trips.txt": withRows("trips.txt", "slow,never,x,") },
      { file: "trips.txt", line: 6, message: "no service never in calendar.txt or calendar_dates.txt" },
    ],
    [
      "a trip without its route",
      { "trips.txt": withRows("trips.txt", "none,week,x,") },
      { file: "trips.txt", line: 6, message: "no route none in routes.txt" },
    ],
    [
      "a call of no trip",
      { "stop_times.txt": withRows("stop_times.txt", "none,08:00:00,08:00:00,port,1,,") },
      { file: "stop_times.txt", line: 13, message: "no trip none in trips.txt" },
    ],
    [
      "a call at no stop",
      { "stop_times.txt": withRows("stop_times.txt", "back-1,09:40:00,09:40:00,moon,4,,") },
      { file: "stop_times.txt", line: 13, message: "no stop moon in stops.txt" },
    ],
    [
      "a time that is none",
      { "stop_times.txt": withRows("stop_times.txt", "back-1,9h40,,port,4,,") },
      { file: "stop_times.txt", line: 13, message: "arrival_time 9h40 is not a time" },
    ],
    [
      "a trip back in time",
      { "stop_times.txt": withRows("stop_times.txt", "back-1,09:10:00,09:10:00,port,4,,") },
      { file: "stop_times.txt", line: 13, message: "a trip goes back in time" },
    ],
    [
      "a trip that ends without a time",
      { "stop_times.txt": withRows("stop_times.txt", "back-1,,,port,4,,") },
      { file: "stop_times.txt", line: 13, message: "the first and the last call of a trip have a time" },
    ],
    [
      "another currency",
      { "fare_attributes.txt": withRows("fare_attributes.txt", "usd,1.00,USD,0,0") },
      { file: "fare_attributes.txt", line: 6, message: "currency_type USD is not the network's (EUR)" },
    ],
    [
      "a price that is none",
      { "fare_attributes.txt": withRows("fare_attributes.txt", "f,1.005,EUR,0,0") },
      { file: "fare_attributes.txt", line: 6, message: "price 1.005 is not an amount of EUR" },
    ],
    [
      "a rule of no fare",
      { "fare_rules.txt": withRows("fare_rules.txt", "none,,1,2,") },
      { file: "fare_rules.txt", line: 9, message: "no fare none in fare_attributes.txt" },
    ],
    [
      "a quote that never ends",
      { "routes.txt": 'route_id,route_short_name\nslow,"1' },
      { file: "routes.txt", line: 2, message: "a quote is opened and never closed" },
    ],
  ];
  test.each(cases)("%s", (_, changes, fault) => {
    const reading = readFeed(testFeed(changes), network);
    expect(reading.ok ? [] : reading.faults).toContainEqual(fault);
  });

  test("at most a page of faults is reported", () => {
    const rows = Array.from({ length: 500 }, (_, n) => `back-1,,,moon,${n + 4},,`);
    const reading = readFeed(testFeed({ "stop_times.txt": withRows("stop_times.txt", ...rows) }), network);
    expect(reading.ok ? 0 : reading.faults.length).toBe(30);
  });
});
