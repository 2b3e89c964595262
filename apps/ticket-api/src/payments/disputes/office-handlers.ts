import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type { getDispute, listDisputes, StaffDispute } from "@guichet/contract/office/disputes.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { Handler, ModuleHandlers } from "../../http/call-handler.ts";
import { cursorAfter, readCursor } from "../../http/cursor.ts";
import { isUuid } from "../../ids.ts";
import {
  type ListedDispute,
  listDisputes as listRows,
  movementsOfDispute,
} from "../../payment-records/dispute-store.ts";
import { printDisputeHandler } from "./dispute-evidence.ts";
import { isReportedAccount } from "./reported-accounts.ts";
import { evidenceRefusalOf, submitEvidenceHandler } from "./submit-evidence.ts";

/** Handlers of the staff's calls about disputes. */
export const disputesOfficeHandlers: ModuleHandlers<
  "listDisputes" | "getDispute" | "printDispute" | "submitDisputeEvidence"
> = {
  listDisputes: (ctx) => listHandler(ctx),
  getDispute: (ctx) => getHandler(ctx),
  printDispute: printDisputeHandler,
  submitDisputeEvidence: submitEvidenceHandler,
};

const listHandler: Handler<typeof listDisputes> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { orderId, state, open, limit = pageSize } = request;
  if (orderId !== undefined && !isUuid(orderId)) return ok({ items: [] });
  const filter = { networkId: network.id, orderId, state, open, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listRows(deps.db, filter), limit);
  return ok({ items: page.map(disputeView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const getHandler: Handler<typeof getDispute> = async ({ deps, network, request }) => {
  const { disputeId: id } = request;
  const [found] = isUuid(id) ? await listRows(deps.db, { networkId: network.id, id, limit: 1 }) : [];
  if (found === undefined) return err("NOT_FOUND");
  const movements = await movementsOfDispute(deps.db, found);
  return ok({
    dispute: disputeView(found),
    movements: movements.map(({ at, amount, currency }) => ({
      at,
      kind: amount > 0 ? ("withdrawn" as const) : ("reinstated" as const),
      amount: { amount: Math.abs(amount), currency },
    })),
    isDecidedHere: isReportedAccount(deps, found.providerAccount),
    evidenceRefusal: (await evidenceRefusalOf(deps, found)) ?? null,
  });
};

/** An order has fewer disputes. */
const disputesMax = 100;

/** The disputes of an order as the office shows them, in the order of the list. */
export async function disputeViews(
  { db }: Pick<Dependencies, "db">,
  { id: networkId }: { id: string },
  orderId: string,
): Promise<StaffDispute[]> {
  return (await listRows(db, { networkId, orderId, limit: disputesMax })).map(disputeView);
}

function disputeView(dispute: ListedDispute): StaffDispute {
  const { id, orderId, orderNumber, reference, state, reason, amount, currency, tickets } = dispute;
  const { withdrawnAmount, fees, openedAt, evidenceDueAt, decidedAt, evidence } = dispute;
  return {
    ...{ disputeId: id, orderId, orderNumber, providerReference: reference, state, reason, tickets },
    amount: { amount, currency },
    withdrawn: { amount: withdrawnAmount, currency },
    fees,
    ...{ openedAt, evidenceDueAt, decidedAt, evidence },
  };
}
