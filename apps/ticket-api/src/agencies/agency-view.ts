import type { OfficeAgency } from "@guichet/contract/office/agencies.ts";
import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
import { isOpenAt } from "@guichet/rules/collection-slots.ts";
import type { At } from "./affected-promises.ts";
import type { OfficeAgencyRow } from "./office-agency-store.ts";

const Agency = PackAgencies.shape.agencies.element;

/** An agency of a pack without its id. */
export function detailsOf(definition: unknown): OfficeAgency["details"] {
  const { id: _, ...details } = Agency.parse(definition);
  return details;
}

export function agencyView(row: OfficeAgencyRow, { now, timeZone }: At): OfficeAgency {
  const details = detailsOf(row.definition);
  const { id, version, closedAt, changedAt, changedBy, toPrepare, ready, openDrawers } = row;
  return {
    ...{ agencyId: id, version, details, closedAt, changedAt, changedBy },
    isOpenNow: closedAt === null && isOpenAt(now, details, timeZone),
    work: { toPrepare, ready, openDrawers },
  };
}
