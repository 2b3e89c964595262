import type { User } from "@guichet/contract/accounts.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { ageOn } from "@guichet/rules/ages.ts";
import { proposedStarts, slotsOn } from "@guichet/rules/calendar.ts";
import { isShown } from "@guichet/rules/catalogue.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { mayHoldDematerialized } from "@guichet/rules/permissions.ts";
import { nationalIds } from "../identity/providers.server.ts";
import type { Visit } from "../shell/visit.ts";
import type { OfferedCard } from "./choice.ts";
import type { OfferedStart } from "./offered-start.ts";

/** The article under this id where the shop sells it now; undefined for one that is unknown, hidden or withdrawn. */
export async function articleOnShelf(visit: Visit, id: string): Promise<ShopItem | undefined> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return undefined;
  const answer = await visit.call("getProducts", { ids: [id] });
  const item = answer.ok ? answer.value.items.find(({ shopItemId }) => shopItemId === id) : undefined;
  return item && isShown(item, visit.now()) ? item : undefined;
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

/** A traveller of the account, and what keeps the article from them today. */
export interface OfferedTraveller {
  userId: string;
  name: string;
  age: number | null;
  reason: "age" | "birth-date" | "status" | "deactivated" | null;
}

/** The travellers of whoever is signed in; null for a visitor. Age is judged for today, at verification for the start. */
export async function offeredTravellers(visit: Visit, item: ShopItem): Promise<OfferedTraveller[] | null> {
  const account = await visit.session.account();
  if (account === undefined) return null;
  const { network } = visit;
  const today = dayIn(visit.now(), network.timeZone);
  const rules = { today, hideBirthDate: network.specific.hideBirthDate, profiling: network.switches.profiling };
  return account.profiles.map((traveller) => offeredTraveller(traveller, item, rules));
}

interface TravellerRules {
  today: string;
  hideBirthDate: boolean;
  profiling: boolean;
}

export function offeredTraveller(
  { userId, userName, userLastname, userBirthday, userStatus, tariffStatus }: User,
  item: Pick<ShopItem, "ageFrom" | "ageTo" | "statuses">,
  { today, hideBirthDate, profiling }: TravellerRules,
): OfferedTraveller {
  const age = userBirthday === null || hideBirthDate ? null : ageOn(userBirthday, today);
  const wrongStatus = profiling && item.statuses.length > 0 && !item.statuses.includes(tariffStatus ?? "");
  const reason = () => {
    if (userStatus === "deactivated") return "deactivated";
    if (!hideBirthDate && !suitsAge(age, item)) return age === null ? "birth-date" : "age";
    return wrongStatus ? "status" : null;
  };
  return { userId, name: `${userName} ${userLastname}`.trim(), age, reason: reason() };
}

function suitsAge(age: number | null, { ageFrom, ageTo }: Pick<ShopItem, "ageFrom" | "ageTo">): boolean {
  if (ageFrom === null && ageTo === null) return true;
  return age !== null && age >= (ageFrom ?? 0) && (ageTo === null || age <= ageTo);
}

/** May this visitor have it on the phone (§5): not when the national identity is their only one? */
export async function mayHoldOnPhone(visit: Visit): Promise<boolean> {
  const user = (await visit.session.account())?.user;
  if (user === undefined) return true;
  const national = await nationalIds(visit);
  const kinds = user.identities.map(({ providerId }) => (national.has(providerId) ? "federation" : "custom"));
  return mayHoldDematerialized(kinds, user.authAsGuest);
}

/** Somebody whom a card let in may load that card, and buy nothing else. */
export async function loadsOnly(visit: Visit): Promise<boolean> {
  const user = (await visit.session.account())?.user;
  return user?.identities.some(({ providerId }) => providerId === "card") ?? false;
}

/** The cards that an article may be loaded on now; null for a visitor, and for what stands on no card. */
export async function offeredCards(visit: Visit, item: Pick<ShopItem, "supports">): Promise<OfferedCard[] | null> {
  if (!item.supports.includes("MEDIA") || (await visit.session.account()) === undefined) return null;
  const held = await visit.call("getMedias", {});
  return (held.ok ? held.value.medias : [])
    .filter(({ state, incident }) => state === "active" && incident === null)
    .map(({ id, number, traveller }) => ({ id, number, travellerId: traveller?.userId ?? null }));
}
