import type { ItemField, ShopItem } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { StoredArticle } from "../cart/stored-article.ts";
import type { OfferedAges } from "../identity/forms/visitor-birth-date.tsx";
import type { OfferedCard } from "../transport-cards/transport-card-choice.tsx";
import type { OfferedJourney } from "../travel/journey-offer.ts";
import type { OfferedStart } from "./offered-start.ts";
import type { NamedTraveller } from "./product.server.ts";

/** An article as its page shows and sells it. */
export interface Product
  extends Pick<ShopItem, "name" | "summary" | "category" | "audience" | "figure" | "supports" | "price"> {
  id: string;
  promo: Money | null;
  descriptionHtml: string | null;
  extraHtml: string | null;
  documents: readonly string[];
  pictureRequired: boolean;
  /** Good for days on end: a traveller may have it, or another, already. */
  isPass: boolean;
  min: number;
  max: number;
  maxBuyAtOnce: number | null;
  fields: readonly ItemField[];
  options: readonly { id: string; name: string; summary: string; price: Money; kept: StoredArticle }[];
  start: OfferedStart | "none" | null;
  travellers: readonly NamedTraveller[] | null;
  ages: OfferedAges | null;
  /** A visitor's or guest's own, where it is known: given with their name at an earlier checkout. */
  bornOn: string | null;
  /** It asks for what a visitor or guest cannot give. */
  needsAccount: boolean;
  mayHoldOnPhone: boolean;
  cards: readonly OfferedCard[] | null;
  /** null: not sold from one stop to another. */
  journey: OfferedJourney | null;
  kept: StoredArticle;
}
