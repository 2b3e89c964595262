import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { textIn } from "@guichet/contract/locales.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { proposedStarts } from "@guichet/rules/calendar.ts";
import { isHidden, isShown, listedCategories, onSale, storedTag } from "@guichet/rules/catalogue.ts";
import { ageDay, suitsAge } from "@guichet/rules/dates/age-limits.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { cardFault } from "@guichet/rules/transport-cards.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type Card, cardById } from "../transport-card-records/transport-card-store.ts";
import { shopItems } from "./shop-item.ts";

export const catalogueHandlers: ModuleHandlers<"getUniversalProducts" | "getProducts" | "productsOnMedia" | "catalog"> =
  {
    getUniversalProducts: async ({ deps, network, language, request }) => {
      const items = requestedItems([...shopItems(network, language, deps.clock.iso()).values()], request);
      return ok({ items, version: network.version });
    },

    getProducts: async ({ deps, network, language, request }) => {
      const now = deps.clock.iso();
      const items = requestedItems([...shopItems(network, language, now).values()], request);
      return ok({ items: items.filter((item) => onSale(item, now)), version: network.version });
    },

    productsOnMedia: async ({ deps, network, session, language, request }) => {
      const card = isUuid(request.mediaId) ? await cardById(deps.db, network.id, request.mediaId) : undefined;
      if (card === undefined || !mayLoadCard(session, card)) return err("NOT_FOUND");
      const now = deps.clock.iso();
      const fault = cardFault(card, now);
      if (fault !== undefined) return err(fault);
      const { specific, timeZone } = network.definition;
      const isSuitable = (item: ShopItem) =>
        specific.hideBirthDate ||
        startDays(item, now, timeZone).some((day) =>
          suitsAge(ageOn(card.birthDate, ageDay(item.validity, day, dayIn(now, timeZone))), item),
        );
      const items = [...shopItems(network, language, now).values()].filter(
        (item) => isShown(item, now) && item.supports.includes("MEDIA") && isSuitable(item),
      );
      return ok({ items, version: network.version });
    },

    catalog: async ({ deps, network, language }) => {
      const categories = network.categories.map(({ id, productTypeIndex, name, ink, icon }) => {
        return { id, productTypeIndex, name: textIn(name, language, network.definition.languages), ink, icon };
      });
      const now = deps.clock.iso();
      const items = [...shopItems(network, language, now).values()];
      return ok({ categories: listedCategories(categories, items, now), version: network.version });
    },
  };

/**
 * Whether this session may load a card: in a card session its own card; else the holder any of the account, a traveller
 * theirs.
 */
const mayLoadCard = (session: UserSession, card: Card): boolean =>
  session.cardId === null
    ? card.accountId === session.accountId && (session.isHolder || card.travellerId === session.travellerId)
    : card.id === session.cardId;

/** The days on which an article may start; null: the start is not chosen. */
function startDays({ pivotType, ...item }: ShopItem, now: string, timeZone: string): (string | null)[] {
  if (pivotType === null) return [null];
  const proposed = proposedStarts({ ...item, pivotType }, now, timeZone);
  return proposed.ok ? proposed.value.map(({ day }) => day) : [];
}

/** The requested articles; a hidden one only by its id, or by one of its own tags (decisions: tags without prefix). */
function requestedItems(
  items: readonly ShopItem[],
  { type, tags = [], ids = [] }: { type?: number | undefined; tags?: string[] | undefined; ids?: string[] | undefined },
): ShopItem[] {
  const requestedTags = tags.map(storedTag);
  return items.filter((item) => {
    if (type !== undefined && item.type !== type) return false;
    if (ids.length > 0 && !ids.includes(item.shopItemId)) return false;
    if (requestedTags.length > 0 && !item.tags.some((tag) => requestedTags.includes(storedTag(tag)))) return false;
    return !isHidden(item) || ids.length > 0 || requestedTags.length > 0;
  });
}
