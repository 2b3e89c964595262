import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faultsInReading, readingIn } from "./axe-violations.ts";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { advanceClock, ledgerOf, mailTo } from "./sandbox.ts";
import {
  choose,
  demoPassword,
  goToCheckout,
  openSignedIn,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
} from "./shopper.ts";
import { copyOfUsedFolder } from "./stage.ts";
import { wordsIn } from "./words.ts";

let guichet: Installation;
let browser: OpenBrowser | undefined;
beforeEach(async () => {
  // The only subscriptions are those of this test.
  const dataDir = await copyOfUsedFolder();
  guichet = await startInstallation({ dataDir, environment: { GUICHET_DEMO_ORDERS: "0" }, command: "bundled" });
});
afterEach(async () => {
  await browser?.close();
  browser = undefined;
  await guichet.remove();
});

const article = "month-renewing";
const month = 3_200;
const email = "holder@demo.example";
const first = "VISA •••• 0014";
const second = "VISA •••• 0055";
const languages = languagesOfJourney("fr");

/** Checks the current screen with axe as its language is checked. */
async function check({ page, words: { language } }: Shopper): Promise<void> {
  const reading = readingIn(language);
  expect(await faultsInReading(page, reading), page.url()).toEqual([]);
}

/** Opens a page of the account; the session may have expired over the months, so it may sign in on the way. */
async function goTo({ page, words: { t, language }, button }: Shopper, path: string): Promise<void> {
  await page.goto(`${guichet.shop}/${language}${path}`);
  const password = page.getByLabel(t("identity.password"), { exact: true });
  await password.or(page.locator("main h1")).first().waitFor();
  if (!(await password.isVisible())) return;
  await page.getByLabel(t("identity.email")).fill(email);
  await password.fill(demoPassword);
  await button(t("identity.login.submit")).click();
  await page.waitForURL((url) => !url.pathname.includes("/auth"));
}

/** Buys the renewing month: it announces the renewal, asks for consent, and returns the order. */
async function subscribe(shopper: Shopper): Promise<string> {
  const { page, words, heading, button, link } = shopper;
  const { t } = words;
  const amount = words.euros(month);
  await page.goto(`${guichet.shop}/${words.language}/products/${article}`);
  await page.getByText(t("subscriptions.renews.P1M", { amount })).waitFor();
  await check(shopper);
  await page.goto(`${guichet.shop}/${words.language}`);
  await choose(shopper, article);
  await page.getByText(t("subscriptions.renews.alone")).waitFor();
  await page.getByText(t("subscriptions.renews.P1M", { amount })).waitFor();
  await check(shopper);
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.pay.title")).waitFor();
  await page.getByText(t("subscriptions.saved.card")).waitFor();
  await button(t("checkout.order-and-pay", { amount })).click();
  await page.getByRole("alert").getByText(t("subscriptions.consent.missing")).first().waitFor();
  await check(shopper);
  await page.getByRole("checkbox", { name: t("subscriptions.consent.P1M", { amount }) }).check();
  await order(shopper, month);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await page.getByText(t("subscriptions.bought")).waitFor();
  await check(shopper);
  await page.waitForFunction(() => localStorage.getItem("cart")?.includes('"lines":[]'));
  const orderId = new URL(page.url()).searchParams.get("order") ?? "";
  await link(t("subscriptions.bought.manage")).click();
  await page.waitForURL("**/account/tacit/*");
  return orderId;
}

/** Ends the subscription from the account in three clicks; the page confirms what it did. */
async function end(shopper: Shopper): Promise<void> {
  const { page, words, heading, button, link } = shopper;
  const { t } = words;
  await goTo(shopper, "/account");
  await page.goto(`${guichet.shop}/${words.language}`);
  await link(t("shell.account-of", { name: "" }).trim()).click();
  await link(t("subscriptions.end.of", { name: words.article(article) })).click();
  await heading(t("subscriptions.end.what")).waitFor();
  await page.getByText(t("subscriptions.end.email")).waitFor();
  await check(shopper);
  await button(t("subscriptions.end.confirm")).click();
  await page.getByRole("status").getByText(t("subscriptions.flash.cancelled")).waitFor();
}

