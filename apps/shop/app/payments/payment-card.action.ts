import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";

const flash: Readonly<Record<string, string>> = {
  PAYMENT_METHOD_LOCKED: "locked",
  PAYMENT_UNAVAILABLE: "unreachable",
  IBAN_INVALID: "iban-wrong",
  FIELD_INVALID: "iban-wrong",
  FIELD_REQUIRED: "iban-wrong",
  IBAN_COUNTRY_NOT_COLLECTED: "iban-country",
};

/** Runs one change of a saved card, or starts saving another; then redirects back to the page with a flash message. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  if (!ctx.session.open) return redirect(href("auth", undefined, { next: href("paymentCards") }), { status: 303 });
  const form = await request.formData();
  const what = String(form.get("what") ?? "");
  const subscription = subscriptionIn(form);
  if (what === "add") {
    const there = subscription === undefined ? href("paymentCards") : methodHref(subscription);
    const returnUrl = withLanguagePrefix(ctx.prefix, there);
    const opened = await ctx.call("registerCard", { returnUrl }, { idempotencyKey: crypto.randomUUID() });
    if (opened.ok) return redirect(opened.value.paymentUrl, { status: 303 });
    return back(ctx, subscription, { card: flash[opened.code] ?? "gone" });
  }
  if (what === "account") {
    const account = { iban: String(form.get("iban") ?? ""), holder: String(form.get("holder") ?? "") };
    const saved = await ctx.call("registerBankAccount", account);
    if (!saved.ok) return back(ctx, subscription, { card: flash[saved.code] ?? "gone" });
    return back(ctx, subscription, { card: "kept-account", account: saved.value.card.ID });
  }
  const changed = await change(ctx, what, form);
  if (changed === undefined) return back(ctx, subscription, { card: "gone" });
  const card = changed.ok ? (what === "remove" ? "removed" : what) : (flash[changed.code] ?? "gone");
  return back(ctx, subscription, { card });
}

export const loader = () => redirect(href("paymentCards"));

function change(ctx: RequestContext, what: string, form: FormData) {
  const cardId = String(form.get("card") ?? "");
  if (what === "named") return ctx.call("setCardNickname", { cardId, nickname: String(form.get("nickname") ?? "") });
  if (what === "remove") return ctx.call("unregisterCard", { cardId });
  if (what === "favourite") return ctx.call("setCardBookmark", { cardId });
  return what === "plain" ? ctx.call("removeCardBookmark", { cardId }) : undefined;
}

/** Returns the subscription whose payment method is added; undefined for the general list. */
function subscriptionIn(form: FormData): string | undefined {
  const id = String(form.get("subscription") ?? "");
  return /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

const methodHref = (id: string, said: Record<string, string> = {}): string =>
  href("tacitOne", { id }, { step: "method", ...said });

/** Redirects to the network's payment methods page, or to the subscription that needs the card, with a flash message. */
function back(
  ctx: RequestContext,
  subscription: string | undefined,
  said: { card: string; account?: string },
): Response {
  if (subscription !== undefined) return redirect(methodHref(subscription, said), { status: 303 });
  const { card } = said;
  const onAccount = ctx.network.switches.subscriptions;
  const place = onAccount
    ? `${href("account", undefined, { card })}#payment-methods`
    : href("paymentCards", undefined, { card });
  return redirect(place, { status: 303 });
}
