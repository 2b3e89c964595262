import { uploadsPerAccountAndHour } from "@guichet/contract/limits.ts";
import { hoursMs } from "../clock.ts";
import type { House } from "../dependencies.ts";
import { takeTry } from "../rate-limits/attempt-store.ts";

const perHour = { limit: uploadsPerAccountAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };

/** May this account send in another file now? Each asking counts as one. */
export const mayUpload = (house: House, networkId: string, accountId: string): Promise<boolean> =>
  takeTry(house.db, networkId, `upload:${accountId}`, house.clock.now(), perHour);
