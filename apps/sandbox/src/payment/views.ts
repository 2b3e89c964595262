import type { PaymentLocale, SavedMethod } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { moneyText } from "@guichet/texts/money-format.ts";
import { html, type Markup, trusted } from "../html.ts";
import { type Translate, textsIn } from "../locales/texts.ts";
import {
  type CardConduct,
  type CardFault,
  inGroups,
  isDisputed,
  type OwnConduct,
  stripeTestCards,
  testCards,
  wallets,
} from "./cards.ts";
import type { SessionRecord } from "./ledger.ts";
import { attemptsLeft } from "./sessions.ts";
import { paymentCss } from "./style.ts";

export interface View {
  locale: PaymentLocale;
  t: Translate;
}

type FieldName = "number" | "expiry" | "code";

export function viewIn(locale: PaymentLocale): View {
  return { locale, t: textsIn(locale) };
}

/** Card form, with the typed values except the security code. */
export function cardForm(
  view: View,
  record: SessionRecord,
  typed: { number: string; expiry: string },
  faults: readonly CardFault[],
  proposed?: SavedMethod,
): Markup {
  const { t } = view;
  const due =
    record.session.amount.amount > 0 ? t("payment.pay", { amount: amountIn(view.locale, record) }) : t("payment.save");
  const field = (name: FieldName, label: string, hint: string | undefined, value: string, rest: Markup) => {
    const fault = faults.find((each) => each.startsWith(name));
    const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ");
    return html`<div class="field"><label for="${name}">${label}</label>${
      hint === undefined ? undefined : html`<span class="hint" id="${name}-hint">${hint}</span>`
    }<input id="${name}" name="${name}" value="${value}" dir="ltr" inputmode="numeric" required ${rest}${
      described === "" ? undefined : html` aria-describedby="${described}"`
    }${fault === undefined ? undefined : html` aria-invalid="true"`}>${
      fault === undefined
        ? undefined
        : html`<span class="fault" id="${name}-fault">${t(`payment.fault.${fault}`)}</span>`
    }</div>`;
  };
  const declined = record.session.refusal !== undefined && faults.length === 0;
  const listed = [
    ...(declined ? [{ at: "number", text: t("payment.refused-title") }] : []),
    ...faults.map((fault) => ({ at: fault.split("-")[0] ?? "", text: t(`payment.fault.${fault}`) })),
  ];
  const cards = record.stripe === undefined ? testCards : [...testCards, ...stripeTestCards];
  return frame(
    view,
    t("payment.title"),
    html`${summary(view, record)}${faultSummary(t, listed)}${
      proposed &&
      html`<form method="post"><input type="hidden" name="saved" value="yes"><p>${t("payment.kept-card")} <b><bdi>${proposed.brand} •••• ${proposed.last4}</bdi></b></p>
<button>${due}</button></form><h2>${t("payment.other-card")}</h2>`
    }
${record.session.amount.amount > 0 && !record.saveMethod ? walletForms(t) : undefined}
<form method="post" novalidate>
${field("number", t("payment.number"), undefined, typed.number, trusted('autocomplete="cc-number" maxlength="30"'))}
<div class="short">
${field("expiry", t("payment.expiry"), t("payment.expiry-hint"), typed.expiry, trusted('autocomplete="cc-exp" maxlength="9"'))}
${field("code", t("payment.code"), t("payment.code-hint"), "", trusted('autocomplete="cc-csc" maxlength="4"'))}
</div>
${record.saveMethod ? html`<p>${t("payment.keeps-card")}</p>` : undefined}
<button${proposed && trusted(' class="quiet"')}>${due}</button>
</form>${cancelForm(view, record)}`,
    html`<aside aria-labelledby="test-cards"><h2 id="test-cards">${t("payment.test-cards")}</h2><p>${t("payment.test-cards-intro")}</p>
<ul>${cards.map((card) => html`<li><code>${inGroups(card.number)}</code> ${t(`payment.conduct.${described(card.conduct)}`)}</li>`)}</ul></aside>`,
  );
}

/** The outcome on the page for a card with this behaviour. */
function described(conduct: CardConduct): OwnConduct | "insufficient-funds" | "expired" | "disputed" | "refund-fails" {
  if (isDisputed(conduct)) return "disputed";
  if (conduct === "always-strong") return "strong";
  return conduct === "refused-later" ? "refused" : conduct;
}

