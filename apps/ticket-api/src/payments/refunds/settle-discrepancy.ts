import type { PaymentDiscrepancy, settleDiscrepancy } from "@guichet/contract/office/orders.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { runTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { Handler } from "../../http/call-handler.ts";
import { isUuid } from "../../ids.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { readOrder } from "../../order-records/order-store.ts";
import { discrepanciesOf, readDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { authorsOf, recordAuditEntry } from "../../staff/audit-entry-store.ts";
import { discrepancyView, settleDiscrepancyIn } from "./discrepancies.ts";

/** The act of a member of the staff who closes a discrepancy. */
export const settlementAct = "discrepancy.settle";

/** The discrepancies of an order as the office shows them, with who settled each. */
export async function discrepancyViews(
  { db }: Pick<Dependencies, "db">,
  network: Pick<LoadedNetwork, "id">,
  orderId: string,
): Promise<PaymentDiscrepancy[]> {
  const found = await discrepanciesOf(db, orderId);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const authors = await authorsOf(db, network.id, ids, [settlementAct]);
  return found.map((one) => discrepancyView(one, authors(one.id, settlementAct)));
}

/** Settles a discrepancy in the name of a staff member of its network, by the rules of `npm run audit -- --settle`. */
export const settleDiscrepancyHandler: Handler<typeof settleDiscrepancy> = async ({
  deps,
  network,
  request,
  session,
}) => {
  const { discrepancyId: id, reason } = request;
  const found = isUuid(id) ? await readDiscrepancy(deps.db, id) : undefined;
  if (found?.networkId !== network.id) return err("NOT_FOUND");
  const order = found.orderId === null ? undefined : await readOrder(deps.db, found.orderId);
  return runTransaction(deps.db, async (tx) => {
    const settled = await settleDiscrepancyIn(tx, deps.clock.iso(), { id, reason });
    if (settled === undefined) return err("TRANSITION_NOT_ALLOWED");
    const accountId = order?.accountId ?? null;
    await recordAuditEntry(tx, deps, {
      networkId: network.id,
      staffId: session.staffId,
      act: settlementAct,
      thing: id,
      accountId,
      reason,
    });
    return ok({});
  });
};
