import { createHash } from "node:crypto";
import { type FeedNetwork, feedDigest, readFeed } from "./feed.ts";

/** What tells two feeds apart, part by part, for the report of an import. */
export function feedParts(zip: Uint8Array, network: FeedNetwork): Record<string, string> {
  const reading = readFeed(zip, network);
  if (!reading.ok) return { file: feedDigest(zip) };
  const { stops, fares, trips } = reading.feed;
  const digest = (part: unknown) => createHash("sha256").update(JSON.stringify(part)).digest("hex");
  return {
    file: feedDigest(zip),
    stops: digest([...stops.values()]),
    fares: digest(fares),
    trips: digest(trips),
  };
}
