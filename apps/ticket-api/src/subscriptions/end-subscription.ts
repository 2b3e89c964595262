import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { removeUnneededCard } from "../payments/installments/plan-installments.ts";
import type { SubscriptionRow } from "../subscription-records/subscription-store.ts";

/** A subscription is over: a card that was kept for it alone goes too. */
export async function removeSubscriptionCard(
  tx: Tx,
  deps: Dependencies,
  { networkId, methodId }: SubscriptionRow,
): Promise<void> {
  if (methodId !== null) await removeUnneededCard(tx, deps, networkId, methodId, deps.clock.iso());
}
