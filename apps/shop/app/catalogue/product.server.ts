import type { User } from "@guichet/contract/accounts.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { proposedStarts, slotsOn } from "@guichet/rules/calendar.ts";
import { isShown } from "@guichet/rules/catalogue.ts";
import { ageDay, isAgeLimited, suitsAge } from "@guichet/rules/dates/age-limits.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { mayHoldDematerialized } from "@guichet/rules/permissions.ts";
import { ticketWindow } from "@guichet/rules/validity.ts";
import type { OfferedAges } from "../identity/forms/visitor-birth-date.tsx";
import { nationalIds } from "../identity/providers/providers.server.ts";
import type { ContextCallSettings, RequestContext } from "../request-context/request-context.ts";
import { todayOf } from "../request-context/today.ts";
import type { OfferedCard } from "../transport-cards/transport-card-choice.tsx";
import type { OfferedTraveller, Suitability } from "./article-selection.ts";
import type { OfferedStart } from "./offered-start.ts";

/**
 * Returns the article with this id if the shop sells it now; undefined for unknown, hidden or withdrawn articles. `fresh`: not
 * from the response cache, so that its price is current; `previewed`: for a page that shows it.
 */
export async function articleOnShelf(
  ctx: RequestContext,
  id: string,
  settings: Pick<ContextCallSettings, "fresh" | "previewed"> = {},
): Promise<ShopItem | undefined> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return undefined;
  const answer = await ctx.call("getProducts", { ids: [id] }, settings);
  const item = answer.ok ? answer.value.items.find(({ shopItemId }) => shopItemId === id) : undefined;
  return item && isShown(item, ctx.now()) ? item : undefined;
}

/** Returns the possible starts of the article; null without a pivot, "none" if no start can be computed (§5). */
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

/** First and last day of a validity that is the same for everybody, such as a school year, if it is bought now; otherwise null. */
export function fixedPeriod(
  { validity }: Pick<ShopItem, "validity">,
  now: string,
  timeZone: string,
): { from: string; lastDay: string } | null {
  if (!("period" in validity)) return null;
  const terms = { validity, useWithin: null, startingAt: null, pivotType: null, firstUseAt: null };
  const { validFrom, validUntil } = ticketWindow({ ...terms, purchasedAt: now, timeZone, now });
  if (validFrom === null || validUntil === null) return null;
  const lastInstant = new Date(Date.parse(validUntil) - 1).toISOString();
  return { from: dayIn(validFrom, timeZone), lastDay: dayIn(lastInstant, timeZone) };
}

/** Traveller of the account, with name and eligibility for the article. */
export interface NamedTraveller extends OfferedTraveller {
  name: string;
  /** Declared tariff status. */
  status: string | null;
}

/** Returns the travellers of the signed-in account; null for visitors and guests, who buy only for themselves. */
export async function offeredTravellers(
  ctx: RequestContext,
  item: ShopItem,
  start: OfferedStart | "none" | null,
): Promise<NamedTraveller[] | null> {
  const [account, loads] = await Promise.all([ctx.session.account(), loadsOnly(ctx)]);
  if (account === undefined || (account.user.authAsGuest && !loads)) return null;
  const rules = travellerRules(ctx, item, start);
  return account.profiles.map((traveller) => {
    const offered = offeredTraveller(traveller, item, rules);
    if (offered.reason !== "status" || item.requiredDocuments.length === 0) return offered;
    // What proves the right also proves the status: the cart asks for both.
    return { ...offeredTraveller(traveller, { statuses: [] }, rules), provesStatus: true };
  });
}

/** Eligibility rules of an article. */
interface TravellerRules {
  profiling: boolean;
  today: string;
  ages: OfferedAges | null;
  /** First days of the proposed starts; empty: no pivot. */
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
  return { userId, name, status: tariffStatus ?? null, ...start, onDay: Object.fromEntries(others) };
}

/** Returns the article's age limits; null: no limits, or the network hides birth dates and a document proves the age. */
export function offeredAges(ctx: RequestContext, item: ShopItem): OfferedAges | null {
  if (!isAgeLimited(item) || ctx.network.specific.hideBirthDate) return null;
  const { ageFrom, ageTo, validity } = item;
  return { ageFrom, ageTo, validity, today: todayOf(ctx) };
}

/** Whether the article requires an account: for documents, a picture, a tariff status or a subscription. */
export function needsAccount({ network: { specific, switches } }: RequestContext, item: ShopItem): boolean {
  const byDocument = specific.hideBirthDate && isAgeLimited(item);
  const byStatus = switches.profiling && item.statuses.length > 0;
  return item.requiredDocuments.length > 0 || item.pictureRequired || byStatus || byDocument || item.isRenewable;
}

/** Whether this visitor may have tickets on the phone (§5): not if the national identity is their only one. */
export async function mayHoldOnPhone(ctx: RequestContext): Promise<boolean> {
  const user = (await ctx.session.account())?.user;
  if (user === undefined) return true;
  const national = await nationalIds(ctx);
  const kinds = user.identities.map(({ providerId }) => (national.has(providerId) ? "federation" : "custom"));
  return mayHoldDematerialized(kinds, user.authAsGuest);
}

/** Whether the session was opened with a transport card; such a session can load that card and buy nothing else. */
export async function loadsOnly(ctx: RequestContext): Promise<boolean> {
  const user = (await ctx.session.account())?.user;
  return user?.identities.some(({ providerId }) => providerId === "card") ?? false;
}

/** Returns the cards on which an article can be loaded now; null for visitors and for articles that are not loaded on cards. */
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
