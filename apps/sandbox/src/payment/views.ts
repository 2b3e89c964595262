import type { PaymentLocale, SavedMethod } from "@guichet/contract/integrations/sandbox-payment.ts";
import { html, type Markup, trusted } from "../html.ts";
import { type CardFault, inGroups, testCards } from "./cards.ts";
import type { SessionRecord } from "./ledger.ts";
import { triesLeft } from "./sessions.ts";
import { paymentCss } from "./style.ts";
import type { PageTexts } from "./texts/page-texts.ts";
import { pageTexts } from "./texts/texts.ts";

export interface View {
  locale: PaymentLocale;
  texts: PageTexts;
}

type FieldName = "number" | "expiry" | "code";

export function viewIn(locale: PaymentLocale): View {
  return { locale, texts: pageTexts[locale] };
}

/** The form for a card. What was typed comes back, except the security code. */
export function cardForm(
  view: View,
  record: SessionRecord,
  typed: { number: string; expiry: string },
  faults: readonly CardFault[],
  proposed?: SavedMethod,
): Markup {
  const { texts } = view;
  const due = record.session.amount.amount > 0 ? texts.pay(amountIn(view.locale, record)) : texts.save;
  const field = (name: FieldName, label: string, hint: string | undefined, value: string, rest: Markup) => {
    const fault = faults.find((each) => each.startsWith(name));
    const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ");
    return html`<div class="field"><label for="${name}">${label}</label>${
      hint === undefined ? undefined : html`<span class="hint" id="${name}-hint">${hint}</span>`
    }<input id="${name}" name="${name}" value="${value}" dir="ltr" inputmode="numeric" required ${rest}${
      described === "" ? undefined : html` aria-describedby="${described}"`
    }${fault === undefined ? undefined : html` aria-invalid="true"`}>${
      fault === undefined ? undefined : html`<span class="fault" id="${name}-fault">${texts.faults[fault]}</span>`
    }</div>`;
  };
  const listed = faults.map((fault) => ({ at: fault.split("-")[0] ?? "", text: texts.faults[fault] }));
  return frame(
    view,
    texts.title,
    html`${summary(view, record)}${faultSummary(texts, listed)}${
      proposed &&
      html`<form method="post"><input type="hidden" name="saved" value="yes"><p>${texts.keptCard} <b><bdi>${proposed.brand} •••• ${proposed.last4}</bdi></b></p>
<button>${due}</button></form><h2>${texts.otherCard}</h2>`
    }
<form method="post" novalidate>
${field("number", texts.number, undefined, typed.number, trusted('autocomplete="cc-number" maxlength="30"'))}
<div class="short">
${field("expiry", texts.expiry, texts.expiryHint, typed.expiry, trusted('autocomplete="cc-exp" maxlength="9"'))}
${field("code", texts.code, texts.codeHint, "", trusted('autocomplete="cc-csc" maxlength="4"'))}
</div>
${record.saveMethod ? html`<p>${texts.keepsCard}</p>` : undefined}
<button${proposed && trusted(' class="quiet"')}>${due}</button>
</form>${cancelForm(view, record)}`,
    html`<aside aria-labelledby="test-cards"><h2 id="test-cards">${texts.testCards}</h2><p>${texts.testCardsIntro}</p>
<ul>${testCards.map((card) => html`<li><code>${inGroups(card.number)}</code> ${texts.conducts[card.conduct]}</li>`)}</ul></aside>`,
  );
}

/** The bank's page, which asks for the one-time code. */
export function codeForm(view: View, record: SessionRecord): Markup {
  const { texts } = view;
  const left = triesLeft(record);
  const wrong = record.authentication !== undefined && record.authentication.wrongTries > 0;
  const last4 = record.session.card?.last4 ?? "";
  return frame(
    view,
    texts.bankTitle,
    html`${summary(view, record)}${faultSummary(texts, wrong ? [{ at: "one-time-code", text: texts.wrongCode(left) }] : [])}
<p>${texts.bankIntro(last4)}</p>
<p class="shown">${texts.shownCode} <b><bdi>${record.authentication?.code ?? ""}</bdi></b></p>
<form method="post" action="${pathOf(record)}/authentication" novalidate>
<div class="field"><label for="one-time-code">${texts.oneTimeCode}</label>
<input id="one-time-code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required${
      wrong ? trusted(' aria-invalid="true" aria-describedby="one-time-code-fault"') : undefined
    }>${wrong ? html`<span class="fault" id="one-time-code-fault">${texts.wrongCode(left)}</span>` : undefined}</div>
<button>${texts.confirm}</button></form>${cancelForm(view, record)}`,
  );
}

/** What a customer sees who comes back to a payment that has ended. */
export function endedPage(view: View, record: SessionRecord): Markup {
  const { texts } = view;
  const [title, text] = endingOf(texts, record);
  return frame(
    view,
    title,
    html`${summary(view, record)}<p>${text}</p><a class="button" href="${record.returnUrl}">${texts.back}</a>`,
  );
}

export function unknownPage(view: View): Markup {
  return frame(view, view.texts.unknownTitle, html`<p>${view.texts.unknownText}</p>`);
}

function endingOf(texts: PageTexts, { session }: SessionRecord): [string, string] {
  if (session.state === "captured" || session.state === "authorised") return [texts.paidTitle, texts.paidText];
  return session.state === "refused" ? [texts.refusedTitle, texts.refusedText] : [texts.closedTitle, texts.closedText];
}

function summary({ locale, texts }: View, record: SessionRecord): Markup {
  return html`<dl class="sum"><dt>${texts.paidTo}</dt><dd><bdi>${record.merchant}</bdi></dd>
<dt>${texts.order}</dt><dd><bdi>${record.session.orderId}</bdi></dd>
<dt>${texts.amount}</dt><dd class="big"><bdi>${amountIn(locale, record)}</bdi></dd></dl>`;
}

function faultSummary(texts: PageTexts, faults: readonly { at: string; text: string }[]): Markup | undefined {
  if (faults.length === 0) return undefined;
  // Focusable and focused without script, so that a screen reader begins here.
  return html`<div class="faults" role="alert" tabindex="-1" autofocus><h2>${texts.faultsTitle}</h2>
<ul>${faults.map(({ at, text }) => html`<li><a href="#${at}">${text}</a></li>`)}</ul></div>`;
}

function cancelForm({ texts }: View, record: SessionRecord): Markup {
  return html`<form method="post" action="${pathOf(record)}/cancel"><button class="quiet">${texts.cancel}</button></form>`;
}

function pathOf(record: SessionRecord): string {
  return `/payment/pages/${record.session.id}`;
}

function amountIn(locale: PaymentLocale, { session }: SessionRecord): string {
  const { amount, currency } = session.amount;
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function frame({ locale, texts }: View, title: string, content: Markup, beside?: Markup): Markup {
  return html`<!doctype html><html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title} · Sandbox Pay</title><style>${trusted(paymentCss)}</style></head><body>
<header><p class="band">${texts.testBand}</p><p class="maker sheet"><svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true"><rect x="1" y="1" width="26" height="18" rx="3" fill="none" stroke="currentColor" stroke-width="2"/><path d="M1 7h26" stroke="currentColor" stroke-width="3"/></svg><bdi>Sandbox Pay</bdi></p></header>
<div class="sheet"><main><h1>${title}</h1>${content}</main>${beside}</div></body></html>`;
}
