import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { auditOf, type Installation, startInstallation } from "./installation.ts";
import { advanceClock, ledgerOf, misbehave } from "./sandbox.ts";
import { choose, goToCheckout, order, pay, paymentCards, type Shopper, shopperAt, signIn } from "./shopper.ts";
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

async function holderIn(language: "fr" | "ar", locale: string): Promise<Shopper> {
  browser = await openBrowser({ locale, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  await shopper.page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example");
  await shopper.page.goto(`${guichet.shop}/${language}`);
  return shopper;
}

const kindsOf = async (orderId: string) => (await ledgerOf(guichet, orderId)).map(({ kind }) => kind);

describe("the holder of an account", () => {
  it("pays a year in twelve parts, settles one that came back, and nothing is owed in the end", {
    timeout: 400_000,
  }, async () => {
    const shopper = await holderIn("fr", "fr-FR");
    const { page, words, button, heading } = shopper;
    const { t } = words;
    await choose(shopper, "year-adult");
    await goToCheckout(shopper, { majority: false });
    await page.getByRole("radio", { name: t("checkout.pay.installments", { count: 12 }) }).check();
    await page.getByText(t("checkout.part.today")).waitFor();
    await order(shopper, 2350);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    const orderId = new URL(page.url()).searchParams.get("order") ?? "";

    await advanceClock(guichet, "P32D");
    expect(await kindsOf(orderId)).toEqual(["session", "capture", "debit"]);
    await misbehave(guichet, "refuse-charge", 3);
    await advanceClock(guichet, "P38D");
    await page.goto(`${guichet.shop}/fr/account/invoices?order=${orderId}`);
    await page.getByText(t("orders.status.REGULARIZATION")).first().waitFor();
    await button(t("orders.part.pay")).click();
    await page.getByLabel(words.payment.number).waitFor();
    await pay(shopper, paymentCards.accepted);
    await page.getByText(t("orders.status.COMPLETED")).first().waitFor();
    expect(await button(t("orders.part.pay")).count()).toBe(0);

    await advanceClock(guichet, "P10M");
    const moved = await kindsOf(orderId);
    expect(moved.filter((kind) => kind === "debit")).toHaveLength(10);
    expect(moved.filter((kind) => kind === "capture")).toHaveLength(2);
    expect(await auditOf(guichet)).toMatchObject({ code: 0 });
  });

  it("keeps a card in Arabic, pays with it again, and removes it", { timeout: 240_000 }, async () => {
    const shopper = await holderIn("ar", "ar-MA");
    const { page, words, button, heading } = shopper;
    const { t } = words;
    await choose(shopper, "ticket-1h");
    await goToCheckout(shopper, { majority: false });
    await page.getByRole("checkbox", { name: t("checkout.card.keep") }).check();
    await order(shopper, 130);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();

    await page.goto(`${guichet.shop}/ar`);
    await choose(shopper, "day-pass");
    await goToCheckout(shopper, { majority: false });
    await page.getByRole("radio", { name: "•••• 0014" }).check();
    await order(shopper, 360);
    await page.getByText("VISA •••• 0014").waitFor();
    await button(words.payment.pay("").trim()).click();
    await heading(t("checkout.result.confirmed.title")).waitFor();

    await page.goto(`${guichet.shop}/ar/account/payment-cards`);
    await page.getByRole("button", { name: `${t("payments.act.remove")}, VISA •••• 0014` }).click();
    await page.getByText(t("payments.told.removed")).waitFor();
    expect(await auditOf(guichet)).toMatchObject({ code: 0 });
  });
});
