import { readdir } from "node:fs/promises";
import path from "node:path";
import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { describe, expect, it } from "vitest";
import { faultsInReading, readingIn } from "./axe-violations.ts";
import { auditOf } from "./installation.ts";
import { checksEachLanguage } from "./journey-languages.ts";
import { advanceClock, ledgerOf, mailTo, misbehave } from "./sandbox.ts";
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
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

// Without the demo's own subscription, whose renewals the provider would refuse too.
const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

const year = 28_200;
const part = year / 12;
const single = 130;
const email = "holder@demo.example";
const orderOf = (address: string): string => new URL(address).searchParams.get("order") ?? "";
const movesOf = async (orderId: string) => (await ledgerOf(guichet, orderId)).map(({ kind }) => kind);

async function signedIn(language: "fr" | "ar", width: number): Promise<Shopper> {
  const browser = await browserOfTest({ locale: language === "fr" ? "fr-FR" : "ar", viewport: { width, height: 900 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  await openSignedIn(shopper, email, `${guichet.shop}/${language}`);
  return shopper;
}

async function toCheckout(shopper: Shopper, article: string): Promise<void> {
  await shopper.page.goto(`${guichet.shop}/${shopper.words.language}`);
  await choose(shopper, article);
  await goToCheckout(shopper, { majority: false });
}

async function atCheckout(language: "fr" | "ar", width: number): Promise<Shopper> {
  const shopper = await signedIn(language, width);
  await toCheckout(shopper, "year-adult");
  return shopper;
}

const inTwelveInstallments = ({ page, words: { t, language } }: Shopper) =>
  page.getByRole("radio", {
    name: formatsFor(language, "Europe/Paris").list([
      t("checkout.pay.method.CARD"),
      t("checkout.pay.installments", { count: 12 }),
    ]),
  });

/** Checks the current screen with axe as its language is checked. */
async function check({ page, words: { language } }: Shopper): Promise<void> {
  const reading = readingIn(language);
  // Animations pause in a background tab.
  await page.bringToFront();
  expect(await faultsInReading(page, reading)).toEqual([]);
}

/** Checks in French and, at the same URL in another tab, in Arabic, where each journey runs in both; `show` prepares each. */
async function checkInBoth(french: Shopper, show: (shopper: Shopper) => Promise<unknown>): Promise<void> {
  await show(french);
  await check(french);
  if (!checksEachLanguage()) return;
  const arabic = await inAnotherTab(french, "ar");
  await arabic.page.goto(french.page.url().replace("/fr/", "/ar/"));
  await show(arabic);
  await check(arabic);
  await arabic.page.close();
}

/** Another tab of the same browser: the payment page has no Arabic and follows the browser, which is French. */
const inAnotherTab = async ({ page }: Shopper, language: "fr" | "ar"): Promise<Shopper> =>
  shopperAt(await page.context().newPage(), { ...wordsIn(language), sandbox: wordsIn("fr").sandbox });

/** Buys the year in twelve installments with the saved card, which the shop and the provider propose; returns the order. */
async function buyInInstallments(shopper: Shopper, kept: string): Promise<string> {
  const { page, words, heading } = shopper;
  const { t } = words;
  await page.bringToFront();
  await toCheckout(shopper, "year-adult");
  await inTwelveInstallments(shopper).check();
  await page.getByText(t("checkout.installment.today")).first().waitFor();
  await page.getByText(t("checkout.card.installments")).waitFor();
  expect(await page.getByRole("radio", { name: kept }).isChecked()).toBe(true);
  await check(shopper);
  await order(shopper, part);
  await page.getByText(words.sandbox("payment.kept-card")).waitFor();
  await page
    .locator("form")
    .filter({ hasText: words.sandbox("payment.kept-card") })
    .getByRole("button")
    .click();
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await page.getByText(t("checkout.result.next.CARD", { day: "" }).trim()).waitFor();
  await emptied(shopper);
  return orderOf(page.url());
}

/** Waits until the confirmation page has emptied the cart by script. */
const emptied = ({ page }: Shopper) => page.waitForFunction(() => localStorage.getItem("cart")?.includes('"lines":[]'));

/** Opens an order whose second installment is unpaid, and pays it with another card. */
async function payUnpaidInstallment(shopper: Shopper, orderId: string): Promise<void> {
  const { page, words, button } = shopper;
  const { t } = words;
  await page.bringToFront();
  await openOrder(shopper, orderId);
  await page.getByText(t("orders.status.REGULARIZATION")).first().waitFor();
  await page.getByText(t("orders.explain.REGULARIZATION")).waitFor();
  await button(t("orders.installment.pay")).waitFor();
  await check(shopper);
  await button(t("orders.installment.pay")).click();
  await page.getByLabel(words.sandbox("payment.number")).waitFor();
  await pay(shopper, paymentCards.other);
  await page
    .getByText(t("orders.status.next.CARD", { day: "" }).trim())
    .first()
    .waitFor();
  expect(await page.getByText(t("orders.installment.paid")).count()).toBeGreaterThanOrEqual(2);
  expect(await button(t("orders.installment.pay")).count()).toBe(0);
  expect(await movesOf(orderId)).toEqual(["session", "capture", "session", "capture"]);
}

/** The session expired over the months: the holder signs in again on the way to the order. */
async function openOrder({ page, words: { t, language }, heading, button }: Shopper, orderId: string): Promise<void> {
  await page.goto(`${guichet.shop}/${language}/account/invoices?order=${orderId}`);
  const password = page.getByLabel(t("identity.password"), { exact: true });
  const parts = page.getByRole("heading", { name: t("orders.installment-list"), exact: true });
  await password.or(parts).first().waitFor();
  if (await password.isVisible()) {
    await page.getByLabel(t("identity.email")).fill(email);
    await password.fill(demoPassword);
    await button(t("identity.login.submit")).click();
  }
  await heading(t("orders.installment-list")).waitFor();
}

describe("an order that is paid in several payments or by direct debit", () => {
  // covers §1: payment in several installments by card
  it("is paid in twelve installments by a saved card; refused later, an installment is unpaid until another card pays it", {
    timeout: 900_000,
  }, async () => {
    const french = await signedIn("fr", 390);
    const { page, words, heading, button } = french;
    const { t } = words;
    const kept = "VISA •••• 0014";
    await toCheckout(french, "ticket-1h");
    await page.getByRole("checkbox", { name: t("checkout.card.keep") }).check();
    await order(french, single);
    await pay(french, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    await emptied(french);

    await page.goto(`${guichet.shop}/fr/account`);
    await button(`${t("payments.action.favourite")}, ${kept}`).click();
    await page.getByRole("status").getByText(t("payments.flash.favourite")).waitFor();
    await page.getByText(t("payments.name.give")).first().click();
    await page.getByLabel(t("payments.name"), { exact: true }).fill("Compte joint");
    await button(t("payments.name.save")).click();
    await page.getByRole("status").getByText(t("payments.flash.named")).waitFor();
    await page.getByText("Compte joint", { exact: true }).waitFor();
    // A second tab stays open where the card may still be removed.
    const before = await inAnotherTab(french, "fr");
    await before.page.goto(`${guichet.shop}/fr/account`);

    const bought = await buyInInstallments(french, kept);
    await before.page.bringToFront();
    await before.button(`${t("payments.action.remove")}, ${kept}`).click();
    await checkInBoth(before, async ({ page: seen, words: { t: say } }) => {
      await seen.getByRole("alert").getByText(say("payments.flash.locked")).waitFor();
      await seen.getByText(say("payments.locked")).waitFor();
      expect(await seen.getByRole("button", { name: `${say("payments.action.remove")}, ${kept}` }).count()).toBe(0);
    });
    await before.page.close();

    const buyers = [{ shopper: french, order: bought }];
    if (checksEachLanguage()) {
      const arabic = await inAnotherTab(french, "ar");
      await arabic.page.setViewportSize({ width: 1280, height: 900 });
      buyers.push({ shopper: arabic, order: await buyInInstallments(arabic, kept) });
    }
    // Each is attempted three times, the last seven days after the first, which is at most a month from now.
    await misbehave(guichet, "refuse-charge", 3 * buyers.length);
    for (const days of ["P20D", "P19D"]) await advanceClock(guichet, days);
    for (const { shopper, order: unpaid } of buyers) await payUnpaidInstallment(shopper, unpaid);
  });

  // covers: the payment step reports all missing values at once
  it("is paid by direct debit: a wrong IBAN is reported, the mandate signed, nothing debited today, and a returned debit is paid by card", {
    timeout: 480_000,
  }, async () => {
    const shopper = await atCheckout("fr", 390);
    const { page, words, heading, button } = shopper;
    const { t } = words;
    await page.getByRole("radio", { name: new RegExp(`^${t("checkout.pay.method.TRANSFER")}(?![,،])`) }).check();
    const ordering = button(t("checkout.order-and-pay", { amount: words.euros(year) }));
    await ordering.click();
    // Everything that is missing is reported at once.
    await page.getByRole("alert").getByText(t("checkout.debit.iban.wrong")).waitFor();
    expect(await page.getByRole("alert").getByText(t("checkout.debit.sign.wrong")).isVisible()).toBe(true);
    await checkInBoth(shopper, async ({ page: seen, words: { t: say } }) => {
      await seen.getByRole("radio", { name: new RegExp(`^${say("checkout.pay.method.TRANSFER")}(?![,،])`) }).check();
      await seen.getByRole("heading", { name: say("payments.mandate") }).waitFor();
    });
    const iban = page.getByLabel(t("checkout.debit.iban"), { exact: true });
    await iban.fill(testIbans["no-money"].replace("637", "638"));
    await page.getByRole("checkbox", { name: t("checkout.debit.sign") }).check();
    await ordering.click();
    await page.getByRole("alert").getByText(t("checkout.debit.iban.wrong")).waitFor();
    await iban.fill(testIbans["no-money"]);
    expect(await iban.inputValue()).toBe("FR76 3000 6000 0100 0000 0000 637");
    await page.getByText(t("checkout.debit.not-today", { day: "" }).split(":")[0] ?? "").waitFor();
    await ordering.click();
    await heading(t("checkout.result.confirmed.title")).waitFor();
    await page.getByText(t("checkout.result.confirmed.debit"), { exact: true }).waitFor();
    const orderId = orderOf(page.url());
    expect(await movesOf(orderId)).toEqual([]);
    const mandate = await mailTo(guichet, email, ({ subject }) => subject.startsWith("Votre mandat"));
    expect(mandate.text).toMatch(/FR••\s••••\s0637/);

    await advanceClock(guichet, "P15D");
    expect(await movesOf(orderId)).toEqual(["debit", "refund"]);
    // As in production: the bank said so in files, all of which were read.
    const incoming = path.join(guichet.dataDir, "bank", "incoming");
    expect((await readdir(path.join(incoming, "imported"))).length).toBeGreaterThan(1);
    expect(await readdir(incoming)).toEqual(["imported"]);
    const audited = await auditOf(guichet);
    expect(audited.code, audited.printed).toBe(0);
    await mailTo(guichet, email, ({ subject }) => subject.includes("à régler"));
    await openOrder(shopper, orderId);
    await button(t("orders.installment.pay")).click();
    await page.getByLabel(words.sandbox("payment.number")).waitFor();
    await pay(shopper, paymentCards.accepted);
    await heading(t("orders.installment-list")).waitFor();
    await page.getByText(t("orders.installment.paid")).first().waitFor();
    expect(await movesOf(orderId)).toEqual(["debit", "refund", "session", "capture"]);
    await page.goto(`${guichet.shop}/fr/account`);
    await checkInBoth(shopper, ({ page: seen }) => seen.getByText("FR•• •••• 0637").first().waitFor());
  });
});
