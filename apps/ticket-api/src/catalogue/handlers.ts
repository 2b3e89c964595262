import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { textIn } from "@guichet/contract/locales.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { ageDay, suitsAge } from "@guichet/rules/age-limits.ts";
import { ageOn } from "@guichet/rules/ages.ts";
import { proposedStarts } from "@guichet/rules/calendar.ts";
import { isHidden, isShown, onSale, shelves, storedTag } from "@guichet/rules/catalogue.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { cardFault } from "@guichet/rules/transport-cards.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type Card, cardById } from "../transport-card-records/transport-card-store.ts";
import { shopItems } from "./shop-item.ts";

export const catalogueHandlers: ModuleHandlers<"getUniversalProducts" | "getProducts" | "productsOnMedia" | "catalog"> =
  {
    getUniversalProducts: async ({ network, language, request }) => {
      const items = asked([...shopItems(network, language).values()], request);
      return ok({ items, version: network.version });
    },

    getProducts: async ({ deps, network, language, request }) => {
      const now = deps.clock.iso();
      const items = asked([...shopItems(network, language).values()], request);
      return ok({ items: items.filter((item) => onSale(item, now)), version: network.version });
    },

    productsOnMedia: async ({ deps, network, session, language, request }) => {
      const card = isUuid(request.mediaId) ? await cardById(deps.db, network.id, request.mediaId) : undefined;
      if (card === undefined || !mayLoad(session, card)) return err("NOT_FOUND");
      const now = deps.clock.iso();
      const fault = cardFault(card, now);
      if (fault !== undefined) return err(fault);
      const { specific, timeZone } = network.definition;
      const suits = (item: ShopItem) =>
        specific.hideBirthDate ||
        firstDays(item, now, timeZone).some((day) =>
          suitsAge(ageOn(card.birthDate, ageDay(item.validity, day, dayIn(now, timeZone))), item),
        );
      const items = [...shopItems(network, language).values()].filter(
        (item) => isShown(item, now) && item.supports.includes("MEDIA") && suits(item),
      );
      return ok({ items, version: network.version });
    },

    catalog: async ({ deps, network, language }) => {
      const categories = network.categories.map(({ id, productTypeIndex, name, ink, icon }) => {
        return { id, productTypeIndex, name: textIn(name, language, network.definition.languages), ink, icon };
      });
      const items = [...shopItems(network, language).values()];
      return ok({ categories: shelves(categories, items, deps.clock.iso()), version: network.version });
    },
  };

/** The card of a session that it opened; of an account its holder's and, to travellers with a sign-in, their own. */
const mayLoad = (session: UserSession, card: Card): boolean =>
  session.cardId === null
    ? card.accountId === session.accountId && (session.isHolder || card.travellerId === session.travellerId)
    : card.id === session.cardId;

/** The days on which an article may be chosen to start now; null: it is not chosen. */
function firstDays({ pivotType, ...item }: ShopItem, now: string, timeZone: string): (string | null)[] {
  if (pivotType === null) return [null];
  const proposed = proposedStarts({ ...item, pivotType }, now, timeZone);
  return proposed.ok ? proposed.value.map(({ day }) => day) : [];
}

/** The articles asked for; a hidden one only by its id, or by a tag of its own (decisions: tags without prefix). */
function asked(
  items: readonly ShopItem[],
  { type, tags = [], ids = [] }: { type?: number | undefined; tags?: string[] | undefined; ids?: string[] | undefined },
): ShopItem[] {
  const wanted = tags.map(storedTag);
  return items.filter((item) => {
    if (type !== undefined && item.type !== type) return false;
    if (ids.length > 0 && !ids.includes(item.shopItemId)) return false;
    if (wanted.length > 0 && !item.tags.some((tag) => wanted.includes(storedTag(tag)))) return false;
    return !isHidden(item) || ids.length > 0 || wanted.length > 0;
  });
}
