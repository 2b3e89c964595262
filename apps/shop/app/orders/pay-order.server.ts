import type { PaymentOutcome } from "@guichet/contract/payments.ts";
import { redirect } from "react-router";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { byLink, type OrderAddress } from "../refunds/refund.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/* Paying and cancelling an unpaid order from its page: by the session that placed it, or with the signed link of a guest's e-mail. */

/** Redirects to the payment page of an unpaid order, or back to the order with the reason why it cannot be paid. */
export async function payUnpaid(ctx: RequestContext, address: OrderAddress): Promise<Response> {
  const asked = { orderId: address.order, ...byLink(address) };
  const paid = await reached(() => ctx.call("payOrder", asked));
  if (!paid.ok) return toOrder(address, { refused: payRefusals[paid.code] ?? paid.code });
  const { paymentUrl } = paid.value;
  if (paymentUrl === undefined) return toOrder(address, { paid: "1" });
  if ("link" in address && !(await isOwn(ctx, address))) rememberLink(ctx, address);
  return redirect(paymentUrl, { status: 303 });
}

/** Refusals with words of their own on this page; only an order that is over is replaced by a new one. Others have their general text. */
const payRefusals: Readonly<Record<string, string>> = {
  TRANSITION_NOT_ALLOWED: "PAY_OVER",
  PAYMENT_UNAVAILABLE: "PART_UNREACHABLE",
  UNAVAILABLE: "PART_UNREACHABLE",
  COLLECT_SLOT_FULL: "PAY_HELD",
  COLLECT_AGENCY_REQUIRED: "PAY_HELD",
  VOUCHER_LIMIT_REACHED: "PAY_HELD",
};

/** Cancels an unpaid order, and redirects to it. */
export async function cancelUnpaid(ctx: RequestContext, address: OrderAddress): Promise<Response> {
  const asked = { orderId: address.order, ...byLink(address) };
  const cancelled = await reached(() => ctx.call("cancelOrder", asked));
  return toOrder(address, cancelled.ok ? {} : { refused: cancelRefusals[cancelled.code] ?? cancelled.code });
}

const cancelRefusals: Readonly<Record<string, string>> = { UNAVAILABLE: "PAYMENT_UNAVAILABLE" };

const toOrder = (address: OrderAddress, more: Record<string, string>): Response =>
  redirect(href("invoices", undefined, { ...address, ...more }), { status: 303 });

/** Whether the session itself placed the order. */
async function isOwn(ctx: RequestContext, { order }: OrderAddress): Promise<boolean> {
  return ctx.session.open && (await ctx.call("getOrders", { orderId: order })).ok;
}

/** The payment page redirects to an address without the link, which the browser therefore remembers: no other site sees it. */
function rememberLink({ cookies }: RequestContext, address: OrderAddress): void {
  cookies.set("orderLink", new URLSearchParams(address).toString());
}

/** The address of an order that this browser pays with the link of an e-mail; undefined for any other. */
export function rememberedLink({ cookies }: RequestContext, orderId: string): OrderAddress | undefined {
  const kept = new URLSearchParams(cookies.get("orderLink") ?? "");
  const [order, until, link] = ["order", "until", "link"].map((name) => kept.get(name));
  return order === orderId && until && link ? { order, until, link } : undefined;
}

/** Forgets the link once its payment is final: the address that the browser was led back to has it. */
export function forgetLink({ cookies }: RequestContext, outcome: PaymentOutcome): void {
  if (outcome !== "CHECKING" && cookies.get("orderLink") !== undefined) cookies.clear("orderLink");
}
