import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { releaseHold } from "../../order-records/hold-store.ts";
import { moveOrder } from "../../order-records/order-store.ts";

/**
 * Moves an order whose payment failed (§4: PENDING, PROCESSING → ERROR): it can be paid again, and releases its slot
 * and vouchers until then. False if it was in another state.
 */
export async function failOrder(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  orderId: string,
  event: { at: string; event: string; detail?: unknown },
): Promise<boolean> {
  const order = await moveOrder(tx, orderId, "failPayment", event);
  if (order === undefined) return false;
  await releaseHold(tx, order, event.at);
  await deps.subscriptionHooks.subscriptionRefused(tx, deps, network, order);
  return true;
}
