import { demoRealmPassword } from "@guichet/contract/integrations/sandbox-identity.ts";
import { type Language, languageOf, locales } from "@guichet/contract/languages.ts";
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import { html, type Markup, pageHeaders, styleSource, trusted } from "../html.ts";
import { type FederationPerson, federationPeople, type RealmPerson } from "./people.ts";
import { identityCss } from "./style.ts";
import type { IdentityTexts } from "./texts/identity-texts.ts";
import { identityTexts } from "./texts/texts.ts";

export interface View {
  locale: Language;
  texts: IdentityTexts;
  /** Whose page it is. */
  maker: string;
}

/** The first language that the customer's shop or browser names and that we speak. */
export function viewFor(maker: string, uiLocales: string | undefined, accepted: string | undefined): View {
  const wished = `${uiLocales ?? ""} ${accepted ?? ""}`.split(/[\s,]+/).map((each) => languageOf(each.split(";")[0]));
  const locale = wished.find((language) => language !== undefined) ?? "en";
  return { locale, texts: identityTexts[locale], maker };
}

/** The federation's page: one press signs in. `typed` comes back when it is no e-mail address. */
export function identityPage(view: View, typed: string | undefined): Markup {
  const { texts } = view;
  const wrong = typed !== undefined;
  return frame(
    view,
    texts.chooseTitle,
    html`${wrong ? faultSummary(texts, "email", texts.wrongEmail) : undefined}<p>${texts.chooseIntro}</p>
<form method="post" novalidate class="typed"><button disabled hidden></button>
<div class="field"><label for="email">${texts.otherEmail}</label><span class="hint" id="email-hint">${texts.otherEmailHint}</span>
<input id="email" name="email" type="email" dir="ltr" autocomplete="off" maxlength="254" value="${typed}" aria-describedby="email-hint${wrong ? " email-fault" : ""}"${
      wrong ? trusted(' aria-invalid="true"') : undefined
    }>${wrong ? html`<span class="fault" id="email-fault">${texts.wrongEmail}</span>` : undefined}</div>
<ul class="people">${federationPeople.map((person) => personItem(texts, person))}</ul>
<button class="quiet" name="cancel" value="1">${texts.cancel}</button></form>`,
  );
}

function personItem(texts: IdentityTexts, person: FederationPerson): Markup {
  return html`<li><button name="identity" value="${person.name}"><b><bdi>${person.givenName} ${person.familyName}</bdi></b>
<span class="special">${texts.notes[person.note]}</span>
<span>${texts.born} <bdi dir="ltr">${person.birthdate}</bdi></span><span><bdi>${person.email ?? texts.noEmail}</bdi></span></button></li>`;
}

/** The realm's page: user name and password. The password never comes back. */
export function loginPage(view: View, people: readonly RealmPerson[], typed: string | undefined): Markup {
  const { texts } = view;
  const wrong = typed !== undefined;
  const described = wrong ? trusted(' aria-invalid="true" aria-describedby="username-fault"') : undefined;
  return frame(
    view,
    texts.signInTitle,
    html`${wrong ? faultSummary(texts, "username", texts.wrongUser) : undefined}
<form method="post" novalidate class="typed">
<div class="field"><label for="username">${texts.userName}</label>
<input id="username" name="username" dir="ltr" autocomplete="username" autocapitalize="none" maxlength="100" value="${typed}" required${described}>${
      wrong ? html`<span class="fault" id="username-fault">${texts.wrongUser}</span>` : undefined
    }</div>
<div class="field"><label for="password">${texts.password}</label>
<input id="password" name="password" type="password" dir="ltr" autocomplete="current-password" maxlength="200" required${described}></div>
<button>${texts.signIn}</button><button class="quiet" name="cancel" value="1" formnovalidate>${texts.cancel}</button></form>`,
    html`<aside aria-labelledby="test-users"><h2 id="test-users">${texts.testUsers}</h2>
<p>${texts.testUsersIntro} <code>${demoRealmPassword}</code></p><ul>${people.map(
      (person) => html`<li><code>${person.name}</code> ${texts.notes[person.note]}</li>`,
    )}</ul></aside>`,
  );
}

/** What a customer sees who comes to a sign-in that has ended. */
export function endedPage(view: View): Markup {
  return frame(view, view.texts.endedTitle, html`<p>${view.texts.endedText}</p>`);
}

/** The library's own pages, in our look: a refused request, the question before a sign-out, its end. */
export function errorPageIn(context: KoaContextWithOIDC, out: ErrorOut): void {
  const view = viewOf(context);
  const told = html`<p>${view.texts.refusedText}</p><p dir="ltr"><code>${out.error}: ${out.error_description ?? ""}</code></p>`;
  give(context, frame(view, view.texts.refusedTitle, told));
}

export function questionPageIn(context: KoaContextWithOIDC, form: string): void {
  const view = viewOf(context);
  const { questionTitle, questionText, signOut } = view.texts;
  // The library's form, empty but for its proof that it was asked here; `data-question` tells that somebody is asked.
  const asked = form.replace("</form>", "").replace(' id="op.logoutForm"', " data-question");
  const button = html`<button name="logout" value="yes">${signOut}</button></form>`;
  give(context, frame(view, questionTitle, html`<p>${questionText}</p>${trusted(asked)}${button}`));
}

export function endedPageIn(context: KoaContextWithOIDC): void {
  const view = viewOf(context);
  give(context, frame(view, view.texts.signedOutTitle, html`<p>${view.texts.signedOutText}</p>`));
}

// A sign-out may end at a shop on this machine (addresses.ts); browsers check where a form's redirect leads.
const shops = "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*";

/** The style sheet's hash, for the page rules. */
export const identityStyle = styleSource(identityCss);

function viewOf(context: KoaContextWithOIDC): View {
  const named = context.query.ui_locales;
  return viewFor("Sandbox ID", typeof named === "string" ? named : undefined, context.get("accept-language"));
}

function give(context: KoaContextWithOIDC, page: Markup): void {
  context.type = "text/html; charset=utf-8";
  for (const [name, value] of Object.entries(pageHeaders({ formAction: shops, styleSource: identityStyle }))) {
    context.set(name, value);
  }
  context.body = page.markup;
}

function faultSummary(texts: IdentityTexts, at: string, text: string): Markup {
  // Focusable and focused without script, so that a screen reader begins here.
  return html`<div class="faults" role="alert" tabindex="-1" autofocus><h2>${texts.faultsTitle}</h2>
<ul><li><a href="#${at}">${text}</a></li></ul></div>`;
}

function frame({ locale, texts, maker }: View, title: string, content: Markup, beside?: Markup): Markup {
  return html`<!doctype html><html lang="${locale}" dir="${locales[locale].dir}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title} · ${maker}</title><style>${trusted(identityCss)}</style></head><body>
<header><p class="band">${texts.testBand}</p><p class="maker sheet"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4" fill="none" stroke="currentColor" stroke-width="2"/><path d="M4 21c0-5 4-7 8-7s8 2 8 7" fill="none" stroke="currentColor" stroke-width="2"/></svg><bdi>${maker}</bdi></p></header>
<div class="sheet"><main><h1>${title}</h1>${content}</main>${beside}</div></body></html>`;
}
