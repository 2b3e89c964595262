import type { AgencyDetails, AgencyRefusal } from "@guichet/contract/office/agencies.ts";
import { isCollectable } from "@guichet/rules/collection-slots.ts";
import type { PromiseRow } from "./promise-store.ts";

/** Moment and time zone by which a time is past. */
export interface At {
  now: string;
  timeZone: string;
}

/**
 * The promises that cannot be kept in a state of the agency. Of an agency that is closed for good, all of them, also orders that
 * were not collected in time; otherwise those whose time is not over and is not within the opening hours.
 */
export function affectedPromises(
  promises: readonly PromiseRow[],
  { details, isClosed }: { details: AgencyDetails; isClosed: boolean },
  { now, timeZone }: At,
): PromiseRow[] {
  if (isClosed) return [...promises];
  return promises.filter(({ collect }) => collect.endsAt > now && !isCollectable(collect, details, timeZone));
}

/** The refusal of a change, with its reason. */
export const because = (reason: AgencyRefusal) => ({ reason });
