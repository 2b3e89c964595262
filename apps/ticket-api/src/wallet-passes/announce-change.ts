import { passNotifiedDays } from "@guichet/contract/limits/wallet-pass-limits.ts";
import { z } from "zod";
import { daysMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { Unreachable } from "../integrations/unreachable.ts";
import type { JobHandler } from "../jobs/job.ts";
import { readTicket, type WalletTicket } from "../wallet/ticket-store.ts";
import { devicesOfPass, removeToken } from "./device-store.ts";
import { passContentOf } from "./pass-content-of.ts";
import { markChanged, readPass } from "./pass-store.ts";

const Payload = z.object({ ticketId: z.uuid() });
/** How often a pass is written again because its ticket changed meanwhile. */
const writesMax = 5;

/** Job `wallet-pass-google`, planned by every change of a ticket with a pass (migration 0124): writes the pass at Google. */
export const updateGooglePass: JobHandler = async (deps, { payload }) => {
  await writeGooglePass(deps, Payload.parse(payload).ticketId);
  return undefined;
};

/**
 * Job `wallet-pass-apple`, planned in the same way, and by a device that registers after a change: tells the devices that have the pass
 * that it changed. Those that no longer have it are removed. Fails if a device could not be told.
 */
export const notifyDevicesOfPass: JobHandler = async (deps, { payload }) => {
  const { ticketId } = Payload.parse(payload);
  await markChanged(deps.db, { ticketId, wallet: "apple" }, deps.clock.iso());
  const { apple, working } = deps.walletPasses;
  const devices = await devicesOfPass(deps.db, ticketId);
  if (apple === undefined || devices.length === 0 || !working().includes("apple")) return undefined;
  const ticket = await readTicket(deps.db, ticketId);
  if (ticket === undefined || endedLongAgo(ticket, deps.clock.now())) return undefined;
  const outcomes = await apple.push(devices.map(({ pushToken }) => pushToken));
  for (const [index, device] of devices.entries()) if (outcomes[index] === "gone") await removeToken(deps.db, device);
  const failures = outcomes.filter((outcome) => outcome instanceof Error);
  // A refused device must not use up the attempts while the service is unreachable for others.
  const failure = failures.find((each) => each instanceof Unreachable) ?? failures[0];
  if (failure !== undefined) throw failure;
  return undefined;
};

/** Whether a ticket ended so long ago that no phone needs to know of its changes. */
function endedLongAgo({ validFrom, validUntil, useBefore }: WalletTicket, now: Date): boolean {
  const end = validFrom === null ? useBefore : validUntil;
  return end !== null && Date.parse(end) < later(now, -daysMs(passNotifiedDays)).getTime();
}

/**
 * Writes the pass of a ticket at Google as it is now, and again if it changed in the meantime, so that of concurrent writes none leaves
 * a former state. Throws `Unreachable`.
 */
export async function writeGooglePass(deps: Dependencies, ticketId: string): Promise<void> {
  const { google } = deps.walletPasses;
  if (google === undefined) return;
  for (let write = 0; write < writesMax; write += 1) {
    const pass = await readPass(deps.db, { ticketId, wallet: "google" });
    const ticket = await readTicket(deps.db, ticketId);
    const network = ticket && (await deps.networks.get(ticket.networkId));
    if (pass === undefined || ticket === undefined || network === undefined) return;
    await google.write(await passContentOf(network, ticket, pass.language, deps.clock.iso()));
    const after = await readPass(deps.db, { ticketId, wallet: "google" });
    if (after?.changes === pass.changes) return;
  }
  throw new Error(`The pass of ticket ${ticketId} changed with every write`);
}
