import type { PivotType } from "@guichet/contract/catalogue.ts";

/** How the start of an article is chosen: computed on the server, in the network's time zone. */
export interface OfferedStart {
  pivotType: PivotType;
  proposals: readonly OfferedDay[];
  /** DAY_PIVOT: the quarters of an hour of the first proposed day. */
  slots: readonly OfferedSlot[];
}

export interface OfferedDay {
  startingAt: string;
  day: string;
  startMonth: string | null;
  begun: boolean;
}

export interface OfferedSlot {
  startingAt: string;
  time: string;
  /** Only where the same local time comes twice that day. */
  offset: string | null;
}
