import type { User } from "@guichet/contract/accounts.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { proposedStarts, slotsOn } from "@guichet/rules/calendar.ts";
import { isShown } from "@guichet/rules/catalogue.ts";
import { ageDay, isAgeLimited, suitsAge } from "@guichet/rules/dates/age-limits.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { mayHoldDematerialized } from "@guichet/rules/permissions.ts";
import type { OfferedAges } from "../identity/forms/visitor-birth-date.tsx";
import { nationalIds } from "../identity/providers/providers.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { todayOf } from "../request-context/today.ts";
import type { OfferedCard } from "../transport-cards/transport-card-choice.tsx";
import type { OfferedTraveller, Suitability } from "./article-selection.ts";
import type { OfferedStart } from "./offered-start.ts";

/** The article under this id where the shop sells it now; undefined for one that is unknown, hidden or withdrawn. */
export async function articleOnShelf(ctx: RequestContext, id: string): Promise<ShopItem | undefined> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return undefined;
  const answer = await ctx.call("getProducts", { ids: [id] });
  const item = answer.ok ? answer.value.items.find(({ shopItemId }) => shopItemId === id) : undefined;
  return item && isShown(item, ctx.now()) ? item : undefined;
}

/** When the article may start; null where it has no pivot, "none" when no start can be computed (§5). */
export function offeredStart(item: ShopItem, now: string, timeZone: string): OfferedStart | "none" | null {
  const { pivotType } = item;
  if (pivotType === null) return null;
  const proposed = proposedStarts({ ...item, pivotType }, now, timeZone);
  if (!proposed.ok) return "none";
  const first = proposed.value[0]?.day;
  const slots =
    pivotType === "DAY_PIVOT" && first !== undefined
      ? slotsOn(first, { now, timeZone, salesEndsAt: item.salesEndsAt })
      : [];
  return { pivotType, proposals: proposed.value, slots };
}

/** A traveller of the account, as the article suits them. */
export interface NamedTraveller extends OfferedTraveller {
  name: string;
}

/** The travellers of whoever is signed in; null for a visitor and for a guest, who buys for themselves alone. */
export async function offeredTravellers(
  ctx: RequestContext,
  item: ShopItem,
  start: OfferedStart | "none" | null,
): Promise<NamedTraveller[] | null> {
  const [account, loads] = await Promise.all([ctx.session.account(), loadsOnly(ctx)]);
  if (account === undefined || (account.user.authAsGuest && !loads)) return null;
  const rules = travellerRules(ctx, item, start);
  return account.profiles.map((traveller) => offeredTraveller(traveller, item, rules));
}

/** What an article asks of its travellers. */
interface TravellerRules {
  profiling: boolean;
  today: string;
  ages: OfferedAges | null;
  /** The first days that are proposed; none: it has no pivot. */
  days: readonly string[];
}

export function travellerRules(
  ctx: RequestContext,
  item: ShopItem,
  start: OfferedStart | "none" | null,
): TravellerRules {
  const days = start === null || start === "none" ? [] : start.proposals.map(({ day }) => day);
  const { profiling } = ctx.network.switches;
  return { profiling, today: todayOf(ctx), ages: offeredAges(ctx, item), days };
}

export function offeredTraveller(
  { userId, userName, userLastname, userBirthday, userStatus, tariffStatus }: User,
  { statuses }: Pick<ShopItem, "statuses">,
  { profiling, today, ages, days }: TravellerRules,
): NamedTraveller {
  const wrongStatus = profiling && statuses.length > 0 && !statuses.includes(tariffStatus ?? "");
  const lasting = userStatus === "deactivated" ? "deactivated" : wrongStatus ? "status" : null;
  const beginning = (day: string | null): Suitability => {
    const judged = ages === null ? today : ageDay(ages.validity, day, today);
    const age = userBirthday === null ? null : ageOn(userBirthday, judged);
    if (lasting !== null || ages === null || suitsAge(age, ages)) return { age, reason: lasting };
    return { age, reason: age === null ? "birth-date" : "age" };
  };
  const [first = null, ...later] = days;
  const start = beginning(first);
  const others = later.map((day) => [day, beginning(day)] as const).filter(([, { age }]) => age !== start.age);
  const name = `${userName} ${userLastname}`.trim();
  return { userId, name, ...start, onDay: Object.fromEntries(others) };
}

/** For which ages the article is; null: for all, or the network hides birth dates and a document stands for the age. */
export function offeredAges(ctx: RequestContext, item: ShopItem): OfferedAges | null {
  if (!isAgeLimited(item) || ctx.network.specific.hideBirthDate) return null;
  const { ageFrom, ageTo, validity } = item;
  return { ageFrom, ageTo, validity, today: todayOf(ctx) };
}

/** Does the article ask for what only an account has: documents, a picture, a tariff status, a subscription of its own? */
export function needsAccount({ network: { specific, switches } }: RequestContext, item: ShopItem): boolean {
  const byDocument = specific.hideBirthDate && isAgeLimited(item);
  const byStatus = switches.profiling && item.statuses.length > 0;
  return item.requiredDocuments.length > 0 || item.pictureRequired || byStatus || byDocument || item.isRenewable;
}

/** May this visitor have it on the phone (§5): not when the national identity is their only one? */
export async function mayHoldOnPhone(ctx: RequestContext): Promise<boolean> {
  const user = (await ctx.session.account())?.user;
  if (user === undefined) return true;
  const national = await nationalIds(ctx);
  const kinds = user.identities.map(({ providerId }) => (national.has(providerId) ? "federation" : "custom"));
  return mayHoldDematerialized(kinds, user.authAsGuest);
}

/** Somebody whom a card let in may load that card, and buy nothing else. */
export async function loadsOnly(ctx: RequestContext): Promise<boolean> {
  const user = (await ctx.session.account())?.user;
  return user?.identities.some(({ providerId }) => providerId === "card") ?? false;
}

/** The cards that an article may be loaded on now; null for a visitor, and for what stands on no card. */
export async function offeredCards(
  ctx: RequestContext,
  item: Pick<ShopItem, "supports">,
): Promise<OfferedCard[] | null> {
  if (!item.supports.includes("MEDIA") || (await ctx.session.account()) === undefined) return null;
  const held = await ctx.call("getMedias", {});
  return (held.ok ? held.value.medias : [])
    .filter(({ state, incident }) => state === "active" && incident === null)
    .map(({ id, number, traveller }) => ({ id, number, travellerId: traveller?.userId ?? null }));
}
