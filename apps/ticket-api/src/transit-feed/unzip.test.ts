import { feedEntriesMax, feedUnpackedMaxBytes } from "@guichet/contract/limits/travel-limits.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zipOf, zipOfList } from "../testing/zip-of.ts";
import { unzip } from "./unzip.ts";

const stops = new Set(["stops.txt"]);
const text = "stop_id,stop_name\n".repeat(1_000);

describe("an archive", () => {
  test.each([true, false])("is unpacked, deflated: %s; other files are skipped", (deflate) => {
    const unzipped = unzip(zipOf({ "shapes.txt": "x", "stops.txt": text }, { deflate }), stops);
    expect(unzipped.ok && [...unzipped.files].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
      ["stops.txt", text],
    ]);
  });

  test.each([
    ["that is none", Buffer.from("no archive, but long enough to look into"), "not a ZIP archive"],
    ["of nothing", Buffer.alloc(0), "not a ZIP archive"],
    ["that is cut off", zipOf({ "stops.txt": text }).subarray(1_000), "not a whole ZIP archive"],
    [
      "that unpacks to more than it says",
      zipOf({ "stops.txt": text }, { deflate: true, claimedBytes: 10 }),
      "stops.txt is damaged, or larger than it says",
    ],
    [
      "that says more than deflate can hold",
      zipOf({ "stops.txt": "a" }, { claimedBytes: 1_000_000 }),
      "stops.txt cannot be as large as it says",
    ],
    [
      "that would fill the memory",
      zipOf({ "stops.txt": text }, { claimedBytes: feedUnpackedMaxBytes + 1 }),
      `unpacks to more than ${feedUnpackedMaxBytes} bytes`,
    ],
    [
      "with a file twice",
      zipOfList([
        ["stops.txt", "a"],
        ["stops.txt", "b"],
      ]),
      "stops.txt is in it twice",
    ],
    ["that is encrypted", zipOf({ "stops.txt": text }, { flags: 1 }), "stops.txt is encrypted"],
    [
      "packed in another way",
      zipOf({ "stops.txt": text }, { method: 14 }),
      "stops.txt is packed in an unknown way (14)",
    ],
    [
      "of too many files",
      zipOfList(Array.from({ length: feedEntriesMax + 1 }, (_, n) => [`${n}`, ""])),
      `holds more than ${feedEntriesMax} files`,
    ],
  ])("%s is refused", (_, zip, message) => {
    expect(unzip(zip, stops)).toEqual({ ok: false, message });
  });

  test("a changed byte in a file is detected", () => {
    const zip = zipOf({ "stops.txt": text });
    zip[100] = (zip[100] ?? 0) ^ 1;
    expect(unzip(zip, stops)).toEqual({ ok: false, message: "stops.txt is damaged" });
  });

  // covers: network packs: a timetable feed (GTFS), imported whole or refused with file and line
  test("after any change it is read or refused with a message, without an unexpected error", () => {
    const whole = zipOf({ "stops.txt": text }, { deflate: true });
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const zip = Buffer.from(whole);
        for (const [at, value] of changes) zip[at] = value;
        const unzipped = unzip(zip, stops);
        if (!unzipped.ok) expect(unzipped.message).not.toBe("");
      }),
      { numRuns: 500 },
    );
  });
});
