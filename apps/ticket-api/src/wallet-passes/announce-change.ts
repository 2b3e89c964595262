import { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import type { JobHandler } from "../jobs/job.ts";
import { readTicket } from "../wallet/ticket-store.ts";
import { devicesOfPass, removeDevice } from "./device-store.ts";
import { passContentOf } from "./pass-content-of.ts";
import { markChanged, readPass } from "./pass-store.ts";

const Payload = z.object({ ticketId: z.uuid(), wallet: PassWallet });
/** How often a pass is written again because its ticket changed meanwhile. */
const writesMax = 5;

/** Job `wallet-pass`, planned by every change of a ticket with a pass (migration 0124): tells Apple's devices, or writes it at Google. */
export const announcePassChange: JobHandler = async (deps, { payload }) => {
  const { ticketId, wallet } = Payload.parse(payload);
  if (wallet === "google") await writeGooglePass(deps, ticketId);
  else await notifyDevices(deps, ticketId);
  return undefined;
};

/** Tells the devices that have the pass that it changed; those that no longer have it are removed. Throws `Unreachable`. */
async function notifyDevices(deps: Dependencies, ticketId: string): Promise<void> {
  await markChanged(deps.db, { ticketId, wallet: "apple" }, deps.clock.iso());
  const { apple, working } = deps.walletPasses;
  const devices = await devicesOfPass(deps.db, ticketId);
  if (apple === undefined || devices.length === 0 || !working().includes("apple")) return;
  const outcomes = await apple.push(devices.map(({ pushToken }) => pushToken));
  for (const [index, device] of devices.entries()) if (outcomes[index] === "gone") await removeDevice(deps.db, device);
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
