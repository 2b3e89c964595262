import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { csvRows } from "../transit-feed/csv.ts";
import { readFeed } from "../transit-feed/feed.ts";
import { faresOfCatalogue } from "./export-fares.ts";
import type { FareNote } from "./fare-note.ts";
import { filesWithoutFares } from "./feed-files.ts";
import { type ExportedService, weekdayColumns } from "./weekday-services.ts";
import { feedLines, writeFareTables } from "./write-fares.ts";

/** The files of a feed with the fares of a network, and what they cannot express. */
export interface PublishedFeed {
  files: Map<string, string | Uint8Array>;
  notes: FareNote[];
}

/** The feed of a pack with its catalogue as Fares v2; without a feed, only the files of the fares. Throws on an invalid feed. */
export function publishedFeed(pack: NetworkPack): PublishedFeed {
  const reading = pack.gtfs === undefined ? undefined : readFeed(pack.gtfs, pack.network);
  if (reading?.ok === false) throw new Error(`gtfs.zip: ${reading.faults[0]?.message}`);
  const { fares, services, notes } = faresOfCatalogue(pack, reading?.feed);
  const timetable = pack.gtfs === undefined ? new Map<string, Buffer>() : filesWithoutFares(pack.gtfs);
  const files = new Map<string, string | Uint8Array>([...timetable, ...writeFareTables(fares)]);
  if (services.length > 0) files.set("calendar.txt", withServices(timetable.get("calendar.txt"), services));
  return { files, notes };
}

/** calendar.txt with services added in its columns. */
function withServices(calendar: Buffer | undefined, services: readonly ExportedService[]): string {
  const rows = [...csvRows(calendar?.toString("utf8") ?? "")].flatMap((row) => ("fields" in row ? [row.fields] : []));
  const [header = ["service_id", ...weekdayColumns, "start_date", "end_date"], ...existing] = rows;
  // A feed that was exported before has them already.
  const place = header.findIndex((column) => column.toLowerCase() === "service_id");
  const kept = existing.filter((fields) => !services.some(({ id }) => id === fields[place]));
  const added = services.map(({ id, weekdays, from, to }) => {
    const values = new Map<string, string>([
      ["service_id", id],
      ["start_date", from.replaceAll("-", "")],
      ["end_date", to.replaceAll("-", "")],
      ...weekdayColumns.map((day, index) => [day, weekdays.includes(index + 1) ? "1" : "0"] as const),
    ]);
    return header.map((column) => values.get(column.toLowerCase()) ?? "");
  });
  return feedLines([header, ...kept, ...added]);
}
