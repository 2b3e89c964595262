import type { ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { isShown, onSale } from "@guichet/rules/catalogue.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { isOnlyPhysical, type PassengerCard } from "@guichet/rules/tunnel.ts";
import { toStoredArticle } from "../cart/stored-article.server.ts";
import type { StoredArticle } from "../cart/stored-article.ts";
import { suitability } from "../catalogue/article-selection.ts";
import type { OfferedStart } from "../catalogue/offered-start.ts";
import { mayHoldOnPhone, offeredStart, offeredTraveller, travellerRules } from "../catalogue/product.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

export interface TunnelTraveller {
  userId: string;
  firstName: string;
  lastName: string;
  name: string;
  /** null: unknown, or hidden by the network. */
  birthday: string | null;
  hasBirthDate: boolean;
  hasPicture: boolean;
  tariffStatus: string | null;
}

export interface TunnelCard extends PassengerCard {
  number: string;
}

/** A card on sale: its price and delivery. */
export interface NewCardOffer {
  shopItemId: string;
  name: string;
  summary: string;
  price: ShopItem["price"];
  supports: readonly Support[];
  pictureRequired: boolean;
  kept: StoredArticle;
}

/**
 * A pass with the passengers it is available to, and from which days; a pass without a choice of days has the single
 * day null.
 */
export interface PassOffer {
  shopItemId: string;
  name: string;
  summary: string;
  audience: string | null;
  price: ShopItem["price"];
  supports: readonly Support[];
  documents: readonly string[];
  start: OfferedStart | null;
  suits: Readonly<Record<string, readonly (string | null)[]>>;
  kept: StoredArticle;
}

/** The active travellers of the account with their cards; a traveller's own sign-in sees only that traveller. */
export async function tunnelPeople(
  ctx: RequestContext,
): Promise<{ travellers: TunnelTraveller[]; cards: TunnelCard[] }> {
  const [account, held] = await Promise.all([ctx.session.account(), ctx.call("getMedias", {})]);
  const travellers = (account?.profiles ?? [])
    .filter(({ userStatus }) => userStatus === "active")
    .map((traveller) => ({
      userId: traveller.userId,
      firstName: traveller.userName,
      lastName: traveller.userLastname,
      name: `${traveller.userName} ${traveller.userLastname}`.trim(),
      birthday: traveller.userBirthday,
      hasBirthDate: traveller.hasBirthDate ?? traveller.userBirthday !== null,
      hasPicture: traveller.userPictureUrl !== null,
      tariffStatus: traveller.tariffStatus,
    }));
  const cards = (held.ok ? held.value.medias : []).map(({ id, number, traveller, state, incident }) => ({
    id,
    number,
    travellerId: traveller?.userId ?? null,
    isUsable: state === "active" && incident === null,
  }));
  return { travellers, cards };
}

/** The cards that the network sells (§7: the lookup of cards to produce adds the tag `eshop_physical_pass`). */
export async function newCardOffers(ctx: RequestContext): Promise<NewCardOffer[]> {
  const found = await ctx.call("getUniversalProducts", { tags: ["eshop_physical_pass"], type: 2 });
  return (found.ok ? found.value.items : [])
    .filter((item) => onSale(item, ctx.now()))
    .map((item) => ({
      shopItemId: item.shopItemId,
      name: item.name,
      summary: item.summary,
      price: unitPrice(item),
      supports: item.supports,
      pictureRequired: item.pictureRequired,
      kept: toStoredArticle(item),
    }));
}

/** The articles for a card or the phone that the tunnel can sell: no journeys, fields, subscriptions or hours. */
async function passesOf(ctx: RequestContext): Promise<ShopItem[]> {
  const found = await ctx.call("getProducts", { type: 2 });
  return (found.ok ? found.value.items : []).filter(
    (item) =>
      isShown(item, ctx.now()) &&
      item.supports.includes("MEDIA") &&
      !item.isJourney &&
      !item.isRenewable &&
      item.pivotType !== "DAY_PIVOT" &&
      !item.fields.some(({ required }) => required),
  );
}

/** Whether only transport cards are offered: by the catalogue, or because the visitor cannot hold tickets on the phone. */
export async function offersOnlyPhysical(ctx: RequestContext): Promise<boolean> {
  return isOnlyPhysical(await passesOf(ctx)) || !(await mayHoldOnPhone(ctx));
}

export async function passOffers(ctx: RequestContext): Promise<PassOffer[]> {
  const [items, account] = await Promise.all([passesOf(ctx), ctx.session.account()]);
  const { network } = ctx;
  return items.flatMap((item) => {
    const start = offeredStart(item, ctx.now(), network.timeZone);
    if (start === "none") return [];
    const rules = travellerRules(ctx, item, start);
    const days = start === null ? [null] : start.proposals.map(({ day }) => day);
    const suits = Object.fromEntries(
      (account?.profiles ?? []).map((profile) => {
        const traveller = offeredTraveller(profile, item, rules);
        return [traveller.userId, days.filter((day) => suitability(traveller, day).reason === null)];
      }),
    );
    const documents = item.requiredDocuments.map(({ name }) => name);
    const { shopItemId, name, summary, audience, supports } = item;
    const price = unitPrice(item);
    return [
      { shopItemId, name, summary, audience, price, supports, documents, start, suits, kept: toStoredArticle(item) },
    ];
  });
}
