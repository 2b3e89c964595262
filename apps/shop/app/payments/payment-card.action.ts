import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { placeOf, type Visit, visitOf } from "../shell/visit.ts";

const told: Readonly<Record<string, string>> = {
  PAYMENT_METHOD_LOCKED: "locked",
  PAYMENT_UNAVAILABLE: "unreachable",
  IBAN_INVALID: "iban-wrong",
  FIELD_INVALID: "iban-wrong",
  FIELD_REQUIRED: "iban-wrong",
  IBAN_COUNTRY_NOT_COLLECTED: "iban-country",
};

/** One change of a kept card, or the way to keep another; then back to the cards, which say what was done. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  if (!visit.session.open) return redirect(href("auth", undefined, { next: href("paymentCards") }), { status: 303 });
  const form = await request.formData();
  const what = String(form.get("what") ?? "");
  if (what === "add") {
    const returnUrl = `${placeOf(context).frame.prefix}${href("paymentCards")}`;
    const opened = await visit.call("registerCard", { returnUrl }, { idempotencyKey: crypto.randomUUID() });
    return opened.ok ? redirect(opened.value.paymentUrl, { status: 303 }) : back(visit, told[opened.code] ?? "gone");
  }
  if (what === "account") {
    const account = { iban: String(form.get("iban") ?? ""), holder: String(form.get("holder") ?? "") };
    const kept = await visit.call("registerBankAccount", account);
    return back(visit, kept.ok ? "kept-account" : (told[kept.code] ?? "gone"));
  }
  const changed = await change(visit, what, form);
  if (changed === undefined) return back(visit, "gone");
  return back(visit, changed.ok ? (what === "remove" ? "removed" : what) : (told[changed.code] ?? "gone"));
}

export const loader = () => redirect(href("paymentCards"));

function change(visit: Visit, what: string, form: FormData) {
  const cardId = String(form.get("card") ?? "");
  if (what === "named") return visit.call("setCardNickname", { cardId, nickname: String(form.get("nickname") ?? "") });
  if (what === "remove") return visit.call("unregisterCard", { cardId });
  if (what === "favourite") return visit.call("setCardBookmark", { cardId });
  return what === "plain" ? visit.call("removeCardBookmark", { cardId }) : undefined;
}

/** Where the cards stand in this network, with what there is to say. */
function back(visit: Visit, card: string): Response {
  const onAccount = visit.network.switches.subscriptions;
  const place = onAccount
    ? `${href("account", undefined, { card })}#payment-methods`
    : href("paymentCards", undefined, { card });
  return redirect(place, { status: 303 });
}
