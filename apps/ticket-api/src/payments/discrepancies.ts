import type { PaymentDiscrepancy } from "@guichet/contract/office/orders.ts";
import { Mismatch } from "@guichet/contract/payments.ts";
import { z } from "zod";
import type { House } from "../house.ts";
import { isUuid } from "../ids.ts";
import { addEvent } from "../orders/order-store.ts";
import { type Discrepancy, settleDiscrepancy } from "./discrepancy-store.ts";

const Detail = z.object({ mismatches: z.array(Mismatch) });

/** A discrepancy as the office shows it. */
export function shownDiscrepancy(found: Discrepancy): PaymentDiscrepancy {
  const { id, kind, foundAt, refundAmount, refundCurrency, refundedAt, settledAt, settlement } = found;
  return {
    discrepancyId: id,
    kind,
    foundAt,
    mismatches: Detail.parse(found.detail).mismatches,
    refund:
      refundAmount === null || refundCurrency === null ? null : { amount: refundAmount, currency: refundCurrency },
    refundedAt,
    settledAt,
    settlement,
  };
}

/** A person settled a discrepancy, and says how; false when there is none of this id that is open. */
export async function closeDiscrepancy(
  { db, clock }: Pick<House, "db" | "clock">,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const at = clock.iso();
  return db.transaction().execute(async (tx) => {
    const settled = await settleDiscrepancy(tx, { id, settlement: reason, at });
    if (settled === undefined) return false;
    const { networkId, orderId } = settled;
    const told = { at, event: "discrepancy-settled", detail: { discrepancyId: id, reason } };
    if (orderId !== null) await addEvent(tx, { networkId, orderId, ...told });
    return true;
  });
}