/** One-tap buttons of the phone's wallets, which pay with the accepted test card. */
function walletForms(t: Translate): Markup {
  return html`<div class="wallets" role="group" aria-label="${t("payment.wallets")}">${wallets.map(
    ({ id, name }) =>
      html`<form method="post"><input type="hidden" name="wallet" value="${id}"><button class="wallet"><bdi>${name}</bdi> <small>${t("payment.wallet-simulation")}</small></button></form>`,
  )}</div><h2>${t("payment.by-card")}</h2>`;
}

/** The bank's page for the one-time code. */
export function codeForm(view: View, record: SessionRecord): Markup {
  const { t } = view;
  const left = attemptsLeft(record);
  const wrong = record.authentication !== undefined && record.authentication.wrongTries > 0;
  const lastDigits = record.session.card?.last4 ?? "";
  return frame(
    view,
    t("payment.bank-title"),
    html`${summary(view, record)}${faultSummary(t, wrong ? [{ at: "one-time-code", text: t("payment.wrong-code", { left }) }] : [])}
<p>${t("payment.bank-intro", { lastDigits })}</p>
<p class="shown">${t("payment.shown-code")} <b><bdi>${record.authentication?.code ?? ""}</bdi></b></p>
<form method="post" action="${pathOf(record)}/authentication" novalidate>
<div class="field"><label for="one-time-code">${t("payment.one-time-code")}</label>
<input id="one-time-code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required${
      wrong ? trusted(' aria-invalid="true" aria-describedby="one-time-code-fault"') : undefined
    }>${wrong ? html`<span class="fault" id="one-time-code-fault">${t("payment.wrong-code", { left })}</span>` : undefined}</div>
<button>${t("payment.confirm")}</button></form>${cancelForm(view, record)}`,
  );
}

/** Page for a payment that has ended. */
export function endedPage(view: View, record: SessionRecord): Markup {
  const { t } = view;
  const [title, text] = endingOf(t, record);
  return frame(
    view,
    title,
    html`${summary(view, record)}<p>${text}</p><a class="button" href="${record.returnUrl}">${t("payment.back")}</a>`,
  );
}

export function unknownPage(view: View): Markup {
  return frame(view, view.t("payment.unknown-title"), html`<p>${view.t("payment.unknown-text")}</p>`);
}

function endingOf(t: Translate, { session }: SessionRecord): [string, string] {
  if (session.state === "captured" || session.state === "authorised")
    return [t("payment.paid-title"), t("payment.paid-text")];
  return session.state === "refused"
    ? [t("payment.refused-title"), t("payment.refused-text")]
    : [t("payment.closed-title"), t("payment.closed-text")];
}

function summary({ locale, t }: View, record: SessionRecord): Markup {
  return html`<dl class="sum"><dt>${t("payment.paid-to")}</dt><dd><bdi>${record.merchant}</bdi></dd>
<dt>${t("payment.order")}</dt><dd><bdi>${record.description ?? record.session.orderId}</bdi></dd>
<dt>${t("payment.amount")}</dt><dd class="big"><bdi>${amountIn(locale, record)}</bdi></dd></dl>`;
}

function faultSummary(t: Translate, faults: readonly { at: string; text: string }[]): Markup | undefined {
  if (faults.length === 0) return undefined;
  // Focused without script, so that a screen reader starts here.
  return html`<div class="faults" role="alert" tabindex="-1" autofocus><h2>${t("payment.faults-title")}</h2>
<ul>${faults.map(({ at, text }) => html`<li><a href="#${at}">${text}</a></li>`)}</ul></div>`;
}

function cancelForm({ t }: View, record: SessionRecord): Markup {
  return html`<form method="post" action="${pathOf(record)}/cancel"><button class="quiet">${t("payment.cancel")}</button></form>`;
}

function pathOf(record: SessionRecord): string {
  return `/payment/pages/${record.session.id}`;
}

function amountIn(locale: PaymentLocale, { session }: SessionRecord): string {
  return moneyText(session.amount, locale);
}

function frame({ locale, t }: View, title: string, content: Markup, aside?: Markup): Markup {
  return html`<!doctype html><html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title} · Sandbox Pay</title><style>${trusted(paymentCss)}</style></head><body>
<header><p class="band">${t("payment.test-band")}</p><p class="maker sheet"><svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true"><rect x="1" y="1" width="26" height="18" rx="3" fill="none" stroke="currentColor" stroke-width="2"/><path d="M1 7h26" stroke="currentColor" stroke-width="3"/></svg><bdi>Sandbox Pay</bdi></p></header>
<div class="sheet"><main><h1>${title}</h1>${content}</main>${aside}</div></body></html>`;
}