describe.each(languages)("a subscription, in %s", (language) => {
  // covers §2: /account/tacit, /account/tacit/{id}
  // covers §3: tacit subscription
  // covers §4: deletion blocked while subscriptions are active
  // covers §4: subscription: active, cancelled, terminated, blocked
  it("renews, blocks the deletion of the account, changes its payment method, is terminated in three clicks, and ends", {
    timeout: 900_000,
  }, async () => {
    const words = wordsIn(language);
    const { t } = words;
    browser = await openBrowser({
      locale: language === "fr" ? "fr-FR" : "ar",
      viewport: { width: language === "fr" ? 360 : 1280, height: 900 },
    });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, heading, button, link } = shopper;
    await openSignedIn(shopper, email, `${guichet.shop}/${language}`);
    const bought = await subscribe(shopper);
    const address = new URL(page.url()).pathname.replace(/^\/(fr|ar)/, "");
    await heading(t("subscriptions.periods")).waitFor();
    await check(shopper);

    await goTo(shopper, "/account/tacit");
    await heading(words.article(article)).waitFor();
    await page.getByText(first).first().waitFor();
    await check(shopper);

    // A few days at a time: due jobs finish before each response.
    for (let days = 0; days < 33; days += 3) await advanceClock(guichet, "P3D");
    await goTo(shopper, address);
    await heading(t("subscriptions.periods")).waitFor();
    const invoices = page.getByRole("link", { name: /./ }).filter({ hasText: t("subscriptions.period.invoice") });
    await expect.poll(() => invoices.count()).toBe(2);
    const renewed = await page.locator("main a[href*='invoices?order=']").first().getAttribute("href");
    const renewal = new URL(renewed ?? "", guichet.shop).searchParams.get("order") ?? "";
    expect(renewal).not.toBe(bought);
    expect((await ledgerOf(guichet, renewal)).map(({ kind }) => kind)).toEqual(["debit"]);
    const invoice = await page.request.get(`${guichet.shop}/${language}/account/invoices/invoice.pdf?order=${renewal}`);
    expect(invoice.headers()["content-type"]).toContain("application/pdf");
    await goTo(shopper, "/account/wallet");
    await page
      .getByRole("link", { name: words.article(article) })
      .first()
      .click();
    await link(t("wallet.present.details")).click();
    await page.getByText(t("subscriptions.bought")).waitFor();
    await check(shopper);

    await goTo(shopper, "/account/delete");
    await page.getByText(t("accounts.deletion.hindered.subscription")).waitFor();
    await page
      .getByRole("status")
      .getByRole("link", { name: words.article(article) })
      .click();
    await page.waitForURL(`**${address}`);

    await link(t("subscriptions.change")).click();
    await heading(t("subscriptions.method.title")).waitFor();
    await check(shopper);
    await button(t("payments.add")).click();
    await page.getByLabel(words.sandbox("payment.number")).waitFor();
    await page.getByLabel(words.sandbox("payment.number")).fill(paymentCards.other);
    await page.getByLabel(words.sandbox("payment.expiry")).fill("12/30");
    await page.getByLabel(words.sandbox("payment.code")).fill("123");
    await button(words.sandbox("payment.save")).click();
    await heading(t("subscriptions.method.title")).waitFor();
    await page.getByRole("radio", { name: second }).check();
    await button(t("subscriptions.method.save")).click();
    await page.getByRole("status").getByText(t("subscriptions.flash.method")).waitFor();
    await page.getByText(second).first().waitFor();
    // The card expires next month: every page of the subscription warns of it.
    await check(shopper);
    await goTo(shopper, "/account");
    await check(shopper);
    expect(await page.getByRole("button", { name: `${t("payments.action.remove")}, ${second}` }).count()).toBe(0);

    await end(shopper);
    await check(shopper);
    // The e-mail is in the account's language, whatever the language of the screens.
    const letterOf = { of: wordsIn("fr").article(article), says: "résiliation confirmée" };
    const message = await mailTo(guichet, email, ({ subject }) => subject.includes(letterOf.says));
    expect(message.subject).toContain(letterOf.of);
    expect(message.text).toContain(address);
    await button(t("subscriptions.take-back")).click();
    await page.getByRole("status").getByText(t("subscriptions.flash.taken-back")).waitFor();
    await end(shopper);

    for (let days = 0; days < 33; days += 3) await advanceClock(guichet, "P3D");
    await goTo(shopper, address);
    await page
      .getByText(t("subscriptions.state.terminated", { day: "" }).trim())
      .first()
      .waitFor();
    await check(shopper);
    await goTo(shopper, "/account/delete");
    await heading(t("accounts.deletion.erased")).waitFor();
    await link(t("accounts.deletion.continue")).click();
    await page.getByLabel(t("accounts.current-password"), { exact: true }).fill(demoPassword);
    await page.getByRole("checkbox").check();
    await button(t("accounts.deletion.submit")).click();
    await heading(t("accounts.deleted.title")).waitFor();
  });
});
