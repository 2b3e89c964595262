import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type { CashDrawer, closeDrawer, getDrawer, listDrawers, openDrawer } from "@guichet/contract/office/counter.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { hasCounter, readAgency } from "../network-registry/agency-store.ts";
import {
  type CashDrawerRow,
  closeOpenDrawer,
  insertDrawer,
  listDrawerRows,
  readDrawer,
} from "../payment-records/cash-drawer-store.ts";
import { salesOfDrawer } from "../payment-records/counter-sale-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { saleView } from "./sale-view.ts";

/** The caller has no open drawer, or it does not hold enough cash. */
export const drawerNotOpen = err("TRANSITION_NOT_ALLOWED", { state: "drawer-not-open" });

/** A drawer as the office shows it to a member of the staff. */
export function drawerView(row: CashDrawerRow, staffId: string): CashDrawer {
  const money = (amount: number) => ({ amount, currency: row.currency });
  const { id: drawerId, agencyId, agency, staffName, saleCount, refundCount, openedAt, closedAt, closedBy } = row;
  return {
    ...{ drawerId, agencyId, agency, staffName, saleCount, refundCount, openedAt, closedAt, closedBy },
    isOwn: row.staffId === staffId,
    openingAmount: money(row.openingAmount),
    salesAmount: money(row.salesAmount),
    refundsAmount: money(row.refundsAmount),
    expectedAmount: money(row.expectedAmount),
    countedAmount: row.countedAmount === null ? null : money(row.countedAmount),
    differenceAmount: row.countedAmount === null ? null : money(row.countedAmount - row.expectedAmount),
    closeReason: row.closeReason,
  };
}

export const openHandler: Handler<typeof openDrawer> = async ({ deps, network, request, session }) => {
  const { agencyId, openingAmount } = request;
  const { currency } = network.definition;
  if (openingAmount.currency !== currency) return err("FIELD_INVALID", { field: "openingAmount" });
  if (!hasCounter(await readAgency(deps.db, network.id, agencyId))) return err("FIELD_INVALID", { field: "agencyId" });
  const id = deps.ids.uuid();
  const { staffId } = session;
  const drawer = { id, networkId: network.id, agencyId, staffId, currency, openingAmount: openingAmount.amount };
  return runTransaction<{ drawer: CashDrawer }, "TRANSITION_NOT_ALLOWED">(deps.db, async (tx) => {
    if (!(await insertDrawer(tx, { ...drawer, openedAt: deps.clock.iso() })))
      return err("TRANSITION_NOT_ALLOWED", { state: "open" });
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId, act: "drawer.open", thing: id });
    return ok({ drawer: drawerView(await written(readDrawer(tx, network.id, id)), staffId) });
  });
};

type CloseCode = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED" | "FIELD_REQUIRED" | "FIELD_INVALID";

export const closeHandler: Handler<typeof closeDrawer> = async ({ deps, network, request, session }) => {
  const { drawerId: id, countedAmount, reason = null } = request;
  const { staffId } = session;
  const networkId = network.id;
  return runTransaction(deps.db, async (tx): Promise<Result<{ drawer: CashDrawer }, CloseCode>> => {
    const before = isUuid(id) ? await readDrawer(tx, networkId, id) : undefined;
    const seesAll = hasPermission(session.roles[networkId] ?? [], "drawers.read");
    if (before === undefined || (before.staffId !== staffId && !seesAll)) return err("NOT_FOUND");
    if (countedAmount.currency !== before.currency) return err("FIELD_INVALID", { field: "countedAmount" });
    const closing = { id, networkId, countedAmount: countedAmount.amount, reason, closedBy: staffId };
    const isClosed = await closeOpenDrawer(tx, { ...closing, closedAt: deps.clock.iso() });
    const after = await written(readDrawer(tx, networkId, id));
    if (!isClosed)
      return after.closedAt === null
        ? err("FIELD_REQUIRED", { field: "reason", expected: after.expectedAmount })
        : err("TRANSITION_NOT_ALLOWED", { state: "closed" });
    const entry = { networkId, staffId, act: "drawer.close", thing: id, reason: after.closeReason };
    await recordAuditEntry(tx, deps, entry);
    return ok({ drawer: drawerView(after, staffId) });
  });
};

/** A drawer that this transaction has written. */
async function written(reading: Promise<CashDrawerRow | undefined>): Promise<CashDrawerRow> {
  const row = await reading;
  if (row === undefined) throw new Error("The cash drawer is gone");
  return row;
}

export const listDrawersHandler: Handler<typeof listDrawers> = async ({ deps, network, request, session }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { isOpen, limit = pageSize } = request;
  const rows = await listDrawerRows(deps.db, { networkId: network.id, isOpen, after: after.value, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(rows, limit);
  const items = page.map((row) => drawerView(row, session.staffId));
  return ok({ items, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

export const getDrawerHandler: Handler<typeof getDrawer> = async ({ deps, network, request, session }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { drawerId, limit = pageSize } = request;
  const drawer = isUuid(drawerId) ? await readDrawer(deps.db, network.id, drawerId) : undefined;
  if (drawer === undefined) return err("NOT_FOUND");
  const sales = await salesOfDrawer(deps.db, { drawerId, after: after.value, limit: limit + 1 });
  const rows = sales.map((sale) => ({ ...sale, id: sale.orderId }));
  const { page, nextCursor } = cursorAfter(rows, limit);
  return ok({
    drawer: drawerView(drawer, session.staffId),
    items: page.map(saleView),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};
