import type { PivotType } from "@guichet/contract/catalogue.ts";

/** Possible starts of an article, computed on the server in the network's time zone. */
export interface OfferedStart {
  pivotType: PivotType;
  proposals: readonly OfferedDay[];
  /** DAY_PIVOT: the quarter-hour slots of the first proposed day. */
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
  /** UTC offset, only if the same local time occurs twice that day. */
  offset: string | null;
}
