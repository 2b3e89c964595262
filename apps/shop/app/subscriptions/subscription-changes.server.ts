import type { Result } from "@guichet/contract/result.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { redirect } from "react-router";
import type { Typed } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import type { Mandate } from "../payments/mandate-sheet.tsx";
import type { RequestContext } from "../request-context/request-context.ts";

/** One subscription of the holder's; another's is not found (404). */
export async function subscriptionOf(ctx: RequestContext, id: string): Promise<Subscription> {
  const found = /^[\w-]{1,64}$/.test(id) ? await ctx.call("getSubscription", { subscriptionId: id }) : undefined;
  if (found?.ok) return found.value.subscription;
  throw new Response(null, { status: found === undefined || found.code === "NOT_FOUND" ? 404 : 503 });
}

/** Where a change leads, or why it was refused. */
export type Change = { to: string } | { refused: string };

const flashHref = (id: string, flash: string): string => href("tacitOne", { id }, { flash });
const refusedBy = ({ code }: Extract<Result<never>, { ok: false }>): Change => ({ refused: code });

/**
 * Ends a subscription, as it was shown what that does; when it does something else by now, that is shown first: what was
 * renewed since the page was read lasts longer, and cost something.
 */
export async function end(ctx: RequestContext, id: string, { effect, lastDay }: Typed): Promise<Change> {
  const { mayTerminate, state } = await subscriptionOf(ctx, id);
  const changed = href("tacitOne", { id }, { step: "end", changed: "1" });
  // Another tab was quicker: what was wished is so.
  if (mayTerminate === null && state !== "ACTIVE") return { to: flashHref(id, "ended") };
  if (mayTerminate !== null && (mayTerminate.effect !== effect || mayTerminate.lastDay !== lastDay)) {
    return { to: changed };
  }
  const shown = mayTerminate === null ? {} : { effect: mayTerminate.effect, lastDay: mayTerminate.lastDay };
  const ended = await ctx.call("terminateSubscription", { subscriptionId: id, ...shown });
  if (ended.ok) return { to: flashHref(id, "ended") };
  // It came to mean something else in this very moment.
  return ended.code === "TRANSITION_NOT_ALLOWED" ? { to: changed } : refusedBy(ended);
}

/** Takes a cancellation back. */
export async function takeBack(ctx: RequestContext, id: string): Promise<Change> {
  const taken = await ctx.call("takeBackTermination", { subscriptionId: id });
  return taken.ok ? { to: flashHref(id, "taken-back") } : refusedBy(taken);
}

/** Has it paid by another kept card, or by an account whose mandate is signed; an account without leads to its mandate. */
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
  const changed = await ctx.call("updateSubscriptionCard", { subscriptionId: id, cardId, ...mandate });
  if (!changed.ok) return refusedBy(changed);
  const isPaid = before.blocked !== null && changed.value.subscription.blocked === null;
  return { to: flashHref(id, isPaid ? "paid" : "method") };
}

export const changes: Readonly<Record<string, (ctx: RequestContext, id: string, typed: Typed) => Promise<Change>>> = {
  end,
  "take-back": takeBack,
  method: changeMethod,
};

/** The mandate to be signed for a subscription's renewals; null: debits are not offered now. */
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
