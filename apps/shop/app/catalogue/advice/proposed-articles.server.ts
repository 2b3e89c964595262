import type { AdvisedSet } from "@guichet/contract/travel.ts";
import { advisedCartLines } from "@guichet/rules/adviser/advised-cart-lines.ts";
import { toStoredArticle } from "../../cart/stored-article.server.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { mayHoldOnPhone } from "../product.server.ts";

/** Returns the cart lines of a proposed set with their articles, and which articles are for any number of trips. */
export async function proposedArticles(ctx: RequestContext, lines: AdvisedSet["lines"]) {
  const ids = [...new Set(lines.map(({ shopItemId }) => shopItemId))];
  const [answer, account, onPhone] = await Promise.all([
    ctx.call("getProducts", { ids }),
    ctx.session.account(),
    mayHoldOnPhone(ctx),
  ]);
  const items = answer.ok ? answer.value.items : [];
  // A single traveller is the customer; of several, the customer says in the cart who is who.
  const travellers = new Set(lines.flatMap((line) => line.travellers));
  const own = travellers.size === 1 ? (account?.user.userId ?? null) : null;
  const cartLines = advisedCartLines(lines, items, {
    now: ctx.now(),
    timeZone: ctx.network.timeZone,
    profileIds: [own],
    mayHoldOnPhone: onPhone,
  });
  const tripsOf = (id: string) => items.find(({ shopItemId }) => shopItemId === id)?.trips ?? null;
  const unlimited = lines.filter((line) => tripsOf(line.shopItemId) === null && line.trips > line.quantity);
  return {
    cartLines,
    articles: items.map(toStoredArticle),
    unlimited: [...new Set(unlimited.map(({ shopItemId }) => shopItemId))],
  };
}
