import type { CollectTime } from "../collection-slots.ts";

/** A slot with the places that are left in it. */
export interface FreeSlot extends CollectTime {
  slotId: string;
  placesLeft: number;
}

/**
 * Proposes a slot for each promised collection: the first one with a place left that begins neither before the promised time nor
 * before `readyAt`. Each proposal takes a place, in the order of the promises; null: no place is left.
 */
export function proposeSlots(
  promises: readonly { startsAt: string }[],
  slots: readonly FreeSlot[],
  readyAt: string,
): (FreeSlot | null)[] {
  const left = slots.map(({ placesLeft }) => placesLeft);
  return promises.map(({ startsAt }) => {
    const earliest = Math.max(Date.parse(startsAt), Date.parse(readyAt));
    const place = slots.findIndex((slot, at) => (left[at] ?? 0) > 0 && Date.parse(slot.startsAt) >= earliest);
    const found = slots[place];
    if (found === undefined) return null;
    left[place] = (left[place] ?? 0) - 1;
    return found;
  });
}
