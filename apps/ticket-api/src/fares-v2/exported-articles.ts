import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import { sectionOf } from "@guichet/rules/catalogue/sections.ts";
import { Temporal } from "temporal-polyfill";

/** Why an article is not a fare of the network's lines; undefined: it is one. */
export function notExported(article: PackArticle, catalogue: NetworkPack["catalogue"]): string | undefined {
  const category = catalogue.categories.find(({ id }) => id === article.category);
  const section = sectionOf(article, category?.section);
  if (section === "parking" || section === "services") return `its section is ${section}, not travel`;
  if (catalogue.articles.some(({ options }) => options.includes(article.id)))
    return "it is an option of another article";
  if (article.originDestination !== undefined && (article.trips ?? 1) > 1)
    return `its price is for ${article.trips} trips, and Fares v2 has prices of single journeys`;
  return undefined;
}

/** How an article is the ticket of a leg. */
export interface LegTicket {
  /** Whether its price is that of travel from anywhere to anywhere. */
  hasLegRule: boolean;
  /** Seconds within which further legs are free; `whole`: those of every journey; null: no transfer. */
  transferSeconds: number | "whole" | null;
  leftOut: string[];
}

/** The leg and the transfers that the price of an article covers. */
export function legTicketOf(article: PackArticle): LegTicket {
  const { trips, transferMinutes, validity } = article;
  const leftOut: string[] = [];
  const hasZone = article.zone !== undefined || (article.advice?.fareZones ?? []).length > 0;
  if (hasZone) leftOut.push("where it is valid (its zone is not tied to stops)");
  if ((trips ?? 1) > 1) leftOut.push(`its price for ${trips} trips (Fares v2 has prices of single journeys)`);
  const seconds = "duration" in validity ? elapsedSeconds(validity.duration) : undefined;
  const isTimed = "from" in validity && validity.from === "first-use" && seconds !== undefined;
  if (!isTimed || trips !== undefined) leftOut.push("validity");
  const hasLegRule = !hasZone && (trips ?? 1) === 1;
  if (trips !== undefined) {
    return { hasLegRule, transferSeconds: transferMinutes === undefined ? null : transferMinutes * 60, leftOut };
  }
  return { hasLegRule, transferSeconds: isTimed ? seconds : "whole", leftOut };
}

/** Seconds of a duration of hours and minutes; undefined for one of calendar days. */
function elapsedSeconds(duration: string): number | undefined {
  const { years, months, weeks, days, hours, minutes } = Temporal.Duration.from(duration);
  return years + months + weeks + days === 0 ? hours * 3600 + minutes * 60 : undefined;
}

const unexpressedKeys = [
  ...(["promoPrice", "salesFrom", "salesEndsAt", "pivot", "renewalInterval", "useWithin"] as const),
  ...(["refund", "group", "description", "extraInfo"] as const),
];

/** Keys of an article for which Fares v2 has no column. */
export function hiddenKeys(article: PackArticle): string[] {
  return unexpressedKeys.filter((key) => article[key] !== undefined);
}
