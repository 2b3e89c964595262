import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  checkPaymentNow,
  listDiscrepancies,
  listUnresolvedPayments,
} from "@guichet/contract/office/payment-lists.ts";
import { type Err, err, ok } from "@guichet/contract/result.ts";
import { later, minutesMs } from "../../clock.ts";
import type { Handler, ModuleHandlers } from "../../http/call-handler.ts";
import { cursorAfter, readCursor } from "../../http/cursor.ts";
import { isUuid } from "../../ids.ts";
import { ProviderRefused, ProviderUnreachable } from "../../integrations/payment-provider.ts";
import { readOrder } from "../../order-records/order-store.ts";
import { listDiscrepancies as listDiscrepancyRows } from "../../payment-records/discrepancy-store.ts";
import { readPayment } from "../../payment-records/payment-store.ts";
import { listUnresolvedPayments as listUnresolvedRows } from "../../payment-records/unresolved-payment-store.ts";
import { authorsOf, recordAuditEntry } from "../../staff/audit-entry-store.ts";
import { settleByTime } from "../payment-jobs.ts";
import { discrepancyView } from "../refunds/discrepancies.ts";
import { settlementAct } from "../refunds/settle-discrepancy.ts";
import { SessionUnknown } from "../settlement/settle-payment.ts";
import { downloadCollectionsHandler, listCollectionsHandler } from "./collections.ts";

/** Handlers of the staff's lists of payments. */
export const paymentListsOfficeHandlers: ModuleHandlers<
  "listCollections" | "downloadCollections" | "listDiscrepancies" | "listUnresolvedPayments" | "checkPaymentNow"
> = {
  listCollections: listCollectionsHandler,
  downloadCollections: downloadCollectionsHandler,
  listDiscrepancies: (ctx) => discrepanciesHandler(ctx),
  listUnresolvedPayments: (ctx) => unresolvedHandler(ctx),
  checkPaymentNow: (ctx) => checkHandler(ctx),
};

const discrepanciesHandler: Handler<typeof listDiscrepancies> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { open = true, limit = pageSize } = request;
  const filter = { networkId: network.id, isOpen: open, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listDiscrepancyRows(deps.db, filter), limit);
  const ids = page.map(({ id }) => id);
  const authors = await authorsOf(deps.db, network.id, ids, [settlementAct]);
  const items = page.map((row) => ({
    ...discrepancyView(row, authors(row.id, settlementAct)),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    account: row.providerAccount,
    providerReference: row.providerSession,
  }));
  return ok({ items, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const unresolvedHandler: Handler<typeof listUnresolvedPayments> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { limit = pageSize } = request;
  // As the queue of the home page counts them.
  const begunBefore = later(deps.clock.now(), -minutesMs(orderUnpaidMinutes)).toISOString();
  const filter = { networkId: network.id, begunBefore, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listUnresolvedRows(deps.db, filter), limit);
  const items = page.map(({ id: paymentId, amount, currency, providerAccount, providerSession, ...rest }) => ({
    ...rest,
    paymentId,
    amount: { amount, currency },
    account: providerAccount,
    providerReference: providerSession,
  }));
  return ok({ items, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const checkHandler: Handler<typeof checkPaymentNow> = async ({ deps, network, request, session }) => {
  const { paymentId } = request;
  const payment = isUuid(paymentId) ? await readPayment(deps.db, paymentId) : undefined;
  if (payment?.networkId !== network.id || payment.kind === "debit") return err("NOT_FOUND");
  const { orderId, networkId } = payment;
  try {
    const settled = (await settleByTime(deps, payment)) ?? payment;
    const accountId = (await readOrder(deps.db, orderId))?.accountId ?? null;
    const entry = { networkId, staffId: session.staffId, act: "payment.check", thing: paymentId, accountId };
    await deps.db.transaction().execute((tx) => recordAuditEntry(tx, deps, entry));
    return ok({ paymentStatus: settled.status });
  } catch (error) {
    const unanswered = unansweredFor(error);
    if (unanswered === undefined) throw error;
    deps.log.warn({ err: error, paymentId }, "the payment provider did not say how a payment ended");
    return unanswered;
  }
};

/** Why the provider did not say how a payment ended; undefined: another failure. */
function unansweredFor(error: unknown): Err<"PAYMENT_UNAVAILABLE"> | undefined {
  if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE", { reason: "unreachable" });
  if (error instanceof SessionUnknown) return err("PAYMENT_UNAVAILABLE", { reason: "unknown" });
  if (!(error instanceof ProviderRefused)) return undefined;
  return err("PAYMENT_UNAVAILABLE", { reason: "refused", providerCode: error.code });
}
