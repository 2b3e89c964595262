import { uploadsPerAccountAndHour } from "@guichet/contract/limits/file-limits.ts";
import { hoursMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";

const perHour = { limit: uploadsPerAccountAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };

/** Counts an upload of this account and checks the hourly limit. */
export const mayUpload = (deps: Dependencies, networkId: string, accountId: string): Promise<boolean> =>
  countAttempt(deps.db, networkId, `upload:${accountId}`, deps.clock.now(), perHour);
