import { type Subscription, TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { redirect } from "react-router";
import { type SentBack, sentBack, type Typed } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { todayOf } from "../request-context/today.ts";
import { subscriptionOf } from "../subscriptions/subscription-changes.server.ts";
import { beneficiaryName } from "../subscriptions/subscription-words.tsx";
import { ownSubscriptions } from "../subscriptions/subscriptions.server.ts";
import { effectOn, isStillPossible } from "./chosen-end.ts";
import { confirm } from "./confirm-termination.server.ts";
import type { Terminable } from "./own-termination.tsx";
import type { Effect } from "./termination-effects.tsx";
import { readChoice, readTermination, terminationFields } from "./termination-forms.ts";
import type { ShownReceipt } from "./termination-receipt.tsx";

/** The answer to a form: the same form, its summary, or a redirect that the action throws. */
export type Answered =
  | { view: "form"; status: 200 | 422; sentBack: SentBack }
  | { view: "summary"; status: 200 | 422; typed: Typed; requestKey: string; refused?: string }
  | { view: "link"; status: 422; refused: string }
  | { view: "own-summary"; status: 200 | 422; one: Terminable; ending: Effect; changed: boolean; refused?: string };

const isTerminable = (one: Subscription): one is Terminable => one.mayTerminate !== null;

/** The contracts that the signed-in holder can terminate now; empty for everybody else. */
export const ownContracts = async (ctx: RequestContext): Promise<Terminable[]> =>
  ((await ownSubscriptions(ctx)) ?? []).filter(isTerminable);

/** Name and address of the signed-in customer, with which the form starts. */
export async function knownValues(ctx: RequestContext): Promise<Typed> {
  const user = await ctx.session.holder();
  if (!user) return {};
  return { firstName: user.userName ?? "", lastName: user.userLastname ?? "", email: user.userMail ?? "" };
}

const onlyFields = (typed: Typed): Typed =>
  Object.fromEntries(terminationFields.map((field) => [field, (typed[field] ?? "").trim()]));

/** Checks what was typed, and shows it again before it is sent. */
function check(ctx: RequestContext, typed: Typed): Answered {
  const read = readTermination(typed, todayOf(ctx));
  if (!read.ok) return { view: "form", status: 422, sentBack: sentBack(read.faults, typed) };
  return { view: "summary", status: 200, typed: onlyFields(typed), requestKey: crypto.randomUUID() };
}

/** Sends the notification; the acknowledgement is the same whether or not the contract exists. */
async function notify(ctx: RequestContext, typed: Typed): Promise<Answered> {
  const read = readTermination(typed, todayOf(ctx));
  if (!read.ok) return { view: "form", status: 422, sentBack: sentBack(read.faults, typed) };
  const { key } = typed;
  const idempotency = key && /^[\w-]{8,64}$/.test(key) ? { idempotencyKey: key } : {};
  const sent = await reached(() => ctx.call("requestTermination", read.value, idempotency));
  if (!sent.ok) {
    const requestKey = idempotency.idempotencyKey ?? crypto.randomUUID();
    return { view: "summary", status: 422, typed: onlyFields(typed), requestKey, refused: sent.code };
  }
  const { reference, receivedAt } = sent.value;
  throw redirect(href("terminate", undefined, { sent: reference, at: receivedAt }), { status: 303 });
}

/** Shows the effect of terminating one of the holder's contracts, as early as possible or on a chosen day. */
async function choose(ctx: RequestContext, typed: Typed): Promise<Answered> {
  const read = readChoice(typed);
  if (!read.ok) return { view: "form", status: 422, sentBack: sentBack(read.faults, typed) };
  return ownSummary(ctx, read.value.subscriptionId, { changed: false, endOn: typed.endOn });
}

async function ownSummary(
  ctx: RequestContext,
  id: string,
  { changed, refused, endOn }: { changed: boolean; refused?: string; endOn?: string | undefined },
): Promise<Answered> {
  const one = await subscriptionOf(ctx, id);
  // Another tab has already ended it.
  if (!isTerminable(one)) throw redirect(href("terminate", undefined, { ended: id }), { status: 303 });
  const status = changed || refused !== undefined ? 422 : 200;
  const ending = effectOn({ ...one.mayTerminate, laterEnds: one.laterEnds }, endOn || null);
  return { view: "own-summary", status, one, ending, changed, ...(refused === undefined ? {} : { refused }) };
}

/** Terminates one of the holder's contracts, with the effect that was shown. */
async function end(ctx: RequestContext, typed: Typed): Promise<Answered> {
  const read = readChoice(typed);
  if (!read.ok) return { view: "form", status: 422, sentBack: sentBack(read.faults, typed) };
  const { subscriptionId: id } = read.value;
  const { mayTerminate, laterEnds } = await subscriptionOf(ctx, id);
  const shown = TerminationEffect.safeParse(typed.effect);
  const { lastDay = "" } = typed;
  if (mayTerminate === null || !shown.success || !isStillPossible({ ...mayTerminate, laterEnds }, typed))
    return ownSummary(ctx, id, { changed: true });
  const ending = { effect: shown.data, lastDay };
  const ended = await reached(() => ctx.call("terminateSubscription", { subscriptionId: id, ...ending }));
  if (ended.ok) throw redirect(href("terminate", undefined, { ended: id }), { status: 303 });
  const changed = ended.code === "TRANSITION_NOT_ALLOWED";
  return ownSummary(ctx, id, changed ? { changed } : { changed, refused: ended.code });
}

/** Confirms a termination with the link of an e-mail, and redirects to its receipt. */
async function confirmByLink(ctx: RequestContext, typed: Typed): Promise<Answered> {
  const confirmed = await confirm(ctx, typed);
  if (!confirmed.ok) return { view: "link", status: 422, refused: confirmed.code };
  throw redirect(href("terminate", undefined, { code: typed.code ?? "" }), { status: 303 });
}

const modify = (_ctx: RequestContext, typed: Typed): Answered => ({
  view: "form",
  status: 200,
  sentBack: sentBack([], onlyFields(typed)),
});

const steps: Readonly<Record<string, (ctx: RequestContext, typed: Typed) => Answered | Promise<Answered>>> = {
  check,
  notify,
  modify,
  choose,
  end,
  confirm: confirmByLink,
};

/** Handles a form of the page; undefined for an unknown form. */
export const answerForm = (ctx: RequestContext, typed: Typed): Promise<Answered> | Answered | undefined =>
  Object.hasOwn(steps, typed.what ?? "") ? steps[typed.what ?? ""]?.(ctx, typed) : undefined;

/** The receipt of a contract that its signed-in holder terminated; undefined: it is not terminated. */
export async function ownReceipt(ctx: RequestContext, id: string): Promise<ShownReceipt | undefined> {
  if (!(await ctx.session.holder())?.isParent) return undefined;
  const one = await subscriptionOf(ctx, id);
  const { terminatedAt, cancelledAt, chosenEnd, validity, product, periods } = one;
  const confirmedAt = chosenEnd?.at ?? terminatedAt ?? cancelledAt;
  if (confirmedAt === null) return undefined;
  return {
    name: product.name,
    traveller: beneficiaryName(one),
    endsOn: chosenEnd?.on ?? validity.lastDay,
    renews: chosenEnd !== null && one.nextRenewalOn !== null,
    refund: periods[0]?.left?.refund ?? null,
    confirmedAt,
    notified: null,
  };
}
