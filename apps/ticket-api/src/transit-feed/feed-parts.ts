import { createHash } from "node:crypto";
import { type FeedNetwork, feedDigest, readFeed } from "./feed.ts";

/** Digests of a feed's parts, to show in an import report which parts differ. */
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
