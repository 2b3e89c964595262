import { describe, expect, it } from "vitest";
import { choose, goToCheckout, openSignedIn, order, pay, paymentCards, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;

describe("a customer who collects a carnet on the way home, on a phone", () => {
  // covers §1: click and collect at an agency
  // covers §2: /cart/collect
  it("finds the nearest agency, chooses a slot, changes it, and finds it on the receipt", {
    timeout: 240_000,
  }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, link, button, heading } = shopper;
    await openSignedIn(shopper, "holder@demo.example", guichet.shop);
    await choose(shopper, "carnet-10", "COLLECT");
    await goToCheckout(shopper, { majority: false });
    await heading(t("checkout.delivery.title")).waitFor();
    await link(t("checkout.delivery.collect.add")).click();

    await heading(t("checkout.collect.title")).waitFor();
    const agencies = page.getByRole("main").getByRole("link").filter({ hasText: "76" });
    await page.getByLabel(t("checkout.collect.near")).fill("nulle part");
    await button(t("checkout.collect.near.sort")).click();
    await page.getByText(t("checkout.collect.near.unknown")).first().waitFor();
    await page.getByLabel(t("checkout.collect.near")).fill("les dunes");
    await button(t("checkout.collect.near.sort")).click();
    await page.getByText(t("checkout.collect.near.sorted")).waitFor();
    expect(await agencies.first().textContent()).toContain("Point Rivage Les Dunes");
    await link("Agence Gare").click();

    // Nothing chosen: an error summary at the top links to the choice.
    await heading(t("checkout.collect.when")).waitFor();
    await button(t("checkout.collect.save")).click();
    await page
      .getByRole("alert")
      .getByRole("link", { name: t("checkout.collect.missing") })
      .waitFor();
    const radios = page.getByRole("radio").filter({ visible: true });
    // Late in the day the first day has one slot left, so the next day is opened too.
    if ((await radios.count()) === 1) await page.locator("main details:not([open]) > summary").first().click();
    await radios.first().focus();
    await page.keyboard.press("Space");
    const first = await promise();
    await page.keyboard.press("ArrowDown");
    await expect.poll(promise).not.toBe(first);
    await button(t("checkout.collect.save")).click();

    await heading(t("checkout.delivery.title")).waitFor();
    await link(t("checkout.edit.collect")).click();
    await heading(t("checkout.collect.when")).waitFor();
    await radios.last().check({ force: true });
    const promised = await promise();
    await button(t("checkout.collect.save")).click();
    await page.getByText(promised).first().waitFor();
    await button(t("checkout.continue"))
      .or(link(t("checkout.continue")))
      .first()
      .click();
    await heading(t("checkout.details.title")).waitFor();
    await page.getByText(promised).first().waitFor();
    await button(t("checkout.continue")).click();
    await heading(t("checkout.pay.title")).waitFor();
    await order(shopper, 1100);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    await page.getByText(promised).waitFor();
    await link(t("checkout.result.follow")).click();
    await page.getByText(t("orders.collect"), { exact: true }).waitFor();
    await page.getByText("2 place de la Gare").first().waitFor();

    async function promise(): Promise<string> {
      const said = t("checkout.collect.ready", { day: "\u0000", time: "" }).split("\u0000")[0] ?? "";
      return (await page.getByText(said).first().textContent()) ?? "";
    }
  });

  // covers §2: collect redirects to the cart without terms and age
  it("without articles to collect, or with an empty cart, is redirected", { timeout: 120_000 }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const page = await browser.context.newPage();
    await page.goto(`${guichet.shop}/fr/cart/collect`);
    await page.waitForURL(`${guichet.shop}/fr/cart`);
  });
});
