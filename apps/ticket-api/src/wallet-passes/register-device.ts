import { devicesPerPassMax } from "@guichet/contract/limits/wallet-pass-limits.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "../jobs/plan-job.ts";
import { lockTicketOf } from "../wallet/checks/ticket-check-store.ts";
import { insertDevice, type PassDevice } from "./device-store.ts";
import { readPass, type StoredPass } from "./pass-store.ts";

/**
 * Registers a device for a pass. `full`: the pass is on as many other devices as allowed. If the ticket changed since the pass was added,
 * perhaps after the device fetched it, the device is told.
 */
export async function registerDevice(
  deps: Dependencies,
  { ticketId, networkId }: Pick<StoredPass, "ticketId" | "networkId">,
  device: Pick<PassDevice, "deviceId" | "pushToken">,
): Promise<"created" | "known" | "full"> {
  const outcome = await inTransaction(deps.db, async (tx) => {
    // Devices are counted one after the other, and a change of the ticket is either counted below, or finds the device.
    await lockTicketOf(tx, networkId, ticketId);
    const inserted = await insertDevice(tx, { ...device, ticketId }, { at: deps.clock.iso(), max: devicesPerPassMax });
    const pass = await readPass(tx, { ticketId, wallet: "apple" });
    if (inserted === "created" && pass !== undefined && pass.changes > 0)
      // Each registration has a job of its own: one that already runs may not have seen the device.
      await plan(tx, deps, { networkId, kind: "wallet-pass-apple", key: deps.ids.uuid(), payload: { ticketId } });
    return inserted;
  });
  deps.wake();
  return outcome;
}
