import type { RefundScope } from "@guichet/contract/office/refunds.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { allocate } from "@guichet/rules/money.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { disputeRefusal } from "../payment-records/dispute-store.ts";
import type { RefundLimits } from "../payments/refunds/refund-limits.ts";
import type { ApprovedRefund } from "./order-refund-store.ts";
import { refundableTickets, ticketOfRefund } from "./refundable-tickets.ts";

export type StaffRefundCode =
  | "NOT_FOUND"
  | "REFUND_REFUSED"
  | "REFUND_EXCEEDS_PAID"
  | "TRANSITION_NOT_ALLOWED"
  | "FIELD_INVALID";

/** What a refund by the staff covers, as it is requested. */
export interface RequestedScope {
  orderId: string;
  scope: RefundScope;
  ticketIds?: readonly string[] | undefined;
  amount?: Money | undefined;
}

/** What is wrong with a request, whatever the order is: fields that its scope lacks or does not have, and ids that are none. */
export function faultOf({ orderId, scope, ticketIds, amount }: RequestedScope) {
  if ((scope === "tickets") !== (ticketIds !== undefined))
    return err(scope === "tickets" ? "FIELD_REQUIRED" : "FIELD_INVALID", { field: "ticketIds" });
  if (scope === "goodwill" && amount === undefined) return err("FIELD_REQUIRED", { field: "amount" });
  if (scope === "order" && amount !== undefined) return err("FIELD_INVALID", { field: "amount" });
  return isUuid(orderId) && (ticketIds ?? []).every(isUuid) ? undefined : err("NOT_FOUND");
}

/** The amount and the tickets of a refund that can be made. */
export interface Scoped {
  /** Minor units. */
  amount: number;
  tickets: ApprovedRefund["tickets"];
}

/**
 * The amount and the tickets of a refund within what is left of an order; refused if it cannot be made now. For a refund the
 * order, its tickets and its limits are locked; for a preview they are read.
 */
export async function scopeOf(
  db: Database | Tx,
  deps: Pick<Dependencies, "clock">,
  network: LoadedNetwork,
  { order, limits }: { order: OrderRow; limits: RefundLimits },
  { scope, ticketIds = [], amount }: Omit<RequestedScope, "orderId">,
): Promise<Result<Scoped, StaffRefundCode>> {
  if (amount !== undefined && (amount.currency !== order.currency || amount.amount <= 0))
    return err("FIELD_INVALID", { field: "amount" });
  const refusal = await refusalOf(db, order, scope, limits);
  if (refusal !== undefined) return err("REFUND_REFUSED", { reason: refusal });
  if (scope === "order") return ok({ amount: limits.remainingAmount, tickets: [] });
  if (scope === "goodwill") return within(limits, { amount: amount?.amount ?? 0, tickets: [] });
  const known = await refundableTickets(db, network, order, deps.clock.iso());
  const chosen = [...new Set(ticketIds)].map((id) => known.find(({ ticket }) => ticket.id === id));
  if (chosen.some((ticket) => ticket === undefined)) return err("NOT_FOUND");
  const found = chosen.filter((ticket) => ticket !== undefined);
  if (found.some(({ ticket }) => !cancellable.has(ticket.status)))
    return err("REFUND_REFUSED", {
      reason: found.some(({ ticket }) => ticket.status === "cancelled") ? "REFUNDED" : "ENDED",
    });
  const paid = found.reduce((sum, { leftAmount }) => sum + leftAmount, 0);
  const total = amount?.amount ?? paid;
  if (total > paid) return err("REFUND_EXCEEDS_PAID", { remaining: paid });
  if (total === 0) return err("REFUND_REFUSED", { reason: "NOTHING_LEFT" });
  const shares = allocate(
    total,
    found.map(({ leftAmount }) => leftAmount),
  );
  const tickets = found.map((ticket, place) => ticketOfRefund(ticket, shares[place] ?? 0));
  // It would be cancelled for nothing: the member of the staff leaves it out, or refunds more.
  const forNothing = tickets.find((ticket) => ticket.amount === 0);
  if (forNothing !== undefined) return err("REFUND_REFUSED", { reason: "NOTHING_LEFT", ticketId: forNothing.id });
  return within(limits, { amount: total, tickets });
}

/** States from which a ticket is cancelled; one that has ended is refunded as goodwill. */
export const cancellable: ReadonlySet<string> = new Set(["pending", "active", "blocked"]);

function within(
  { remainingAmount: remaining, isCollecting }: RefundLimits,
  scoped: Scoped,
): Result<Scoped, "REFUND_EXCEEDS_PAID" | "REFUND_REFUSED"> {
  if (scoped.amount <= remaining) return ok(scoped);
  return isCollecting ? err("REFUND_REFUSED", { reason: "INSTALLMENTS" }) : err("REFUND_EXCEEDS_PAID", { remaining });
}

/** Why the staff cannot refund an order now: a subscription is terminated, an installment that is being collected is settled first. */
export async function refusalOf(
  db: Database | Tx,
  order: OrderRow,
  scope: RefundScope,
  { isCollecting }: RefundLimits,
): Promise<string | undefined> {
  if (order.status !== "COMPLETED") return "ORDER_NOT_PAID";
  if (order.subscriptionId !== null) return "SUBSCRIPTION";
  if (order.paidAtCounter) return "AT_COUNTER";
  const disputed = await disputeRefusal(db, order.id);
  if (disputed === "contested") return "DISPUTED";
  // Cancelled as a whole, an order is credited as a whole, and the bank has taken a part of it back: tickets or an amount are refunded instead.
  if (disputed === "lost" && scope === "order") return "DISPUTE_LOST";
  return scope === "order" && isCollecting ? "INSTALLMENTS" : undefined;
}
