import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { removeUnneededCard } from "../payments/installments/plan-installments.ts";
import type { SubscriptionRow } from "../subscription-records/subscription-store.ts";

/** Removes the card of an ended subscription if it was saved only for that. */
export async function removeSubscriptionCard(
  tx: Tx,
  deps: Dependencies,
  { networkId, methodId }: SubscriptionRow,
): Promise<void> {
  if (methodId !== null) await removeUnneededCard(tx, deps, networkId, methodId, deps.clock.iso());
}
