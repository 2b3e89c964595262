import { err, ok } from "@guichet/contract/result.ts";
import { isQuantityAllowed } from "@guichet/rules/cart.ts";
import { articleNamed, quotePrices } from "@guichet/rules/pricing.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { journeysOf } from "../travel/journeys.ts";
import { checkExpectedFee } from "./expected-fee.ts";
import { quoteCart } from "./quote-cart.ts";
import { warningsOf } from "./warnings.ts";

export const cartHandlers: ModuleHandlers<"verifyOrder" | "computeAmount"> = {
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
    const warnings = await warningsOf(deps, network, quoted, request.articles, language);
    const lines = quoted.breakdown.lines.map((line) => ({
      ...line,
      warnings: line.option || line.gift ? [] : (warnings[line.index] ?? []),
    }));
    return ok({ ...quoted.breakdown, lines });
  },

  computeAmount: async ({ deps, network, request, language }) => {
    const articles = [...shopItems(network, language).values()];
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
      now: deps.clock.iso(),
    });
    const lines = prices.lines.map((line) => {
      const journey = line.option ? undefined : journeys[line.index]?.journey;
      return journey === undefined ? line : { ...line, journey };
    });
    return ok({ lines, totalAmount: prices.totalAmount });
  },
};
