import { collectReadyMinHours } from "@guichet/contract/limits/order-limits.ts";
import type { CollectSite, CollectSlot } from "@guichet/contract/networks.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import type { CartState } from "../../cart/cart-state.ts";
import type { CartCollect } from "../../cart/stored-values.ts";
import type { Formats } from "../../formats/formats.ts";

type CollectCart = Pick<CartState, "lines" | "collect">;

/** Whether any article of the cart is collected at an agency. */
export const isCollected = ({ lines }: Pick<CartState, "lines">): boolean =>
  lines.some(({ support }) => support === "COLLECT");

/** Returns the chosen agency and slot if an order placed at `now` can still have them. */
export function collectAt({ collect }: Pick<CartState, "collect">, now: string): CartCollect | null {
  if (collect === null) return null;
  return Date.parse(collect.startsAt) >= Date.parse(now) + collectReadyMinHours * 3_600_000 ? collect : null;
}

/** Whether the cart has articles to collect but no valid choice of agency and slot. */
export const needsCollect = (cart: CollectCart, now: string): boolean =>
  isCollected(cart) && collectAt(cart, now) === null;

/** Converts a choice into the cart entry, including its display texts. */
export function choiceOf(site: Pick<CollectSite, "siteId" | "label">, slot: CollectSlot): CartCollect {
  const { slotId, startsAt, endsAt } = slot;
  return { siteId: site.siteId, slotId, label: site.label, startsAt, endsAt };
}

export interface SlotDay {
  /** `YYYY-MM-DD` in the network's zone. */
  day: string;
  slots: readonly CollectSlot[];
  free: number;
}

/** Groups the slots by start day, in order. */
export function daysOf(slots: readonly CollectSlot[], timeZone: string): SlotDay[] {
  const days = new Map<string, CollectSlot[]>();
  for (const slot of slots) {
    const day = dayIn(slot.startsAt, timeZone);
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return [...days].map(([day, its]) => ({
    day,
    slots: its,
    free: its.filter(({ placesLeft }) => placesLeft > 0).length,
  }));
}

/** Formats the day and time of a collection: `mardi 24 novembre`, `14:00`. */
export function momentOf(startsAt: string, formats: Formats, timeZone: string): { day: string; time: string } {
  return { day: formats.nearDay(dayIn(startsAt, timeZone)), time: formats.time(startsAt) };
}
