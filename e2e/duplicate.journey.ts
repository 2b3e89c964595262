import { describe, expect, it } from "vitest";
import { faultsInReading, readingIn } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { openSignedIn, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

// The demo's holder has an active subscription.
const guichet = sharedGuichet();

const week = 1_150;

describe.each(languagesOfJourney("ar"))("a pass in addition to an active subscription, in %s", (language) => {
  // covers: a second pass in addition to an active subscription is confirmed before it is ordered
  it("is asked on its page and in the cart, which leads to checkout only with the answer", {
    timeout: 240_000,
  }, async () => {
    const words = wordsIn(language);
    const { t } = words;
    const browser = await browserOfTest({ locale: language, viewport: { width: 360, height: 900 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button } = shopper;
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/${language}/products/week-pass`);
    const question = page.getByRole("main").locator('input[type="checkbox"][name^="duplicate-"]');
    await question.first().waitFor();
    await page.getByText(t("subscriptions.duplicate.ask")).waitFor();
    await page.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") }).check();
    await button(t("catalogue.add")).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: t("cart.view") })
      .click();

    await question.first().waitFor();
    const reading = readingIn(language);
    expect(await faultsInReading(page, reading)).toEqual([]);
    await page.getByRole("checkbox", { name: t("cart.accept.terms") }).check();
    await button(t("cart.continue")).click();
    await page.getByRole("alert").getByText(t("subscriptions.duplicate.missing")).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${language}/cart`);
    await question.first().check();
    await button(t("cart.continue")).click();
    await page.waitForURL("**/cart/checkout**");
    // The answer is not asked again.
    await question.first().waitFor();
    expect(await question.first().isChecked()).toBe(true);
    await button(t("checkout.order-and-pay", { amount: words.euros(week) })).click();
    await page.waitForURL("**/payment/pages/**");
  });
});
