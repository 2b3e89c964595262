import type { OrderLine } from "@guichet/contract/cart.ts";
import { bestPriceDays } from "@guichet/contract/limits/catalogue-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { isQuantityAllowed } from "@guichet/rules/cart.ts";
import { articleNamed, quotePrices } from "@guichet/rules/pricing.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { journeysOf } from "../travel/journeys.ts";
import { cheaperPasses, type PlannedPurchase } from "./best-price.ts";
import { readBuyer } from "./buyer-store.ts";
import { checkExpectedFee } from "./expected-fee.ts";
import { type QuotedCart, quoteCart } from "./quote-cart.ts";
import { warningsOf } from "./warnings.ts";

export const cartHandlers: ModuleHandlers<"verifyOrder" | "comparePurchases" | "computeAmount"> = {
  verifyOrder: async ({ deps, network, session, request, language, client, address }) => {
    const cart = {
      articles: request.articles,
      vouchers: request.vouchers ?? [],
      counter: client.rights.includes("counter"),
      address,
    };
    const quoted = await quoteCart(deps, network, session, cart, language);
    const fee = checkExpectedFee(request.shippingFee, quoted.breakdown);
    if (!fee.ok) return fee;
    const planned = plannedPurchases(quoted, request.articles);
    const [warnings, passes] = await Promise.all([
      warningsOf(deps, network, quoted, request.articles, language),
      cheaperPasses(deps, network, { ...quoted, session, planned }),
    ]);
    const lines = quoted.breakdown.lines.map((line) => ({
      ...line,
      warnings: line.option || line.gift ? [] : (warnings[line.index] ?? []),
    }));
    return ok({ ...quoted.breakdown, lines, cheaperPasses: passes });
  },

  comparePurchases: async ({ deps, network, session, language }) => {
    const now = deps.clock.iso();
    const buyer = await readBuyer(deps.db, network.id, session, now);
    const passes = await cheaperPasses(deps, network, { session, buyer, items: shopItems(network, language, now) });
    return ok({ days: bestPriceDays, cheaperPasses: passes });
  },

  computeAmount: async ({ deps, network, request, language }) => {
    const now = deps.clock.iso();
    const articles = [...shopItems(network, language, now).values()];
    for (const [line, { productId, quantity }] of request.articles.entries()) {
      const article = articleNamed(articles, productId);
      if (article === undefined) return err("ARTICLE_UNKNOWN", { line });
      if (!isQuantityAllowed(article, quantity)) return err("QUANTITY_WRONG", { line });
    }
    const journeys = journeysOf(network, request.articles);
    for (const [line, { errors }] of journeys.entries()) {
      for (const { code, details } of errors) return err(code, { ...details, line });
    }
    const { currency } = network.definition;
    const prices = quotePrices({
      lines: request.articles.map((line, index) => ({ ...line, price: journeys[index]?.price })),
      articles,
      vouchers: [],
      shippingFee: null,
      currency,
      now,
    });
    const lines = prices.lines.map((line) => {
      const journey = line.option ? undefined : journeys[line.index]?.journey;
      return journey === undefined ? line : { ...line, journey };
    });
    return ok({ lines, totalAmount: prices.totalAmount });
  },
};

/** The lines of a cart that name a traveller, with what they cost. */
function plannedPurchases({ breakdown }: QuotedCart, lines: readonly OrderLine[]): PlannedPurchase[] {
  return breakdown.lines.flatMap(({ index, option, gift, shopItemId, total }) => {
    const travellerId = lines[index]?.customerId;
    return option || gift || !travellerId ? [] : [{ travellerId, shopItemId, amount: total.amount }];
  });
}
