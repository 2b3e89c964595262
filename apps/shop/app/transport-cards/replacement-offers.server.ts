import { onSale } from "@guichet/rules/catalogue.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { keptArticle } from "../cart/kept-article.server.ts";
import type { Visit } from "../request-context/request-context.ts";

/** The articles on sale that replace a transport card. */
export async function replacementOffers(visit: Visit) {
  const found = await visit.call("getUniversalProducts", { tags: ["physical-duplicate"], type: 2 });
  return (found.ok ? found.value.items : [])
    .filter((item) => onSale(item, visit.now()))
    .map((item) => ({
      shopItemId: item.shopItemId,
      name: item.name,
      summary: item.summary,
      price: unitPrice(item),
      supports: item.supports,
      kept: keptArticle(item),
    }));
}
/** An article that is ordered in the place of a blocked transport card. */
export type ReplacementOffer = Awaited<ReturnType<typeof replacementOffers>>[number];
