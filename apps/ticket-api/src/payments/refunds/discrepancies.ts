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

/** Settles a discrepancy by command, with a reason; false if there is no open one with this id. */
export async function closeDiscrepancy(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  closing: { id: string; reason: string },
): Promise<boolean> {
  if (!isUuid(closing.id)) return false;
  return db.transaction().execute(async (tx) => (await settleDiscrepancyIn(tx, clock.iso(), closing)) !== undefined);
}

/** Settles a discrepancy within a transaction and returns it; undefined if there is no open one with this id. */
export async function settleDiscrepancyIn(
  tx: Tx,
  at: string,
  { id, reason }: { id: string; reason: string },
): Promise<Discrepancy | undefined> {
  const settled = await settleDiscrepancy(tx, { id, settlement: reason, at });
  if (settled === undefined) return undefined;
  const { networkId, orderId } = settled;
  const orderEvent = { at, event: "discrepancy-settled", detail: { discrepancyId: id, reason } };
  if (orderId !== null) await addEvent(tx, { networkId, orderId, ...orderEvent });
  return settled;
}
