import type { OrderLine } from "@guichet/contract/cart.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { cancelUnpaid, settlePayment } from "../payments/settlement/settle-payment.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { unpaidReplacements } from "../transport-card-records/incident-store.ts";

/**
 * Cancels the customer's unpaid orders that replace the transport cards of these lines, after closing their payment pages. False if
 * there are none, or if the payment provider does not respond.
 */
export async function cancelUnpaidReplacements(
  deps: Dependencies,
  { accountId, networkId }: UserSession,
  lines: readonly OrderLine[],
): Promise<boolean> {
  const cardIds = lines.flatMap(({ mediaId }) => (mediaId && isUuid(mediaId) ? [mediaId] : []));
  const unpaid = await unpaidReplacements(deps.db, accountId, cardIds);
  try {
    for (const order of unpaid) {
      const payment = await lastPayment(deps.db, order.id);
      if (payment !== undefined) await settlePayment(deps, payment.id, { close: "given-up" });
      await cancelUnpaid(deps, { id: order.id, networkId });
    }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return false;
  }
  return unpaid.length > 0;
}
