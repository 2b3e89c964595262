import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { errorsOf } from "./browser.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { choose, goToCheckout, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const pricing = "**/cart/verify";
const article = "ticket-1h";

/** Failures between browser and shop when the cart is priced. */
const broken: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "is cut off": (route) => route.abort("connectionreset"),
  "is answered by a proxy": (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway" }),
  "is answered by half": async (route) => {
    const whole = await (await route.fetch()).text();
    await route.fulfill({ contentType: "application/json", body: whole.slice(0, whole.length / 2) });
  },
  "is answered by something else": (route) => route.fulfill({ contentType: "application/json", json: { lines: [] } }),
};

describe.each(languagesOfJourney("fr"))("the cart is preserved while pricing fails, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;

  // covers §4: the cart is preserved while pricing fails, with a message and a retry; a malformed response is never shown as a price
  it("shows its lines and the error, and can be retried until it works", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: language, viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button } = shopper;
    const fell = errorsOf(page);
    await page.goto(`${guichet.shop}/${language}`);
    await choose(shopper, article);
    await priceOf(page, words.euros(130));
    for (const answer of Object.values(broken)) {
      await page.route(pricing, answer);
      await page.reload();
      await expectKept(page);
      await button(t("cart.retry")).click();
      await expectKept(page);
      await page.unrouteAll({ behavior: "wait" });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await button(t("cart.retry")).click();
    await priceOf(page, words.euros(130));
    expect(await page.getByText(t("cart.unverified.title")).count()).toBe(0);
    await goToCheckout(shopper, { majority: true });
    await page.waitForURL(/invite-login/);
    expect(fell).toEqual([]);
  });

  // covers §4: the cart is preserved while pricing fails, with a message and a retry; a malformed response is never shown as a price
  it("does so even if pricing never worked, and every element still has a label", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: language, viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button } = shopper;
    await page.goto(`${guichet.shop}/${language}`);
    await page.route(pricing, (route) => route.abort("connectionreset"));
    await choose(shopper, article);
    await expectKept(page);
    await page.reload();
    await expectKept(page);
    await page.unroute(pricing);
    await button(t("cart.retry")).click();
    await priceOf(page, words.euros(130));
  });

  async function expectKept(page: Page): Promise<void> {
    await page.getByText(t("cart.unverified.title")).first().waitFor();
    const main = page.getByRole("main");
    await main.getByText(t("cart.unverified.text")).waitFor();
    await main
      .getByRole("list", { name: t("cart.title") })
      .getByText(words.article(article))
      .first()
      .waitFor();
    await main.getByRole("button", { name: t("cart.retry") }).waitFor();
    expect(await page.getByRole("button", { name: t("cart.continue") }).count()).toBe(0);
  }

  const priceOf = (page: Page, amount: string) => page.getByRole("main").getByText(amount).first().waitFor();
});
