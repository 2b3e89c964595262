import type { Section, ShopItem } from "@guichet/contract/catalogue.ts";
import { cardWork } from "../transport-card-articles.ts";
import { validityLength } from "./validity-length.ts";

/** Shortest validity of a day ticket, of a month and of a year's pass; a month of February has 28 days. */
const dayTicketDaysMin = 1;
const monthDaysMin = 28;
export const longPassMonthsMin = 6;

/** What determines the section of an article: `section` is the one that the pack names. */
export interface SectionedArticle extends Pick<ShopItem, "validity" | "tags" | "statuses"> {
  section?: Section | undefined;
  trips?: number | null | undefined;
  requiredDocuments: readonly unknown[];
}

/**
 * Section of an article: the one that the pack names for it or else for its category; reduced fares for what needs a status or
 * a document; services for transport cards; otherwise by time.
 */
export function sectionOf(article: SectionedArticle, ofCategory: Section | undefined): Section {
  const named = article.section ?? ofCategory;
  if (named !== undefined) return named;
  if (article.statuses.length > 0 || article.requiredDocuments.length > 0) return "reduced";
  if (cardWork(article.tags) !== null) return "services";
  return sectionByTime(article);
}

/** Section by time: counted trips are tickets however long they may be used, everything else is a pass of its length. */
export function sectionByTime({
  trips,
  validity,
}: Pick<SectionedArticle, "trips" | "validity">): "single" | "day-week" | "month" | "year" {
  const { days, months } = validityLength(validity);
  if ((trips ?? null) !== null || days < dayTicketDaysMin) return "single";
  if (days < monthDaysMin) return "day-week";
  return months < longPassMonthsMin ? "month" : "year";
}
