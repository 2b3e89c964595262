import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { documents } from "../gallery/pages.tsx";
import { Button } from "./button.tsx";
import { Count } from "./count.tsx";
import { Dialog } from "./dialog.tsx";
import { Facts } from "./facts.tsx";
import { Checkbox } from "./forms/checkbox.tsx";
import { Choice } from "./forms/choice.tsx";
import { DateOfBirthField } from "./forms/date-of-birth-field.tsx";
import { ErrorSummary } from "./forms/error-summary.tsx";
import { Field } from "./forms/field.tsx";
import { PasswordField } from "./forms/password-field.tsx";
import { Quantity } from "./forms/quantity.tsx";
import { ClockIcon } from "./icons.tsx";
import { Joined } from "./joined.tsx";
import { type AnchorProps, LinkProvider } from "./link.tsx";
import { LinkButton } from "./link-button.tsx";
import { ChevronOnwardIcon } from "./more-icons.tsx";
import { TabBar } from "./page/tab-bar.tsx";
import { Price } from "./price.tsx";
import { Steps } from "./steps.tsx";
import { CodePlate } from "./tickets/code-plate.tsx";
import { Ticket, TicketFigure } from "./tickets/ticket.tsx";
import { Total } from "./total.tsx";

function Routed({ href, children }: AnchorProps) {
  return <a href={`/fr${href}`}>{children}</a>;
}

const draw = (element: ReactNode) => renderToStaticMarkup(element);

test("a field ties its label, hint and error to its input, error between label and input", () => {
  const html = draw(<Field name="email" type="email" label="E-mail" hint="nom@exemple.fr" error="Écrivez-la" />);
  expect(html).toContain('<label for="email">E-mail</label>');
  expect(html).toContain('aria-describedby="email-hint email-error"');
  expect(html).toContain('aria-invalid="true"');
  expect(html.indexOf("Écrivez-la")).toBeLessThan(html.indexOf("<input"));
});

test("e-mail and telephone are left-to-right, a name follows the page", () => {
  for (const type of ["email", "tel"]) expect(draw(<Field name="x" type={type} label="X" />)).toContain('dir="ltr"');
  expect(draw(<Field name="given" label="Prénom" />)).not.toContain("dir=");
});

test("a field without hint or error is described by nothing", () => {
  expect(draw(<Field name="given" label="Prénom" />)).not.toMatch(/aria-describedby|aria-invalid/);
});

