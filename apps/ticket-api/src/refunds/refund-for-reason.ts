import type { EvidenceReason } from "@guichet/contract/packs/refund-policy.ts";
import type { RefundRefusal } from "@guichet/contract/refunds.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { limitedRefund, noRefund, type TicketRefund, ticketRefund } from "@guichet/rules/refunds/ticket-refund.ts";
import type { Database, Tx } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { RefundLimits } from "../payments/refunds/refund-limits.ts";
import { lastUseOf } from "../wallet/ticket-use-store.ts";
import { type RefundableTicket, refundableTickets } from "./refundable-tickets.ts";
import type { RefundRequestRow } from "./request-store.ts";

/** The reasons of a ticket's policy that need evidence. */
export const reasonsOf = ({ ticket }: RefundableTicket): readonly EvidenceReason[] =>
  ticket.article.refund?.withEvidence ?? [];

/** What a ticket would get for a reason if it were requested today (decision 166). */
export function refundRequestedToday(found: RefundableTicket, reason: EvidenceReason, today: string): TicketRefund {
  if (found.refusal !== null) return noRefund(found.refusal);
  return limitedRefund(ticketRefund(reason.terms, found.facts, today), found.leftAmount);
}

/** The refund of a request as it is now. */
export interface RequestedRefund {
  found: RefundableTicket;
  reason: EvidenceReason;
  refund: TicketRefund;
  /** The day up to which use counts: that of the request, or of a later use. */
  countedOn: string;
  lastUsedAt: string | null;
  /** The ticket has ended since the request: it is refunded without being cancelled. */
  isOver: boolean;
}

/**
 * What accepting a request gives now: computed for the day of the request, so that waiting costs nothing, and for what was used
 * until now, so that nobody travels for nothing. Undefined: the ticket has moved to another, for example on a card.
 */
export async function requestedRefund(
  db: Database | Tx,
  network: LoadedNetwork,
  order: OrderRow,
  request: RefundRequestRow,
  now: string,
): Promise<RequestedRefund | undefined> {
  const found = (await refundableTickets(db, network, order, now)).find(({ ticket }) => ticket.id === request.ticketId);
  const reason = request.reasons.find(({ reason: id }) => id === request.reasonId);
  if (found === undefined || reason === undefined) return undefined;
  const { timeZone } = network.definition;
  const requestedOn = dayIn(request.requestedAt, timeZone);
  const lastUsedAt = await lastUseOf(db, request.ticketId);
  const lastUsedOn = lastUsedAt === null ? requestedOn : dayIn(lastUsedAt, timeZone);
  const wasUsedLater = lastUsedOn > requestedOn;
  const countedOn = wasUsedLater ? lastUsedOn : requestedOn;
  // It had not ended when the request was made.
  const facts = { ...found.facts, isOver: false };
  const refund =
    found.refusal !== null && found.refusal !== "ENDED"
      ? noRefund(found.refusal)
      : limitedRefund(ticketRefund(reason.terms, facts, requestedOn, countedOn), found.leftAmount);
  const state = ticketStateAt(found.ticket, now);
  return { found, reason, refund, countedOn, lastUsedAt, isOver: state === "expired" || state === "used-up" };
}

/** What a request gets within what is left of its order, in minor units, or why nothing. */
export function grantedAmount(
  { refundAmount, refusal }: TicketRefund,
  { remainingAmount, isCollecting }: Pick<RefundLimits, "remainingAmount" | "isCollecting">,
): { ok: true; value: number } | { ok: false; code: RefundRefusal } {
  if (refusal !== null) return { ok: false, code: refusal };
  if (isCollecting && refundAmount > remainingAmount) return { ok: false, code: "INSTALLMENTS" };
  if (remainingAmount === 0) return { ok: false, code: "NOTHING_LEFT" };
  return { ok: true, value: Math.min(refundAmount, remainingAmount) };
}
