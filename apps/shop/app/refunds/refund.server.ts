import type { Installment } from "@guichet/contract/payments.ts";
import type { RefundableTicket, RefundDestination } from "@guichet/contract/refunds.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { CollectableAmounts } from "@guichet/rules/refunds/dropped-installments.ts";
import { data, redirect } from "react-router";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { idIn } from "../request-context/account-file.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** The address of an order: by the session, or with the signed link of a guest's e-mail. */
export type OrderAddress = { order: string } | { order: string; until: string; link: string };

/** A refund as it is chosen (`chosen` is empty) and checked before it is requested. */
export interface RefundView {
  address: OrderAddress;
  number: string;
  tickets: RefundableTicket[];
  /** What is left to refund of the order: several tickets get at most this. */
  remaining: Money;
  /** Installments to collect, which a refund reduces first. */
  open: Installment[];
  collectable: CollectableAmounts | null;
  destinations: RefundDestination[];
  /** Ids of the chosen tickets; empty: they are still to be chosen. */
  chosen: string[];
  /** The choice was sent without a ticket. */
  isNothingChosen: boolean;
  refused: string | null;
}

const ticketsMax = 100;

export function orderAddressIn(url: string): OrderAddress {
  const query = new URL(url).searchParams;
  const [order, until, link] = [idIn(url, "order"), query.get("until"), query.get("link")];
  return until === null || link === null ? { order } : { order, until, link };
}

/** The link's fields of a call about an order; none for an order of the session. */
export const byLink = (address: OrderAddress): { until?: string; linkSignature?: string } =>
  "link" in address ? { until: address.until, linkSignature: address.link } : {};

/** Loads what the tickets of an order are worth today; the tickets named `ticket` are the chosen ones. */
export async function loadRefund(ctx: RequestContext, url: string, number: string): Promise<RefundView> {
  const query = new URL(url).searchParams;
  const address = orderAddressIn(url);
  const quoted = await ctx.call("quoteRefund", { orderId: address.order, ...byLink(address) });
  if (!quoted.ok) throw data(null, { status: quoted.code === "NOT_FOUND" ? 404 : 503 });
  const { tickets, remaining, open, collectable, destinations } = quoted.value;
  const named = query.getAll("ticket").slice(0, ticketsMax);
  const refundable = tickets.filter(({ refusal }) => refusal === null).map(({ ticketId }) => ticketId);
  const chosen = refundable.filter((id) => named.includes(id));
  const isNothingChosen = query.has("check") && chosen.length === 0;
  return {
    address,
    number,
    tickets,
    remaining,
    open,
    collectable,
    destinations,
    chosen,
    isNothingChosen,
    refused: query.get("refused"),
  };
}

/** Requests the refund that was checked, and returns to the order, or to the check with the refusal. */
export async function requestRefund(ctx: RequestContext, form: FormData, url: string): Promise<Response> {
  const address = orderAddressIn(url);
  const ticketIds = form.getAll("ticket").map(String).slice(0, ticketsMax);
  const amount = { amount: Number(form.get("amount")), currency: String(form.get("currency")) };
  const isRead = Number.isSafeInteger(amount.amount) && /^[A-Z]{3}$/.test(amount.currency) && ticketIds.length > 0;
  if (!isRead) throw data(null, { status: 400 });
  const { order: orderId } = address;
  const asked = await reached(() => ctx.call("requestRefund", { orderId, ticketIds, amount, ...byLink(address) }));
  if (asked.ok) return redirect(href("invoices", undefined, { ...address, refunded: asked.value.refundId }), 303);
  const again = new URLSearchParams({ ...address, refund: "1", refused: asked.code });
  if (asked.code === "REFUND_AMOUNT_CHANGED") for (const id of ticketIds) again.append("ticket", id);
  return redirect(`${href("invoices")}?${again}`, 303);
}
