import { knownDeviceDays } from "@guichet/contract/limits/sign-in-limits.ts";
import { daysMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { insertStaffDevice, isKnownStaffDevice } from "./device-store.ts";

/** A token that gives this browser its own sign-in attempts next time; none if its current token is still valid. */
export async function rememberBrowser(
  deps: Dependencies,
  staffId: string,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const at = now.toISOString();
  if (deviceToken !== undefined && (await isKnownStaffDevice(deps.db, staffId, hashed(deviceToken), at)))
    return undefined;
  const token = deps.ids.token();
  const expiresAt = later(now, daysMs(knownDeviceDays)).toISOString();
  const device = { tokenHash: hashed(token), staffId, at, expiresAt };
  await deps.db.transaction().execute((tx) => insertStaffDevice(tx, device));
  return token;
}
