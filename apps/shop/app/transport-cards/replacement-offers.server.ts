import { onSale } from "@guichet/rules/catalogue.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { toStoredArticle } from "../cart/stored-article.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** The articles on sale that replace a transport card. */
export async function replacementOffers(ctx: RequestContext) {
  const found = await ctx.call("getUniversalProducts", { tags: ["physical-duplicate"], type: 2 });
  return (found.ok ? found.value.items : [])
    .filter((item) => onSale(item, ctx.now()))
    .map((item) => ({
      shopItemId: item.shopItemId,
      name: item.name,
      summary: item.summary,
      price: unitPrice(item),
      supports: item.supports,
      kept: toStoredArticle(item),
    }));
}
/** An article that replaces a blocked transport card. */
export type ReplacementOffer = Awaited<ReturnType<typeof replacementOffers>>[number];
