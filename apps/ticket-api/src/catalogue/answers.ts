import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { textIn } from "@guichet/contract/locales.ts";
import { done } from "@guichet/contract/outcome.ts";
import { isHidden, onSale, shelves, storedTag } from "@guichet/rules/catalogue.ts";
import type { RoomAnswers } from "../answering/answer.ts";
import { shopItems } from "./shop-item.ts";

export const catalogueAnswers: RoomAnswers<"getUniversalProducts" | "getProducts" | "catalog"> = {
  getUniversalProducts: async ({ network, language, request }) => {
    const items = asked([...shopItems(network, language).values()], request);
    return done({ items, version: network.version });
  },

  getProducts: async ({ house, network, language, request }) => {
    const now = house.clock.iso();
    const items = asked([...shopItems(network, language).values()], request);
    return done({ items: items.filter((item) => onSale(item, now)), version: network.version });
  },

  catalog: async ({ house, network, language }) => {
    const categories = network.categories.map(({ id, productTypeIndex, name, ink, icon }) => {
      return { id, productTypeIndex, name: textIn(name, language, network.definition.languages), ink, icon };
    });
    const items = [...shopItems(network, language).values()];
    return done({ categories: shelves(categories, items, house.clock.iso()), version: network.version });
  },
};

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
