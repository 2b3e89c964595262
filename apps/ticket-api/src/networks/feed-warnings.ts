import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import type { ServiceDays } from "@guichet/rules/travel.ts";
import { fareTable } from "../transit-feed/fare-table.ts";
import { readFeed } from "../transit-feed/feed.ts";
import type { Feed } from "../transit-feed/timetable.ts";
import type { PackFault } from "./pack-folder.ts";

/** Warns of likely mistakes in a valid feed: it has ended, it has no fares, or one of its zones has no price. `today`: a day. */
export function warnOfFeed({ network, catalogue, gtfs }: NetworkPack, today: string): PackFault[] {
  const reading = gtfs === undefined ? undefined : readFeed(gtfs, network);
  if (reading === undefined || !reading.ok) return [];
  const { feed } = reading;
  const faults: PackFault[] = [];
  const last = lastDay(feed);
  if (last !== undefined && last < today) {
    const message = `no trip runs after ${last}: the feed has ended, ask for the new one`;
    faults.push({ file: "gtfs.zip/calendar.txt", path: "", message });
  }
  if (feed.fares.length === 0)
    faults.push({ file: "gtfs.zip/fare_rules.txt", path: "", message: "the feed prices no journey" });
  const zones = new Set([...feed.stops.values()].flatMap(({ zone }) => (zone === null ? [] : [zone])));
  catalogue.articles.forEach(({ originDestination }, index) => {
    if (originDestination === undefined) return;
    const fares = fareTable(feed.fares, originDestination.fare);
    if (fares.lowest === null) return;
    const unpriced = [...zones]
      .filter((from) => [...zones].every((to) => fares.between(from, to) === undefined))
      .sort();
    if (unpriced.length === 0) return;
    const message = `no price from ${unpriced.length === 1 ? "zone" : "zones"} ${unpriced.join(", ")}: nobody can buy it there`;
    faults.push({ file: "catalogue.json", path: `articles.${index}.originDestination`, message });
  });
  return faults;
}

/** The last day on which a trip of the feed runs; undefined if none does. */
function lastDay({ trips }: Feed): string | undefined {
  const services = new Set(trips.map(({ service }) => service));
  const days = [...services].flatMap(({ to, added }: ServiceDays) => [...(to === null ? [] : [to]), ...added]);
  return days.sort().at(-1);
}
