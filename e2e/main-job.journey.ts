import { check } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketKeys } from "@guichet/ticket-code/ticket-keys.ts";
import { describe, expect, it } from "vitest";
import { errorsOf, withServiceWorker } from "./browser.ts";
import { auditOf } from "./installation.ts";
import { codeOnScreen, textOfPdf } from "./read-documents.ts";
import { ledgerOf, mailTo, scan } from "./sandbox.ts";
import { choose, goToCheckout, order, pay, paymentCards, type Shopper, shopperAt, useVoucher } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { lettersOf, wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const people = [
  {
    language: "fr",
    locale: "fr-FR",
    colorScheme: "light",
    firstName: "Éloïse",
    lastName: "Dujardin",
    email: `eloise.${Date.now()}@courriel.example`,
    article: "carnet-10",
    cents: 990,
    thanks: "Merci, votre commande est confirmée",
  },
  {
    language: "ar",
    locale: "ar-MA",
    colorScheme: "dark",
    firstName: "ليلى",
    lastName: "بنعلي",
    email: `layla.${Date.now()}@courriel.example`,
    article: "ticket-1h",
    cents: 117,
    thanks: "شكرًا لك، تم تأكيد طلبك",
  },
] as const;
type Person = (typeof people)[number];

describe("a new customer, on a phone", () => {
  // covers §1: dematerialised tickets held in the account
  // covers §2: /auth/login, /auth/register
  // covers §2: /cart/checkout
  // covers §2: a link in an e-mail changes nothing when a mail program opens it
  it.each(people)(
    "registers, buys a ticket and shows it, in $language ($colorScheme)",
    { timeout: 300_000 },
    async (person) => {
      const { locale, colorScheme, article, cents } = person;
      const browser = await browserOfTest({
        locale,
        colorScheme,
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        ...withServiceWorker,
      });
      const page = await browser.context.newPage();
      const complaints = errorsOf(page);
      const shopper = shopperAt(page, wordsIn(person.language));
      const { words, link, heading } = shopper;
      await page.goto(guichet.shop);
      expect(await page.locator("html").getAttribute("dir")).toBe(words.direction);

      await register(shopper, person);
      await verifyAddress(shopper, person);

      const tabs = page.getByRole("navigation", { name: words.t("shell.tabs") });
      await tabs.getByRole("link", { name: words.t("shell.shop") }).click();
      await choose(shopper, article);
      await useVoucher(shopper, "BIENVENUE10");
      await goToCheckout(shopper, { majority: true });
      await order(shopper, cents);
      await pay(shopper, paymentCards.accepted);
      await heading(words.t("checkout.result.confirmed.title")).waitFor();
      const orderId = new URL(page.url()).searchParams.get("order") ?? "";
      const captures = (await ledgerOf(guichet, orderId)).filter(({ kind }) => kind === "capture");
      expect(captures.map(({ amount }) => amount)).toEqual([{ amount: cents, currency: "EUR" }]);

      await link(words.t("checkout.result.ticket")).click();
      await checkTicket(shopper, person);

      await link(words.t("wallet.receipt")).click();
      const number = await checkInvoice(shopper, person);
      await checkConfirmation(person, number);
      expect(complaints).toEqual([]);
    },
  );

  it("leaves no differences for the audit", async () => {
    const { code, printed } = await auditOf(guichet);
    expect(code, printed).toBe(0);
  });
});

async function register({ page, words: { t }, link, button, heading }: Shopper, person: Person) {
  await link(t("shell.sign-in")).click();
  await link(t("identity.login.register")).click();
  await page.getByLabel(t("identity.first-name"), { exact: true }).fill(person.firstName);
  await page.getByLabel(t("identity.last-name"), { exact: true }).fill(person.lastName);
  await page.getByLabel(t("identity.email")).fill(person.email);
  await page.getByLabel(t("identity.password"), { exact: true }).fill("Un-tram-nomme-2026");
  await button(t("identity.register.submit")).click();
  await heading(t("identity.unverified.title")).waitFor();
}

/** Opens the link of the received e-mail and presses the button on its page. */
async function verifyAddress({ page, words: { t }, button }: Shopper, { email }: Person) {
  const mail = await mailTo(guichet, email, ({ text }) => text.includes("/verify-account?code="));
  const [address = ""] = /https?:\/\/\S+\/verify-account\?code=[\w.~-]+/.exec(mail.text) ?? [];
  expect(new URL(address).host).toBe(new URL(guichet.shop).host);
  await scan(mail);
  await page.goto(address);
  // The mail scanner has opened the link before, and changed nothing.
  await button(t("identity.verify.submit")).click();
  await page.getByText(t("accounts.flash.verified")).waitFor();
}

/** Reads the code on the screen with an independent decoder, and checks it offline. */
async function checkTicket({ page, words }: Shopper, { firstName, lastName, article }: Person) {
  const said = { product: words.article(article), traveller: `${firstName} ${lastName}`, validity: "" };
  const code = page.getByRole("img", { name: words.t("wallet.code.alt", said).trim() });
  await code.waitFor();
  const keys = parseTicketKeys(await (await fetch(`${guichet.api}/.well-known/guichet-ticket-keys.json`)).json());
  if (keys === null) throw new Error("the Ticket API publishes no keys");
  const checked = check(await codeOnScreen(page, code), { keys, now: new Date().toISOString(), network: "demo" });
  expect(checked).toMatchObject({ status: "valid", ticket: { network: "demo", product: article } });
}

/** Checks the invoice of the receipts: seller, buyer and items; returns its number. */
async function checkInvoice({ page, words, link }: Shopper, { firstName, lastName, article, cents }: Person) {
  const leadsTo = await link(words.t("orders.invoice")).getAttribute("href");
  const number =
    (await link(words.t("orders.invoice")).textContent())?.replace(words.t("orders.invoice"), "").trim() ?? "";
  expect(number).toMatch(/\d/);
  const answer = await page.context().request.get(new URL(leadsTo ?? "", guichet.shop).href);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  const text = lettersOf(await textOfPdf(await answer.body()));
  const said = ["Rivage Mobilités SAS", number, words.euros(cents), firstName, lastName, words.article(article)];
  for (const part of said) expect(text).toContain(lettersOf(part));
  return number;
}

async function checkConfirmation({ email, language, thanks, article, cents }: Person, invoiceNumber: string) {
  const words = wordsIn(language);
  const mail = await mailTo(guichet, email, ({ text }) => text.includes(invoiceNumber));
  expect(mail.html).toContain(`<html lang="${language}`);
  expect(mail.html).toContain(`dir="${words.direction}"`);
  const text = lettersOf(mail.text);
  for (const part of [thanks, words.article(article), words.euros(cents)]) expect(text).toContain(lettersOf(part));
  // The invoice is in the account, where it was just read.
  expect(mail.attachments).toEqual([]);
}
