import type { FeedTables } from "../transit-feed/feed-tables.ts";

/** Ids of a feed to which its fares refer, by file and column. */
export interface FeedKeys {
  ids: ReadonlyMap<string, ReadonlySet<string>>;
  /** `location_type` of each stop; empty is `0`. */
  stopTypes: ReadonlyMap<string, string>;
  /** Whether routes.txt has the column network_id, which excludes networks.txt. */
  hasRouteNetworks: boolean;
}

const keyColumns = [
  ["stops.txt", "stop_id"],
  ["routes.txt", "route_id"],
  ["routes.txt", "network_id"],
  ["calendar.txt", "service_id"],
  ["calendar_dates.txt", "service_id"],
] as const;

/** Reads the ids; a feed of fares alone has none. */
export function readFeedKeys(tables: FeedTables): FeedKeys {
  const ids = new Map<string, Set<string>>();
  const stopTypes = new Map<string, string>();
  let hasRouteNetworks = false;
  for (const [file, column] of keyColumns) {
    const found = new Set<string>();
    for (const row of tables.rows(file, [])) {
      if (row.value(column) !== "") found.add(row.value(column));
      if (file === "stops.txt") stopTypes.set(row.value("stop_id"), row.value("location_type") || "0");
      if (column === "network_id") hasRouteNetworks ||= row.has(column);
    }
    ids.set(`${file}/${column}`, found);
  }
  return { ids, stopTypes, hasRouteNetworks };
}
