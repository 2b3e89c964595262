import type { AdvisedSet } from "@guichet/contract/travel.ts";
import { advisedCartLines } from "@guichet/rules/adviser/advised-cart-lines.ts";
import { matchTravellers } from "@guichet/rules/adviser/match-travellers.ts";
import { toStoredArticle } from "../../cart/stored-article.server.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { todayOf } from "../../request-context/today.ts";
import { mayHoldOnPhone } from "../product.server.ts";

/** Returns the cart lines of a proposed set with their articles, and which articles are for any number of trips. */
export async function proposedArticles(
  ctx: RequestContext,
  lines: AdvisedSet["lines"],
  asked: readonly { age: number | null }[],
) {
  const ids = [...new Set(lines.map(({ shopItemId }) => shopItemId))];
  const [answer, account, onPhone] = await Promise.all([
    ctx.call("getProducts", { ids }, { previewed: true }),
    ctx.session.account(),
    mayHoldOnPhone(ctx),
  ]);
  const items = answer.ok ? answer.value.items : [];
  // A single traveller is the customer; several are those of the account who have the ages, the others are chosen in the cart.
  const travellers = new Set(lines.flatMap((line) => line.travellers));
  const known = (account?.profiles ?? []).map(({ userId, userBirthday: birthday }) => ({ userId, birthday }));
  const profileIds =
    travellers.size === 1 ? [account?.user.userId ?? null] : matchTravellers(asked, known, todayOf(ctx));
  const cartLines = advisedCartLines(lines, items, {
    now: ctx.now(),
    timeZone: ctx.network.timeZone,
    profileIds,
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
