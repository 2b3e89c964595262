import type { ShopItem } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import { alternativesTo, suitsTraveller } from "@guichet/rules/catalogue/alternatives.ts";
import { type AgeLimits, isAgeLimited } from "@guichet/rules/dates/age-limits.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { NamedTraveller } from "./product.server.ts";

/** An article offered to somebody whom another one does not suit. */
export interface Alternative extends AgeLimits {
  id: string;
  name: string;
  audience: string | null;
  price: Money;
}

/** Traveller with the article that suits them, if this one does not; null: it does, or none is on sale. */
export interface AdvisedTraveller extends NamedTraveller {
  instead: Alternative | null;
}

/** Number of alternatives that a visitor's page contains. */
const visitorAlternativesMax = 12;

/** Adds, for each traveller who is refused by age or status, or has yet to prove the status, the best article that suits them. */
export async function withAlternatives(
  ctx: RequestContext,
  item: ShopItem,
  travellers: readonly NamedTraveller[],
): Promise<AdvisedTraveller[]> {
  const isRefused = ({ reason, provesStatus }: NamedTraveller) =>
    reason === "age" || reason === "status" || provesStatus === true;
  const found = travellers.some(isRefused) ? await alternativesOf(ctx, item) : [];
  return travellers.map((traveller) => {
    const suitable = isRefused(traveller) ? found.find((other) => suitsTraveller(other, traveller)) : undefined;
    return { ...traveller, instead: suitable === undefined ? null : toAlternative(suitable) };
  });
}

/** Articles to propose to visitors whose age does not suit this one: those that need neither status nor document. */
export async function alternativesForVisitors(ctx: RequestContext, item: ShopItem): Promise<Alternative[]> {
  if (ctx.network.specific.hideBirthDate || !isAgeLimited(item)) return [];
  const found = await alternativesOf(ctx, item);
  return found
    .filter((other) => other.statuses.length === 0 && other.requiredDocuments.length === 0)
    .slice(0, visitorAlternativesMax)
    .map(toAlternative);
}

/** Alternatives on sale; none if the catalogue cannot be read, because they must not block a purchase. */
async function alternativesOf(ctx: RequestContext, item: ShopItem): Promise<ShopItem[]> {
  const answer = await ctx.call("catalog", {}, { previewed: true }).catch((failure: unknown) => {
    if (failure instanceof Response) throw failure;
    return undefined;
  });
  if (!answer?.ok) return [];
  const items = answer.value.categories.flatMap((category) => category.items);
  return alternativesTo(item, items);
}

const toAlternative = (item: ShopItem): Alternative => ({
  id: item.shopItemId,
  name: item.name,
  audience: item.audience,
  price: unitPrice(item),
  ageFrom: item.ageFrom,
  ageTo: item.ageTo,
});
