import { collectMoveDays, collectMoveSlotsMax } from "@guichet/contract/limits/order-limits.ts";
import type { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import type { FreeSlot } from "@guichet/rules/agencies/collection-moves.ts";
import { readyFrom, slotIdOf, slotsFrom } from "@guichet/rules/collection-slots.ts";
import type { Database } from "../database/database.ts";
import { placesTaken } from "../order-records/slot-store.ts";
import type { At } from "./affected-promises.ts";

/**
 * The earliest instant to which a promised collection can be moved: at its own agency from now on, at another one when an order
 * placed now would be ready there.
 */
export const movableFrom = (isSameAgency: boolean, now: string): string => (isSameAgency ? now : readyFrom(now));

/** The slots of an agency with a free place that begin at an instant or later, earliest first. */
export async function freeSlots(
  db: Database,
  networkId: string,
  agency: { id: string; details: AgencyDetails },
  { from, timeZone }: { from: string; timeZone: At["timeZone"] },
): Promise<FreeSlot[]> {
  const slots = slotsFrom(agency.details, { from, days: collectMoveDays, timeZone });
  const taken = await placesTaken(db, networkId, agency.id, slots);
  return slots
    .map(({ startsAt, endsAt }) => ({
      ...{ slotId: slotIdOf(startsAt), startsAt, endsAt },
      placesLeft: agency.details.slotCapacity - (taken.get(startsAt) ?? 0),
    }))
    .filter(({ placesLeft }) => placesLeft > 0)
    .slice(0, collectMoveSlotsMax);
}
