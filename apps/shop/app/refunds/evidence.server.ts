import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import type { RefundRequest } from "@guichet/contract/refund-requests.ts";
import type { RefundableTicket, RefundWithEvidence } from "@guichet/contract/refunds.ts";
import { data, redirect } from "react-router";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { byLink, type OrderAddress, orderAddressIn } from "./refund.server.ts";

/** The page where a customer requests the refund of a ticket for a reason that needs evidence. */
export interface EvidenceView {
  address: OrderAddress;
  number: string;
  ticket: RefundableTicket;
  reason: RefundWithEvidence;
  refused: string | null;
}

export async function loadEvidence(ctx: RequestContext, url: string, number: string): Promise<EvidenceView> {
  const query = new URL(url).searchParams;
  const address = orderAddressIn(url);
  const quoted = await ctx.call("quoteRefund", { orderId: address.order, ...byLink(address) });
  if (!quoted.ok) throw data(null, { status: quoted.code === "NOT_FOUND" ? 404 : 503 });
  const ticket = quoted.value.tickets.find(({ ticketId }) => ticketId === query.get("evidence"));
  const reason = ticket?.withEvidence.find((one) => one.reason === query.get("reason"));
  const refused = query.get("refused");
  // Requested already, for example by the button pressed twice: the order shows the request. If it was refused, the refunds say why.
  if (ticket === undefined || reason === undefined || reason.refusal !== null)
    throw redirect(href("invoices", undefined, { ...address, ...(refused !== null && { refund: "1", refused }) }));
  return { address, number, ticket, reason, refused };
}

/** The refund requests of an order; none if it has none, or cannot be read. */
export async function refundRequestsOf(ctx: RequestContext, address: OrderAddress): Promise<RefundRequest[]> {
  const read = await ctx.call("readRefundRequests", { orderId: address.order, ...byLink(address) });
  return read.ok ? read.value.requests : [];
}

/** Requests the refund with the chosen file, adds a file to a request, or withdraws it; returns to the order, or with the refusal. */
export async function sendEvidence(ctx: RequestContext, form: FormData, url: string): Promise<Response> {
  const address = orderAddressIn(url);
  const { order: orderId } = address;
  const requestId = String(form.get("request") ?? "");
  const order = (more: Record<string, string>) => redirect(href("invoices", undefined, { ...address, ...more }), 303);
  if (form.get("what") === "withdraw-request") {
    const done = await reached(() => ctx.call("withdrawRefundRequest", { orderId, requestId, ...byLink(address) }));
    return order({ [done.ok ? "requested" : "unsent"]: done.ok ? "withdrawn" : done.code });
  }
  const file = await fileIn(form);
  if (form.get("what") === "add-evidence") {
    if (typeof file === "string") return order({ unsent: file });
    const asked = { orderId, requestId, ...byLink(address) };
    const added = await reached(() => ctx.call("addRefundEvidence", asked, { file }));
    return order({ [added.ok ? "requested" : "unsent"]: added.ok ? "added" : added.code });
  }
  const ticketId = String(form.get("ticket") ?? "");
  const reason = String(form.get("reason") ?? "");
  const again = (refused: string) => order({ refund: "1", evidence: ticketId, reason, refused });
  if (typeof file === "string") return again(file);
  const asked = { orderId, ticketId, reason, ...byLink(address) };
  const sent = await reached(() => ctx.call("requestRefundWithEvidence", asked, { file }));
  return sent.ok ? order({ requested: "sent" }) : again(sent.code);
}

/** The chosen file, from memory; it is never written to disk here. Otherwise the error code. */
async function fileIn(form: FormData): Promise<{ bytes: Uint8Array; name: string } | string> {
  const file = form.getAll("evidence").find((part): part is File => part instanceof File && part.size > 0);
  if (file === undefined) return "FILE_MISSING";
  if (file.size > uploadMaxBytes) return "FILE_TOO_LARGE";
  return { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name };
}
