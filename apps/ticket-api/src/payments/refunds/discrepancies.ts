import type { PaymentDiscrepancy } from "@guichet/contract/office/orders.ts";
import { Mismatch } from "@guichet/contract/payments.ts";
import { z } from "zod";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isUuid } from "../../ids.ts";
import { addEvent } from "../../order-records/order-store.ts";
import { type Discrepancy, settleDiscrepancy } from "../../payment-records/discrepancy-store.ts";

const Detail = z.object({ mismatches: z.array(Mismatch) });

/** A discrepancy as the office shows it. */
export function discrepancyView(found: Discrepancy, settledBy: string | null): PaymentDiscrepancy {
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
    settledBy,
  };
}

/** A person settled a discrepancy by command, and says how; false when there is none of this id that is open. */
export async function closeDiscrepancy(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  closing: { id: string; reason: string },
): Promise<boolean> {
  if (!isUuid(closing.id)) return false;
  return db.transaction().execute(async (tx) => (await closeIn(tx, clock.iso(), closing)) !== undefined);
}

/** The same within a transaction, whoever closes it; answers it as it is then, undefined when none of this id is open. */
export async function closeIn(
  tx: Tx,
  at: string,
  { id, reason }: { id: string; reason: string },
): Promise<Discrepancy | undefined> {
  const settled = await settleDiscrepancy(tx, { id, settlement: reason, at });
  if (settled === undefined) return undefined;
  const { networkId, orderId } = settled;
  const told = { at, event: "discrepancy-settled", detail: { discrepancyId: id, reason } };
  if (orderId !== null) await addEvent(tx, { networkId, orderId, ...told });
  return settled;
}
