import type { ItemField, ShopItem } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { MonthlyPrice } from "@guichet/rules/catalogue/monthly-price.ts";
import type { StoredArticle } from "../cart/stored-article.ts";
import type { OfferedAges } from "../identity/forms/visitor-birth-date.tsx";
import type { OfferedCard } from "../transport-cards/transport-card-choice.tsx";
import type { OfferedJourney } from "../travel/journey-offer.ts";
import type { AdvisedTraveller, Alternative } from "./alternatives.server.ts";
import type { SiblingQuestion } from "./group-siblings.server.ts";
import type { OfferedStart } from "./offered-start.ts";

/** Article data for the product page and its form. */
export interface Product
  extends Pick<ShopItem, "name" | "summary" | "category" | "audience" | "figure" | "supports" | "price"> {
  id: string;
  promo: Money | null;
  monthly: MonthlyPrice | null;
  /** The time that the price is for, if it is not a whole period. */
  remaining: ShopItem["remaining"];
  refundBasis: ShopItem["refundBasis"];
  refundTerms: ShopItem["refundTerms"];
  refundReasons: ShopItem["refundReasons"];
  descriptionHtml: string | null;
  extraHtml: string | null;
  documents: readonly string[];
  pictureRequired: boolean;
  /** Whether the article is valid for several days: the traveller may already have this pass or another one. */
  isPass: boolean;
  min: number;
  max: number;
  maxBuyAtOnce: number | null;
  fields: readonly ItemField[];
  options: readonly { id: string; name: string; summary: string; price: Money; kept: StoredArticle }[];
  start: OfferedStart | "none" | null;
  /** First and last day of a validity that is the same for everybody; null for any other. */
  period: { from: string; lastDay: string } | null;
  travellers: readonly AdvisedTraveller[] | null;
  ages: OfferedAges | null;
  /** Articles for somebody whom this one does not suit, best first; for visitors, who are asked for their age. */
  alternatives: readonly Alternative[];
  /** Birth date of a visitor or guest, if they entered it with their name at an earlier checkout. */
  bornOn: string | null;
  /** Whether the article requires an account, because a visitor or guest cannot meet its requirements. */
  needsAccount: boolean;
  mayHoldOnPhone: boolean;
  cards: readonly OfferedCard[] | null;
  /** null: the article is not sold by journey. */
  journey: OfferedJourney | null;
  kept: StoredArticle;
  /** Zones and audiences of its group, whose values lead to the other articles; empty: it has no group, or no choice. */
  siblings: readonly SiblingQuestion[];
}
