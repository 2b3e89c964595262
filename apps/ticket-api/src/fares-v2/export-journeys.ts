import { fareTable } from "../transit-feed/fare-table.ts";
import type { Feed } from "../transit-feed/timetable.ts";
import { type ArticleExport, addProduct } from "./exported-products.ts";
import { type FareTables, fareRow } from "./fare-files.ts";

/** The id of the product of a journey at one price. */
export const journeyProduct = (article: string, amount: number): string => `${article}:${amount}`;

/** Adds the prices of an article between zones: a product for each price, and a leg rule for each pair of zones. */
export function addJourneys(one: ArticleExport, feed: Feed | undefined): void {
  const { article, fares, leftOut } = one;
  leftOut.push("validity");
  if (feed === undefined) return;
  const table = fareTable(feed.fares, article.originDestination?.fare);
  const zones = [...new Set([...feed.stops.values()].map(({ zone }) => zone ?? ""))].sort();
  const amounts = new Set<number>();
  for (const from of zones) {
    for (const to of zones) {
      const amount = table.between(from, to);
      if (amount === undefined) continue;
      if (from === "" || to === "") {
        if (!leftOut.includes(stopsWithoutZone)) leftOut.push(stopsWithoutZone);
        continue;
      }
      if (!amounts.has(amount)) addProduct(one, journeyProduct(article.id, amount), amount);
      amounts.add(amount);
      fares["fare_leg_rules.txt"].push(
        fareRow("fare_leg_rules.txt", {
          from_area_id: from,
          to_area_id: to,
          fare_product_id: journeyProduct(article.id, amount),
          rule_priority: "0",
        }),
      );
    }
  }
  if (fares["areas.txt"].length === 0) addAreas(fares, feed);
}

const stopsWithoutZone = "prices at stops without a zone";

/** The zones of the feed as areas, with their stops; a station brings its platforms. */
function addAreas(fares: FareTables, { stops }: Feed): void {
  const inZones = [...stops.values()].flatMap(({ id, zone }) => (zone === null ? [] : [{ id, zone }]));
  for (const zone of [...new Set(inZones.map((stop) => stop.zone))].sort())
    fares["areas.txt"].push(fareRow("areas.txt", { area_id: zone }));
  for (const { id, zone } of inZones)
    fares["stop_areas.txt"].push(fareRow("stop_areas.txt", { area_id: zone, stop_id: id }));
}
