import { knownDeviceDays } from "@guichet/contract/limits/sign-in-limits.ts";
import { daysMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { insertStaffDevice, isKnownStaffDevice } from "./device-store.ts";

/** A token by which this browser has tries of its own next time; none when it holds one that is still good. */
export async function rememberBrowser(
  deps: Dependencies,
  staffId: string,
  held: string | undefined,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const at = now.toISOString();
  if (held !== undefined && (await isKnownStaffDevice(deps.db, staffId, hashed(held), at))) return undefined;
  const token = deps.ids.token();
  const expiresAt = later(now, daysMs(knownDeviceDays)).toISOString();
  const device = { tokenHash: hashed(token), staffId, at, expiresAt };
  await deps.db.transaction().execute((tx) => insertStaffDevice(tx, device));
  return token;
}
