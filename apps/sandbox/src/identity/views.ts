import { demoRealmPassword } from "@guichet/contract/integrations/sandbox-identity.ts";
import { type Language, languageOf, locales } from "@guichet/contract/languages.ts";
import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import { html, type Markup, pageHeaders, styleSource, trusted } from "../html.ts";
import { type Translate, textsIn } from "../locales/texts.ts";
import { type FederationPerson, federationPeople, type RealmPerson } from "./people.ts";
import { identityCss } from "./style.ts";

export interface View {
  locale: Language;
  t: Translate;
  /** Name of the provider. */
  maker: string;
}

/** View in the first supported language of the customer's shop or browser. */
export function viewFor(maker: string, uiLocales: string | undefined, accepted: string | undefined): View {
  const wished = `${uiLocales ?? ""} ${accepted ?? ""}`.split(/[\s,]+/).map((each) => languageOf(each.split(";")[0]));
  const locale = wished.find((language) => language !== undefined) ?? "en";
  return { locale, t: textsIn(locale), maker };
}

/** The federation's page, where one click signs in. `typed`: a rejected e-mail to show again. */
export function identityPage(view: View, typed: string | undefined): Markup {
  const { t } = view;
  const wrong = typed !== undefined;
  return frame(
    view,
    t("identity.choose-title"),
    html`${wrong ? faultSummary(t, "email", t("identity.wrong-email")) : undefined}<p>${t("identity.choose-intro")}</p>
<form method="post" novalidate class="typed"><button disabled hidden></button>
<div class="field"><label for="email">${t("identity.other-email")}</label><span class="hint" id="email-hint">${t("identity.other-email-hint")}</span>
<input id="email" name="email" type="email" dir="ltr" autocomplete="off" maxlength="254" value="${typed}" aria-describedby="email-hint${wrong ? " email-fault" : ""}"${
      wrong ? trusted(' aria-invalid="true"') : undefined
    }>${wrong ? html`<span class="fault" id="email-fault">${t("identity.wrong-email")}</span>` : undefined}</div>
<ul class="people">${federationPeople.map((person) => personItem(t, person))}</ul>
<button class="quiet" name="cancel" value="1">${t("identity.cancel")}</button></form>`,
  );
}

function personItem(t: Translate, person: FederationPerson): Markup {
  return html`<li><button name="identity" value="${person.name}"><b><bdi>${person.givenName} ${person.familyName}</bdi></b>
<span class="special">${t(`identity.note.${person.note}`, { age: adultAgeYears })}</span>
<span>${t("identity.born")} <bdi dir="ltr">${person.birthdate}</bdi></span><span><bdi>${person.email ?? t("identity.no-email")}</bdi></span></button></li>`;
}

/** A realm's page with user name and password. The password is never shown again. */
export function loginPage(view: View, people: readonly RealmPerson[], typed: string | undefined): Markup {
  const { t } = view;
  const wrong = typed !== undefined;
  const described = wrong ? trusted(' aria-invalid="true" aria-describedby="username-fault"') : undefined;
  return frame(
    view,
    t("identity.sign-in-title"),
    html`${wrong ? faultSummary(t, "username", t("identity.wrong-user")) : undefined}
<form method="post" novalidate class="typed">
<div class="field"><label for="username">${t("identity.user-name")}</label>
<input id="username" name="username" dir="ltr" autocomplete="username" autocapitalize="none" maxlength="100" value="${typed}" required${described}>${
      wrong ? html`<span class="fault" id="username-fault">${t("identity.wrong-user")}</span>` : undefined
    }</div>
<div class="field"><label for="password">${t("identity.password")}</label>
<input id="password" name="password" type="password" dir="ltr" autocomplete="current-password" maxlength="200" required${described}></div>
<button>${t("identity.sign-in")}</button><button class="quiet" name="cancel" value="1" formnovalidate>${t("identity.cancel")}</button></form>`,
    html`<aside aria-labelledby="test-users"><h2 id="test-users">${t("identity.test-users")}</h2>
<p>${t("identity.test-users-intro")} <code>${demoRealmPassword}</code></p><ul>${people.map(
      (person) =>
        html`<li><code>${person.name}</code> ${t(`identity.note.${person.note}`, { age: adultAgeYears })}</li>`,
    )}</ul></aside>`,
  );
}

/** Page for a sign-in that has ended. */
export function endedPage(view: View): Markup {
  return frame(view, view.t("identity.ended-title"), html`<p>${view.t("identity.ended-text")}</p>`);
}

/** The library's own pages in our style: refused request, confirmation of a sign-out, its end. */
export function errorPageIn(context: KoaContextWithOIDC, out: ErrorOut): void {
  const view = viewOf(context);
  const content = html`<p>${view.t("identity.refused-text")}</p><p dir="ltr"><code>${out.error}: ${out.error_description ?? ""}</code></p>`;
  give(context, frame(view, view.t("identity.refused-title"), content));
}

export function questionPageIn(context: KoaContextWithOIDC, form: string): void {
  const view = viewOf(context);
  const { t } = view;
  // The library's form contains only its token; `data-question` marks a page that asks for confirmation.
  const asked = form.replace("</form>", "").replace(' id="op.logoutForm"', " data-question");
  const button = html`<button name="logout" value="yes">${t("identity.sign-out")}</button></form>`;
  give(
    context,
    frame(view, t("identity.question-title"), html`<p>${t("identity.question-text")}</p>${trusted(asked)}${button}`),
  );
}

export function endedPageIn(context: KoaContextWithOIDC): void {
  const view = viewOf(context);
  give(context, frame(view, view.t("identity.signed-out-title"), html`<p>${view.t("identity.signed-out-text")}</p>`));
}

// A sign-out may redirect to a shop on this machine (addresses.ts); browsers check the redirect of a form.
const shops = "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*";

/** Hash of the style sheet, for the page's policy. */
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

function faultSummary(t: Translate, at: string, text: string): Markup {
  // Focused without script, so that a screen reader starts here.
  return html`<div class="faults" role="alert" tabindex="-1" autofocus><h2>${t("identity.faults-title")}</h2>
<ul><li><a href="#${at}">${text}</a></li></ul></div>`;
}

function frame({ locale, t, maker }: View, title: string, content: Markup, aside?: Markup): Markup {
  return html`<!doctype html><html lang="${locale}" dir="${locales[locale].dir}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title} · ${maker}</title><style>${trusted(identityCss)}</style></head><body>
<header><p class="band">${t("identity.test-band")}</p><p class="maker sheet"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4" fill="none" stroke="currentColor" stroke-width="2"/><path d="M4 21c0-5 4-7 8-7s8 2 8 7" fill="none" stroke="currentColor" stroke-width="2"/></svg><bdi>${maker}</bdi></p></header>
<div class="sheet"><main><h1>${title}</h1>${content}</main>${aside}</div></body></html>`;
}
