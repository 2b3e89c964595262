import { done, refuse } from "@guichet/contract/outcome.ts";
import { isQuantityAllowed } from "@guichet/rules/cart.ts";
import { articleNamed, reckon } from "@guichet/rules/pricing.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { journeysOf } from "../travel/journeys.ts";
import { checkExpectedFee } from "./expected-fee.ts";
import { reckonCart } from "./reckoning.ts";
import { warningsOf } from "./warnings.ts";

export const cartAnswers: RoomAnswers<"verifyOrder" | "computeAmount"> = {
  verifyOrder: async ({ house, network, session, request, language, client, address }) => {
    const cart = {
      articles: request.articles,
      vouchers: request.vouchers ?? [],
      counter: client.rights.includes("counter"),
      address,
    };
    const reckoned = await reckonCart(house, network, session, cart, language);
    const fee = checkExpectedFee(request.shippingFee, reckoned.reckoning);
    if (!fee.ok) return fee;
    const warnings = await warningsOf(house, network, reckoned, request.articles, language);
    const lines = reckoned.reckoning.lines.map((line) => ({
      ...line,
      warnings: line.option || line.gift ? [] : (warnings[line.index] ?? []),
    }));
    return done({ ...reckoned.reckoning, lines });
  },

  computeAmount: async ({ house, network, request, language }) => {
    const articles = [...shopItems(network, language).values()];
    for (const [line, { productId, quantity }] of request.articles.entries()) {
      const article = articleNamed(articles, productId);
      if (article === undefined) return refuse("ARTICLE_UNKNOWN", { line });
      if (!isQuantityAllowed(article, quantity)) return refuse("QUANTITY_WRONG", { line });
    }
    const journeys = journeysOf(network, request.articles);
    for (const [line, { errors }] of journeys.entries()) {
      for (const { code, details } of errors) return refuse(code, { ...details, line });
    }
    const { currency } = network.definition;
    const prices = reckon({
      lines: request.articles.map((line, index) => ({ ...line, price: journeys[index]?.price })),
      articles,
      vouchers: [],
      shippingFee: null,
      currency,
      now: house.clock.iso(),
    });
    const lines = prices.lines.map((line) => {
      const journey = line.option ? undefined : journeys[line.index]?.journey;
      return journey === undefined ? line : { ...line, journey };
    });
    return done({ lines, totalAmount: prices.totalAmount });
  },
};
