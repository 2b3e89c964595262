import { debitReasonOf, endsMandate } from "@guichet/rules/payments/debit-reasons.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { mandateOfDebit } from "../../payment-records/debit-store.ts";
import { endMandates } from "../../payment-records/mandate-end-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";

/**
 * Ends the mandate of a debit that was rejected or returned, if its reason says so (decision 150); a closed account ends all mandates for it.
 * Planned debits are then not collected: each is unpaid on its day, and paid by card. Returns whether it ends.
 */
export async function endMandateFor(
  tx: Tx,
  deps: Dependencies,
  { id, networkId }: Extract<Payment, { kind: "debit" }>,
  { reason, at }: { reason: string | undefined; at: string },
): Promise<boolean> {
  if (reason === undefined || !endsMandate(reason)) return false;
  const reference = await mandateOfDebit(tx, id);
  if (reference === undefined) return false;
  const ofAccount = debitReasonOf(reason).action === "accountClosed";
  const ended = await endMandates(tx, { networkId, reference, ofAccount, at, reason });
  const network = await deps.networks.get(networkId);
  for (const { subscriptionId } of ended)
    if (subscriptionId !== null && network !== undefined)
      await deps.subscriptionHooks.mandateEnded(tx, deps, network, subscriptionId);
  return true;
}
