import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { feedMaxBytes, feedUnpackedMaxBytes } from "@guichet/contract/limits/travel-limits.ts";
import { type Unzipped, unzip } from "../transit-feed/unzip.ts";
import { fareFileNames } from "./fare-files.ts";

/** The files of GTFS Schedule without those of Fares v2. */
const otherFiles = [
  ...["agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "calendar.txt", "calendar_dates.txt"],
  ...["fare_attributes.txt", "fare_rules.txt", "shapes.txt", "frequencies.txt", "transfers.txt", "pathways.txt"],
  ...["levels.txt", "location_groups.txt", "location_group_stops.txt", "locations.geojson", "booking_rules.txt"],
  ...["translations.txt", "feed_info.txt", "attributions.txt"],
];
/** The files of GTFS Schedule. */
export const feedFileNames: ReadonlySet<string> = new Set([...otherFiles, ...fareFileNames]);

/** Files that a draft is made from. */
const draftFiles: ReadonlySet<string> = new Set([
  ...["agency.txt", "stops.txt", "routes.txt", "calendar.txt", "calendar_dates.txt", "feed_info.txt"],
  ...["fare_attributes.txt", "fare_rules.txt", ...fareFileNames],
]);

/** The files of a feed that a draft is made from: of an archive, or of a folder. Returns a message if it cannot be read. */
export async function readDraftFiles(path: string): Promise<Unzipped> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return { ok: false, message: "there is no such file or folder" };
  if (found.isDirectory()) return readFolder(path);
  if (found.size > feedMaxBytes) return { ok: false, message: `larger than ${feedMaxBytes} bytes` };
  return unzip(await readFile(path), draftFiles);
}

async function readFolder(folder: string): Promise<Unzipped> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const name of await readdir(folder)) {
    if (!draftFiles.has(name)) continue;
    bytes += (await stat(join(folder, name))).size;
    if (bytes > feedUnpackedMaxBytes) return { ok: false, message: `larger than ${feedUnpackedMaxBytes} bytes` };
    files.set(name, await readFile(join(folder, name)));
  }
  if (files.size === 0) return { ok: false, message: "it contains no file of a feed" };
  return { ok: true, files };
}

/** The files of a feed except those of Fares v2, to publish with others. Throws on an archive that was not checked. */
export function filesWithoutFares(zip: Uint8Array): Map<string, Buffer> {
  const unzipped = unzip(zip, feedFileNames);
  if (!unzipped.ok) throw new Error(`gtfs.zip: ${unzipped.message}`);
  for (const name of fareFileNames) unzipped.files.delete(name);
  return unzipped.files;
}
