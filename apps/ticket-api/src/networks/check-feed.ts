import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { journeyFields } from "@guichet/contract/travel.ts";
import { fareTable } from "../transit-feed/fare-table.ts";
import type { FeedReading } from "../transit-feed/feed.ts";
import type { FeedFare } from "../transit-feed/timetable.ts";
import type { PackFault } from "./pack-folder.ts";

/** The faults of a feed itself. */
export const feedFaults = (reading: FeedReading): PackFault[] =>
  reading.ok
    ? []
    : reading.faults.map(({ file, line, message }) => ({
        file: file === "" ? "gtfs.zip" : `gtfs.zip/${file}`,
        path: line === 0 ? "" : `line ${line}`,
        message,
      }));

/** The fares of a network's feed; `none`: it has no feed, `unknown`: its feed has faults. */
export type FeedFares = readonly FeedFare[] | "none" | "unknown";

/** Checks the articles of a pack that its feed prices. */
export function checkJourneys({ catalogue, vouchers }: NetworkPack, fares: FeedFares): PackFault[] {
  const faults: PackFault[] = [];
  const journeys = new Set(catalogue.articles.flatMap(({ id, originDestination }) => (originDestination ? [id] : [])));
  catalogue.articles.forEach((article, index) => {
    const at = (key: string, message: string) =>
      void faults.push({ file: "catalogue.json", path: `articles.${index}.${key}`, message });
    if (article.options.some((id) => journeys.has(id))) at("options", "an article with originDestination is no option");
    if (article.originDestination === undefined) return;
    if (article.price !== 0) at("price", "0 where gtfs.zip says the price");
    if (article.promoPrice !== undefined) at("promoPrice", "none where gtfs.zip says the price");
    article.fields.forEach(({ id }, position) => {
      if (journeyFields.some((field) => field === id))
        at(`fields.${position}.id`, `${id} is taken by originDestination`);
    });
    if (fares === "none") at("originDestination", "needs gtfs.zip");
    else if (fares !== "unknown" && fareTable(fares, article.originDestination.fare).lowest === null)
      at("originDestination.fare", "no such fare holds between any two zones of gtfs.zip");
  });
  vouchers.vouchers.forEach(({ type, articles }, index) => {
    if (type !== "GIFT" || !articles.some((id) => journeys.has(id))) return;
    const message = "an article with originDestination cannot be given";
    faults.push({ file: "vouchers.json", path: `vouchers.${index}.articles`, message });
  });
  return faults;
}
