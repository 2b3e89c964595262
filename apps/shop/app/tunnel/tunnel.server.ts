import type { ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { isShown, onSale } from "@guichet/rules/catalogue.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { isOnlyPhysical, type PassengerCard } from "@guichet/rules/tunnel.ts";
import { type KeptArticle, keptArticle } from "../cart/kept-article.ts";
import type { OfferedStart } from "../catalogue/offered-start.ts";
import { mayHoldOnPhone, offeredStart, offeredTraveller } from "../catalogue/product.server.ts";
import type { Visit } from "../shell/visit.ts";

export interface TunnelTraveller {
  userId: string;
  firstName: string;
  lastName: string;
  name: string;
  birthday: string | null;
  hasPicture: boolean;
  tariffStatus: string | null;
}

export interface TunnelCard extends PassengerCard {
  number: string;
}

/** A card that can be bought: what it costs and how it comes. */
export interface NewCardOffer {
  shopItemId: string;
  name: string;
  summary: string;
  price: ShopItem["price"];
  supports: readonly Support[];
  pictureRequired: boolean;
  kept: KeptArticle;
}

/** A pass, and whom it suits. */
export interface PassOffer {
  shopItemId: string;
  name: string;
  summary: string;
  audience: string | null;
  price: ShopItem["price"];
  supports: readonly Support[];
  documents: readonly string[];
  start: OfferedStart | null;
  suits: readonly string[];
  kept: KeptArticle;
}

/** The active travellers of the account with their cards; a traveller with a sign-in of their own is alone there. */
export async function tunnelPeople(visit: Visit): Promise<{ travellers: TunnelTraveller[]; cards: TunnelCard[] }> {
  const [account, held] = await Promise.all([visit.session.account(), visit.call("getMedias", {})]);
  const travellers = (account?.profiles ?? [])
    .filter(({ userStatus }) => userStatus === "active")
    .map((traveller) => ({
      userId: traveller.userId,
      firstName: traveller.userName,
      lastName: traveller.userLastname,
      name: `${traveller.userName} ${traveller.userLastname}`.trim(),
      birthday: traveller.userBirthday,
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

/** The cards that the network sells (§7: the lookup of what is made adds the tag `eshop_physical_pass`). */
export async function newCardOffers(visit: Visit): Promise<NewCardOffer[]> {
  const found = await visit.call("getUniversalProducts", { tags: ["eshop_physical_pass"], type: 2 });
  return (found.ok ? found.value.items : [])
    .filter((item) => onSale(item, visit.now()))
    .map((item) => ({
      shopItemId: item.shopItemId,
      name: item.name,
      summary: item.summary,
      price: unitPrice(item),
      supports: item.supports,
      pictureRequired: item.pictureRequired,
      kept: keptArticle(item),
    }));
}

/** What the shop sells for a card or the phone and that can be chosen here: no journeys, no fields, no subscriptions, no hours. */
async function passesOf(visit: Visit): Promise<ShopItem[]> {
  const found = await visit.call("getProducts", { type: 2 });
  return (found.ok ? found.value.items : []).filter(
    (item) =>
      isShown(item, visit.now()) &&
      item.supports.includes("MEDIA") &&
      !item.isJourney &&
      !item.isRenewable &&
      item.pivotType !== "DAY_PIVOT" &&
      !item.fields.some(({ required }) => required),
  );
}

/** Are transport cards all that there is: by the catalogue, or because the visitor may hold nothing on the phone? */
export async function offersOnlyPhysical(visit: Visit): Promise<boolean> {
  return isOnlyPhysical(await passesOf(visit)) || !(await mayHoldOnPhone(visit));
}

export async function passOffers(visit: Visit): Promise<PassOffer[]> {
  const [items, account] = await Promise.all([passesOf(visit), visit.session.account()]);
  const { network } = visit;
  const today = dayIn(visit.now(), network.timeZone);
  const rules = { today, hideBirthDate: network.specific.hideBirthDate, profiling: network.switches.profiling };
  return items.flatMap((item) => {
    const start = offeredStart(item, visit.now(), network.timeZone);
    if (start === "none") return [];
    const suits = (account?.profiles ?? [])
      .filter((traveller) => offeredTraveller(traveller, item, rules).reason === null)
      .map(({ userId }) => userId);
    const documents = item.requiredDocuments.map(({ name }) => name);
    const { shopItemId, name, summary, audience, supports } = item;
    const price = unitPrice(item);
    return [{ shopItemId, name, summary, audience, price, supports, documents, start, suits, kept: keptArticle(item) }];
  });
}