test("the error summary is a focusable alert with a link to each field", () => {
  const html = draw(<ErrorSummary title="Un point" errors={[{ field: "email", message: "Écrivez-la" }]} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain('tabindex="-1"');
  expect(html).toContain('<a href="#email">Écrivez-la</a>');
  expect(draw(<ErrorSummary title="Rien" errors={[]} />)).toBe("");
});

test("a busy button is announced and cannot be pressed again", () => {
  const before = draw(<Button busy={false}>Payer</Button>);
  const during = draw(<Button busy="Paiement en cours">Payer</Button>);
  expect(before).toContain('role="status"');
  expect(during).toContain('aria-disabled="true"');
  expect(during).toMatch(/role="status"[^>]*>Paiement en cours</);
  expect(during).not.toContain(">Payer<");
});

test("the amount is at the end of a pay button", () => {
  const html = draw(<Button end="52,00 €">Payer</Button>);
  expect(html).toMatch(/<span>Payer<\/span><span class="figures">52,00 €<\/span>/);
});

test("links of every component use the application's router", () => {
  const html = draw(
    <LinkProvider anchor={Routed}>
      <LinkButton href="/cart">Panier</LinkButton>
    </LinkProvider>,
  );
  expect(html).toContain('href="/fr/cart"');
});

test("a password shows itself only where script runs, and lets managers fill it", () => {
  const html = draw(
    <PasswordField name="password" label="Mot de passe" autoComplete="current-password" show="Montrer" hide="Cacher" />,
  );
  expect(html).not.toContain("Montrer");
  expect(html).toMatch(/autoComplete="current-password"/i);
});

test("a date of birth is three labelled inputs that the browser can fill", () => {
  const labels = { day: "Jour", month: "Mois", year: "Année" };
  const html = draw(<DateOfBirthField name="birth" label="Naissance" labels={labels} error="Écrivez-la" />);
  for (const part of ["day", "month", "year"]) expect(html).toContain(`for="birth-${part}"`);
  expect(html.match(/bday-(day|month|year)/g)).toHaveLength(3);
  expect(html).toContain('aria-describedby="birth-error"');
});

test("quantity works as form buttons and stops at its limits", () => {
  const labels = { quantity: "Quantité", less: "Un de moins", more: "Un de plus" };
  const html = draw(<Quantity name="quantity" value={1} max={2} labels={labels} />);
  expect(html).toMatch(/<button(?=[^>]*value="0")(?=[^>]*disabled)[^>]*type="submit"/);
  expect(html).toMatch(/<button(?=[^>]*value="2")(?![^>]*disabled)[^>]*type="submit"/);
});

test("a choice is a native radio, and its card is its label", () => {
  const html = draw(<Choice name="method" value="post" title="Courrier" note="jeudi" />);
  expect(html).toMatch(/^<label class="pick"><input(?=[^>]*type="radio")[^>]*value="post"\/>/);
});

test("the error of a checkbox is connected to it", () => {
  const html = draw(
    <Checkbox name="terms" error="Cochez">
      J’accepte
    </Checkbox>,
  );
  expect(html).toContain('aria-describedby="terms-error"');
});

test("a price keeps its order in any direction, and a former price is announced, not only struck through", () => {
  const html = draw(<Price amount="26,00 €" old={{ amount: "31,00 €", label: "au lieu de" }} />);
  expect(html).toContain('<bdi dir="ltr" class="figures">26,00 €</bdi>');
  expect(html).toMatch(/au lieu de.*<s>/);
});

test("a changed total is announced", () => {
  expect(draw(<Total label="Total" amount="52,00 €" />)).toContain('role="status"');
});

test("a count has its noun and renders nothing for zero", () => {
  expect(draw(<Count value={2} label="2 titres" />)).toContain("2 titres");
  expect(draw(<Count value={0} label="0 titre" />)).toBe("");
});

test("the current item is marked for screen readers, in tabs and steps", () => {
  const tabs = [{ href: "/", label: "Boutique", icon: null, current: true }];
  expect(draw(<TabBar label="Onglets" tabs={tabs} />)).toContain('aria-current="page"');
  const steps = draw(
    <Steps
      label="Étapes"
      stops={[
        { name: "Livraison", href: "/d" },
        { name: "Paiement", href: "/p" },
      ]}
      current={1}
      passed="fait"
    />,
  );
  expect(steps).toMatch(/aria-current="step"[^>]*><span[^>]*>Paiement</);
  expect(steps).toContain('<a href="/d">Livraison</a>');
  expect(steps).toContain(", fait");
});

test("directional icons are mirrored, clocks are not; icons without a label are hidden", () => {
  expect(draw(<ChevronOnwardIcon />)).toContain("data-mirrored");
  expect(draw(<ClockIcon />)).not.toContain("data-mirrored");
  expect(draw(<ClockIcon />)).toContain('aria-hidden="true"');
  expect(draw(<ClockIcon label="Attente" />)).toMatch(/role="img" aria-label="Attente"/);
});

test("the figure of a ticket is hidden from screen readers, and the ticket has its colour", () => {
  expect(draw(<TicketFigure figure={{ value: "31", unit: "jours" }} />)).toContain('aria-hidden="true"');
  expect(draw(<Ticket ink="pass">x</Ticket>)).toContain('data-ink="pass"');
});

test("a code has a label and a serial number", () => {
  const html = draw(<CodePlate code={{ src: "/code.png", alt: "Pass 31 jours, Inès Morel" }} serial="RV 7K4" />);
  expect(html).toContain('alt="Pass 31 jours, Inès Morel"');
  expect(html).toContain('<bdi dir="ltr" class="serial">RV 7K4</bdi>');
});

test("a dialog is native, labelled by its title, and closes without script", () => {
  const html = draw(
    <Dialog id="q" title="Retirer ?" close="Fermer">
      x
    </Dialog>,
  );
  expect(html).toMatch(/<dialog[^>]*aria-labelledby="q-title"/);
  expect(html).toMatch(/<form(?=[^>]*method="dialog")[^>]*>.*aria-label="Fermer".*<\/form>/);
});

test("the gallery renders every component in both languages and themes, without duplicate ids", () => {
  const pages = documents();
  expect(pages.size).toBe(20);
  for (const [name, html] of pages) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(`${name} ${ids.length - new Set(ids).size}`).toBe(`${name} 0`);
    expect(html).not.toContain("undefined");
  }
});

test("wide facts are marked, so that a phone stacks them", () => {
  const facts = [{ term: "Référence", value: "GU-MQ9JKPFW4HH9S57V" }];
  expect(draw(<Facts wide facts={facts} />)).toContain('class="facts" data-wide=""');
  expect(draw(<Facts facts={facts} />)).not.toContain("data-wide");
  expect(draw(<Facts facts={[{ term: "E-mail", value: "a@example.org", long: true }]} />)).toContain('data-long=""');
});

// covers: a Latin name does not turn an Arabic line around
test("facts on one line each have their own direction, and a missing one leaves no dot", () => {
  expect(draw(<Joined parts={["Camille Morvan", undefined, false, "", "على الهاتف"]} />)).toBe(
    "<bdi>Camille Morvan</bdi> · <bdi>على الهاتف</bdi>",
  );
});
