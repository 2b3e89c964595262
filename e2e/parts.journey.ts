import { testIbans } from "@guichet/contract/outside/sandbox-bank.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { advanceClock, ledgerOf, mailTo } from "./sandbox.ts";
import {
  choose,
  demoPassword,
  goToCheckout,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
  signIn,
} from "./shopper.ts";
import { wordsIn } from "./words.ts";

let guichet: Installation;
let browser: OpenBrowser | undefined;
beforeAll(async () => {
  guichet = await startInstallation();
});
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});
afterAll(async () => {
  await guichet.remove();
});

const year = 28_200;
const part = year / 12;
const email = "holder@demo.example";
const orderOf = (address: string): string => new URL(address).searchParams.get("order") ?? "";
const movesOf = async (orderId: string) => (await ledgerOf(guichet, orderId)).map(({ kind }) => kind);

async function atCheckout(language: "fr" | "ar", width: number): Promise<Shopper> {
  const words = wordsIn(language);
  browser = await openBrowser({ locale: language === "fr" ? "fr-FR" : "ar", viewport: { width, height: 900 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  const home = `${guichet.shop}/${language}`;
  await shopper.page.goto(home);
  await signIn(shopper, email);
  await shopper.page.goto(home);
  await choose(shopper, "year-adult");
  await goToCheckout(shopper, { majority: false });
  return shopper;
}

/** Months pass and the session with them: whoever comes back signs in again, on the way to the order. */
async function openOrder({ page, words: { t, language }, heading, button }: Shopper, orderId: string): Promise<void> {
  await page.goto(`${guichet.shop}/${language}/account/invoices?order=${orderId}`);
  const password = page.getByLabel(t("identity.password"), { exact: true });
  const parts = page.getByRole("heading", { name: t("orders.parts"), exact: true });
  await password.or(parts).first().waitFor();
  if (await password.isVisible()) {
    await page.getByLabel(t("identity.email")).fill(email);
    await password.fill(demoPassword);
    await button(t("identity.login.submit")).click();
  }
  await heading(t("orders.parts")).waitFor();
}

describe("an order that is not paid at once", () => {
  it.each(["fr", "ar"] as const)(
    "is paid in twelve parts by card, its calendar shown before, the second taken by the clock, in %s",
    { timeout: 480_000 },
    async (language) => {
      const shopper = await atCheckout(language, language === "fr" ? 1280 : 390);
      const { page, words, heading } = shopper;
      const { t } = words;
      const inParts = `${t("checkout.pay.method.CARD")}, ${t("checkout.pay.installments", { count: 12 })}`;
      await page.getByRole("radio", { name: inParts }).check();
      await page.getByText(t("checkout.part.today")).first().waitFor();
      await page.getByText(t("checkout.card.parts")).waitFor();
      await order(shopper, part);
      await pay(shopper, paymentCards.accepted);
      await heading(t("checkout.result.confirmed.title")).waitFor();
      await page.getByText(t("checkout.result.next.CARD", { day: "" }).trim()).waitFor();
      const orderId = orderOf(page.url());
      await advanceClock(guichet, "P32D");
      expect(await movesOf(orderId)).toEqual(["session", "capture", "debit"]);
      await openOrder(shopper, orderId);
      expect(await page.getByText(t("orders.part.paid")).count()).toBeGreaterThanOrEqual(2);
      await page
        .getByText(t("orders.status.next.CARD", { day: "" }).trim())
        .first()
        .waitFor();
      await page.goto(`${guichet.shop}/${language}/account`);
      await page.getByText(t("payments.locked")).first().waitFor();
    },
  );

  it("is paid by direct debit: a wrong IBAN is said, the mandate signed, nothing taken today, and what comes back is paid by card", {
    timeout: 300_000,
  }, async () => {
    const shopper = await atCheckout("fr", 390);
    const { page, words, heading, button } = shopper;
    const { t } = words;
    await page.getByRole("radio", { name: new RegExp(`^${t("checkout.pay.method.TRANSFER")}(?!,)`) }).check();
    const ordering = button(t("checkout.order-and-pay", { amount: words.euros(year) }));
    await ordering.click();
    await page.getByRole("alert").getByText(t("checkout.debit.iban.wrong")).waitFor();
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
    await mailTo(guichet, email, ({ subject }) => subject.includes("à régler"));
    await openOrder(shopper, orderId);
    await button(t("orders.part.pay")).click();
    await page.getByLabel(words.payment.number).waitFor();
    await pay(shopper, paymentCards.accepted);
    await heading(t("orders.parts")).waitFor();
    await page.getByText(t("orders.part.paid")).first().waitFor();
    expect(await movesOf(orderId)).toEqual(["debit", "refund", "session", "capture"]);
    await page.goto(`${guichet.shop}/fr/account`);
    await page.getByText("FR•• •••• 0637").first().waitFor();
  });
});
