import { stoppedTicketsPage } from "@guichet/contract/limits/ticket-check-limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type {
  checkTicket,
  reportTicketChecks,
  staffBlockTicket,
  staffUnblockTicket,
  TicketCheckResult,
  ticketCheckList,
} from "@guichet/contract/office/ticket-checks.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { isBlockable } from "@guichet/rules/inspection/ticket-checks.ts";
import { runTransaction } from "../../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../../http/call-handler.ts";
import { readKeysetCursor } from "../../http/cursor.ts";
import { isUuid } from "../../ids.ts";
import { recordAuditEntry } from "../../staff/audit-entry-store.ts";
import { BlockedTicketPlace, blockedTickets, pageOfBlocked } from "../ticket-block-store.ts";
import { checkTicketAt } from "./check-ticket.ts";
import { blockForStaff, lockTicketOf, unblockForStaff } from "./ticket-check-store.ts";

/** Handlers of the staff's check of tickets (decision 178). */
export const ticketChecksOfficeHandlers: ModuleHandlers<
  "checkTicket" | "reportTicketChecks" | "ticketCheckList" | "staffBlockTicket" | "staffUnblockTicket"
> = {
  checkTicket: (ctx) => checkHandler(ctx),
  reportTicketChecks: (ctx) => reportHandler(ctx),
  ticketCheckList: (ctx) => listHandler(ctx),
  staffBlockTicket: (ctx) => blockHandler(ctx),
  staffUnblockTicket: (ctx) => unblockHandler(ctx),
};

const checkHandler: Handler<typeof checkTicket> = async ({ deps, network, language, request, session }) => {
  const { staffId } = session;
  const made = { ...request, at: deps.clock.iso(), isOffline: false, staffId };
  return ok({ check: await checkTicketAt(deps, network, language, made) });
};

const reportHandler: Handler<typeof reportTicketChecks> = async ({ deps, network, language, request, session }) => {
  const { staffId } = session;
  const now = deps.clock.iso();
  const checks: TicketCheckResult[] = [];
  // One after the other: of two checks of one ticket, the later names the earlier.
  for (const { checkId, text, checkedAt } of request.checks) {
    // The clock of a device may be fast.
    const at = new Date(Math.min(Date.parse(checkedAt), Date.parse(now))).toISOString();
    checks.push(await checkTicketAt(deps, network, language, { checkId, text, at, isOffline: true, staffId }));
  }
  return ok({ checks });
};

const listHandler: Handler<typeof ticketCheckList> = async ({ deps, network, language, request }) => {
  const before = readKeysetCursor(request.cursor, BlockedTicketPlace);
  if (!before.ok) return before;
  const limit = request.limit ?? stoppedTicketsPage;
  const asOf = deps.clock.iso();
  const filter = { networkId: network.id, now: asOf, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = pageOfBlocked(await blockedTickets(deps.db, filter), limit);
  const { languages } = network.definition;
  return ok({
    keys: deps.keys.ticketKeys().keys,
    products: [...network.articleOfProduct].map(([productId, article]) => ({
      productId,
      name: textIn(article.name, language, languages),
    })),
    items: page.map(({ id: ticketId, state }) => ({ ticketId, state })),
    asOf,
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};

const blockHandler: Handler<typeof staffBlockTicket> = async ({ deps, network, request, session }) => {
  const { ticketId, reason } = request;
  if (!isUuid(ticketId)) return err("NOT_FOUND");
  return runTransaction(deps.db, async (tx) => {
    const ticket = await lockTicketOf(tx, network.id, ticketId);
    if (ticket === undefined) return err("NOT_FOUND");
    const { accountId, status, blockedFor } = ticket;
    if (!isBlockable(status, blockedFor)) return err("TICKET_UNUSABLE", { reason: status });
    await blockForStaff(tx, { networkId: network.id, ticketId }, deps.clock.iso());
    const { staffId } = session;
    await recordAuditEntry(tx, deps, {
      networkId: network.id,
      staffId,
      act: "ticket.block",
      thing: ticketId,
      accountId,
      reason,
    });
    return ok({});
  });
};

const unblockHandler: Handler<typeof staffUnblockTicket> = async ({ deps, network, request, session }) => {
  const { ticketId, reason } = request;
  if (!isUuid(ticketId)) return err("NOT_FOUND");
  return runTransaction(deps.db, async (tx) => {
    const ticket = await lockTicketOf(tx, network.id, ticketId);
    if (ticket === undefined) return err("NOT_FOUND");
    const { accountId, status, blockedFor } = ticket;
    // A ticket that has expired keeps the reasons of its block.
    if (status !== "blocked" || !blockedFor.includes("staff")) return err("TRANSITION_NOT_ALLOWED");
    await unblockForStaff(tx, { networkId: network.id, ticketId });
    const { staffId } = session;
    await recordAuditEntry(tx, deps, {
      networkId: network.id,
      staffId,
      act: "ticket.unblock",
      thing: ticketId,
      accountId,
      reason,
    });
    return ok({ blockedFor: blockedFor.filter((one) => one !== "staff") });
  });
};
