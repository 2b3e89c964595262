import type { Support } from "@guichet/contract/catalogue.ts";
import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import type { Feed } from "../transit-feed/timetable.ts";
import { addJourneys } from "./export-journeys.ts";
import { hiddenKeys, type LegTicket, legTicketOf, notExported } from "./exported-articles.ts";
import { type ArticleExport, addProduct } from "./exported-products.ts";
import { type FareTables, fareRow, noFares } from "./fare-files.ts";
import type { FareNote } from "./fare-note.ts";
import { categoryOf } from "./rider-categories.ts";
import { type ExportedService, serviceOfWeekdays } from "./weekday-services.ts";
import { feedText } from "./write-fares.ts";

/** A catalogue as Fares v2: its files, the services of its timeframes, and what Fares v2 cannot express. */
export interface FareExport {
  fares: FareTables;
  services: ExportedService[];
  notes: FareNote[];
}

/** The kind of fare medium of each support: a paper ticket (1), a transport card (2), a phone (4). */
const mediumTypes: Readonly<Record<Support, string>> = {
  SHIPPING: "1",
  COLLECT: "1",
  PHYSICAL: "1",
  MEDIA: "2",
  DEMATERIALIZED: "4",
};

/**
 * The articles of a network as Fares v2: a fare product for each, with the id of the article; by pair of zones for journeys of its
 * feed. A price that is not that of a leg (a carnet, a return) has no leg rule, so that no planner adds it up.
 */
export function faresOfCatalogue(pack: Pick<NetworkPack, "network" | "catalogue">, feed: Feed | undefined): FareExport {
  const { network, catalogue } = pack;
  const out: FareExport = { fares: noFares(), services: [], notes: [] };
  for (const article of catalogue.articles) {
    const reason = notExported(article, catalogue);
    if (reason !== undefined) {
      out.notes.push({ id: article.id, message: `not exported: ${reason}` });
      continue;
    }
    const riderCategory = addCategory(out.fares, pack, article);
    const one = { network, article, fares: out.fares, riderCategory, leftOut: hiddenKeys(article) };
    if (article.originDestination === undefined) addTicket(one, legTicketOf(article), out, feed);
    else addJourneys(one, feed);
    if (one.leftOut.length > 0)
      out.notes.push({ id: article.id, message: `not in Fares v2: ${one.leftOut.join(", ")}` });
  }
  addMedia(out.fares, network);
  return out;
}

function addTicket(one: ArticleExport, ticket: LegTicket, out: FareExport, feed: Feed | undefined): void {
  const { article, fares, leftOut } = one;
  addProduct(one, article.id, article.price);
  leftOut.push(...ticket.leftOut);
  if (!ticket.hasLegRule) return;
  const service = serviceOfWeekdays(article.advice?.weekdays ?? [], feed);
  if (service === "unknown") {
    leftOut.push("on which weekdays it is valid (a timeframe needs the days of a feed)");
    return;
  }
  const timeframe = typeof service === "object" ? service.id : "";
  if (typeof service === "object" && !out.services.some(({ id }) => id === service.id)) {
    out.services.push(service);
    fares["timeframes.txt"].push(fareRow("timeframes.txt", { timeframe_group_id: service.id, service_id: service.id }));
  }
  fares["fare_leg_rules.txt"].push(
    fareRow("fare_leg_rules.txt", {
      leg_group_id: article.id,
      from_timeframe_group_id: timeframe,
      fare_product_id: article.id,
      rule_priority: "0",
    }),
  );
  if (ticket.transferSeconds === null) return;
  const limit = ticket.transferSeconds === "whole" ? "" : String(ticket.transferSeconds);
  fares["fare_transfer_rules.txt"].push(
    fareRow("fare_transfer_rules.txt", {
      from_leg_group_id: article.id,
      to_leg_group_id: article.id,
      transfer_count: "-1",
      duration_limit: limit,
      // From the first boarding to the last one.
      duration_limit_type: limit === "" ? "" : "1",
      fare_transfer_type: "0",
    }),
  );
}

function addCategory(
  fares: FareTables,
  pack: Pick<NetworkPack, "network" | "catalogue">,
  article: PackArticle,
): string {
  const category = categoryOf(article, pack);
  if (category === undefined) return "";
  const known = fares["rider_categories.txt"];
  if (!known.some(({ values }) => values.rider_category_id === category.id)) {
    known.push(
      fareRow("rider_categories.txt", {
        rider_category_id: category.id,
        rider_category_name: feedText(category.name),
        is_default_fare_category: "0",
      }),
    );
  }
  return category.id;
}

/** The media in use, named as the network: its card and its shop. */
function addMedia(fares: FareTables, { name }: NetworkPack["network"]): void {
  const used = new Set(fares["fare_products.txt"].map(({ values }) => values.fare_media_id));
  for (const [support, type] of Object.entries(mediumTypes)) {
    if (!used.has(support)) continue;
    fares["fare_media.txt"].push(
      fareRow("fare_media.txt", {
        fare_media_id: support,
        fare_media_name: type === "1" ? "" : feedText(name),
        fare_media_type: type,
      }),
    );
  }
}
