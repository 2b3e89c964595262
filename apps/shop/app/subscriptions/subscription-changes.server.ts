import type { Result } from "@guichet/contract/result.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { redirect } from "react-router";
import type { Typed } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import type { Mandate } from "../payments/mandate-sheet.tsx";
import type { RequestContext } from "../request-context/request-context.ts";

/** One subscription of the holder; another holder's is not found (404). */
export async function subscriptionOf(ctx: RequestContext, id: string): Promise<Subscription> {
  const found = /^[\w-]{1,64}$/.test(id) ? await ctx.call("getSubscription", { subscriptionId: id }) : undefined;
  if (found?.ok) return found.value.subscription;
  throw new Response(null, { status: found === undefined || found.code === "NOT_FOUND" ? 404 : 503 });
}

/** The redirect target of a change, or its error code. */
export type Change = { to: string } | { refused: string };

const flashHref = (id: string, flash: string): string => href("tacitOne", { id }, { flash });
const refusedBy = ({ code }: Extract<Result<never>, { ok: false }>): Change => ({ refused: code });

/**
 * Ends a subscription with the effect that was shown. If the effect has changed since, the page shows the new one
 * first: a period renewed in the meantime ends later and was charged.
 */
export async function end(ctx: RequestContext, id: string, { effect, lastDay }: Typed): Promise<Change> {
  const { mayTerminate, state } = await subscriptionOf(ctx, id);
  const changed = href("tacitOne", { id }, { step: "end", changed: "1" });
  // Another tab has already ended it.
  if (mayTerminate === null && state !== "ACTIVE") return { to: flashHref(id, "ended") };
  if (mayTerminate !== null && (mayTerminate.effect !== effect || mayTerminate.lastDay !== lastDay)) {
    return { to: changed };
  }
  const shown = mayTerminate === null ? {} : { effect: mayTerminate.effect, lastDay: mayTerminate.lastDay };
  const ended = await ctx.call("terminateSubscription", { subscriptionId: id, ...shown });
  if (ended.ok) return { to: flashHref(id, "ended") };
  // The effect changed between the check and the call.
  return ended.code === "TRANSITION_NOT_ALLOWED" ? { to: changed } : refusedBy(ended);
}

/** Revokes a cancellation. */
export async function takeBack(ctx: RequestContext, id: string): Promise<Change> {
  const taken = await ctx.call("takeBackTermination", { subscriptionId: id });
  return taken.ok ? { to: flashHref(id, "taken-back") } : refusedBy(taken);
}

/**
 * Changes the payment method to another saved card, or to an account with a signed mandate; without a mandate,
 * redirects to its signature.
 */
export async function changeMethod(ctx: RequestContext, id: string, typed: Typed): Promise<Change> {
  const { card: cardId, reference, digest, sign } = typed;
  if (!cardId) return { refused: "METHOD_REQUIRED" };
  if (reference === undefined || digest === undefined) {
    const saved = await ctx.call("getCards", {});
    const isAccount = saved.ok && saved.value.cards.some(({ ID, kind }) => ID === cardId && kind === "IBAN");
    if (isAccount) return { to: href("tacitOne", { id }, { step: "method", account: cardId }) };
  } else if (sign === undefined) return { refused: "SIGNATURE_REQUIRED" };
  const before = await subscriptionOf(ctx, id);
  const mandate = reference && digest ? { mandate: { reference, digest } } : {};
  const device = ctx.device === undefined ? {} : { device: ctx.device };
  const changed = await ctx.call("updateSubscriptionCard", { subscriptionId: id, cardId, ...mandate }, device);
  if (!changed.ok) return refusedBy(changed);
  const isPaid = before.blocked !== null && changed.value.subscription.blocked === null;
  return { to: flashHref(id, isPaid ? "paid" : "method") };
}

export const changes: Readonly<Record<string, (ctx: RequestContext, id: string, typed: Typed) => Promise<Change>>> = {
  end,
  "take-back": takeBack,
  method: changeMethod,
};

/** The mandate to sign for a subscription's renewals; null: debits are not offered now. */
export async function mandateFor(ctx: RequestContext, one: Subscription): Promise<Mandate | null> {
  const due = one.blocked?.amount ?? one.nextDebit?.amount ?? one.periods[0]?.amount;
  if (due === undefined) throw redirect(href("tacitOne", { id: one.subscriptionId }));
  const shown = await ctx.call("previewInstallments", {
    totalAmount: due,
    paymentMethod: "TRANSFER",
    installments: 1,
    period: one.interval,
    subscriptionId: one.subscriptionId,
  });
  return shown.ok ? shown.value.mandate : null;
}
