import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { zipOf } from "../apps/ticket-api/src/testing/zip-of.ts";
import { readFeed } from "../apps/ticket-api/src/transit-feed/feed.ts";
import { coastLine } from "./demo-feed/coast-line.ts";

test("the demo's feed is what its script generates, byte for byte, and is valid", async () => {
  const made = zipOf(coastLine());
  const checkedIn = await readFile(new URL("../networks/demo/gtfs.zip", import.meta.url));
  expect(checkedIn.equals(made), "run `npm run demo-feed`").toBe(true);
  const reading = readFeed(made, { currency: "EUR", timeZone: "Europe/Paris" });
  expect(reading.ok && [reading.feed.stops.size, reading.feed.fares.length]).toEqual([15, 18]);
});
