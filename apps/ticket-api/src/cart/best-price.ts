import type { CheaperPass } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { bestPriceDays } from "@guichet/contract/limits/catalogue-limits.ts";
import { cheaperPass, isReplaceable } from "@guichet/rules/adviser/best-price.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { daysMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import type { Buyer } from "./buyer-store.ts";
import { readSpending } from "./spending-store.ts";

/** A ticket that is about to be bought; the amount in minor units. */
export interface PlannedPurchase {
  travellerId: string;
  shopItemId: string;
  amount: number;
}

interface Comparison {
  /** A traveller's own sign-in sees what it paid itself; a card's session sees nothing that was paid. */
  session: Pick<UserSession, "isHolder" | "travellerId" | "cardId"> | null;
  buyer: Buyer | null;
  items: ReadonlyMap<string, ShopItem>;
  /** The tickets of a cart; undefined compares past purchases alone, for every traveller. */
  planned?: readonly PlannedPurchase[];
}

/**
 * Compares what travellers paid for tickets during the last days, and would pay for those of a cart, with the price of a pass
 * (decision 133). Returns at most one pass for each traveller; nothing for guests, who have no history.
 */
export async function cheaperPasses(
  deps: Dependencies,
  network: LoadedNetwork,
  { session, buyer, items, planned }: Comparison,
): Promise<CheaperPass[]> {
  const isTicket = (shopItemId: string) => {
    const article = items.get(shopItemId);
    return article !== undefined && isReplaceable(article);
  };
  if (session === null || session.cardId !== null || buyer === null || buyer.guest) return [];
  const buying = planned?.filter(({ shopItemId }) => isTicket(shopItemId)) ?? [];
  const compared = buyer.travellers.filter(
    ({ userId }) => planned === undefined || buying.some(({ travellerId }) => travellerId === userId),
  );
  if (compared.length === 0) return [];
  const now = deps.clock.iso();
  const since = later(deps.clock.now(), -daysMs(bestPriceDays)).toISOString();
  const travellerIds = compared.map(({ userId }) => userId);
  const placedBy = session.isHolder ? null : session.travellerId;
  const bought = await readSpending(deps.db, { accountId: buyer.accountId, travellerIds, since, placedBy });
  const { currency, timeZone } = network.definition;
  return compared.flatMap(({ userId, firstName, birthday, tariffStatus }) => {
    const purchases = [...bought, ...buying]
      .filter(({ travellerId }) => travellerId === userId)
      .flatMap(({ shopItemId, amount }) => {
        const article = items.get(shopItemId);
        return article === undefined ? [] : [{ article, amount }];
      });
    const age = birthday === null ? null : ageOn(birthday, dayIn(now, timeZone));
    const found = cheaperPass(purchases, [...items.values()], { age, status: tariffStatus }, now);
    if (found === undefined) return [];
    const { pass, spent } = found;
    const { shopItemId, name } = pass;
    const price = unitPrice(pass);
    return [{ travellerId: userId, firstName, shopItemId, name, price, spent: { amount: spent, currency } }];
  });
}
