import { closedPollMs } from "@guichet/contract/limits/maintenance-limits.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { languagesOfJourney } from "./journey-languages.ts";
import { advanceClock, publishAlerts } from "./sandbox.ts";
import { actionTimeoutMs, articleLink, choose, goToCheckout, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();
afterEach(async () => {
  await publishAlerts(guichet, []);
});

const message = { fr: "La **ligne 4** est déviée", ar: "تحويل مسار **الخط 4**" };
const article = "ticket-1h";

describe.each(languagesOfJourney("fr"))("a customer who buys during maintenance, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;

  async function shopper(): Promise<Shopper> {
    const browser = await browserOfTest({ locale: language, viewport: { width: 360, height: 740 } });
    const one = shopperAt(await browser.context.newPage(), words);
    await one.page.goto(`${guichet.shop}/${language}`);
    return one;
  }

  // covers §4: alerts: channels, flags ORDER and VALIDATION
  it("reads the alert on every page, sees in the cart that ordering is closed, and orders when it is open again", {
    timeout: 240_000,
  }, async () => {
    await publishAlerts(guichet, [{ level: "WARNING", message }]);
    const one = await shopper();
    const { page, button } = one;
    const band = page.getByRole("complementary", { name: t("maintenance.alert"), exact: true });
    await until(page, () => band.isVisible());
    expect(await band.textContent()).toContain(t("maintenance.level.WARNING"));
    expect(await band.locator("strong").textContent()).toBe(language === "fr" ? "ligne 4" : "الخط 4");

    await publishAlerts(guichet, [{ level: "CRITICAL", flags: ["ORDER"], channel: "network/demo", message }]);
    await choose(one, article);
    await until(page, () => page.getByText(t("maintenance.closed-ordering.title")).isVisible());
    await page.getByText(t("maintenance.closed-ordering.text")).waitFor();
    expect(await page.getByRole("button", { name: t("cart.continue") }).count()).toBe(0);
    expect(await page.getByText(words.article(article)).first().isVisible()).toBe(true);
    await page.goto(`${guichet.shop}/${language}/cart/invite-login`);
    await page.waitForURL(/\/cart$/);

    await publishAlerts(guichet, []);
    await until(page, () => button(t("cart.continue")).isVisible());
    await goToCheckout(one, { majority: true });
    await page.waitForURL(/invite-login/);
  });

  // covers §1: a network under maintenance shows its maintenance page
  it("finds the shop closed until a time, reads the terms, and returns to the product when it opens", {
    timeout: 240_000,
  }, async () => {
    const one = await shopper();
    const { page, heading, link } = one;
    await articleLink(one, article).click();
    await page.waitForURL(/\/products\//);
    await heading(words.article(article)).waitFor();
    const place = page.url();
    const estimatedEnd = new Date(Date.now() + 7_200_000).toISOString();
    await publishAlerts(guichet, [{ level: "CRITICAL", maintenance: true, estimatedEnd, message }]);
    await until(page, () => heading(t("maintenance.title")).isVisible());
    expect(page.url()).toBe(place);
    const [hour = ""] = /\d+:\d\d/.exec(formatsFor(language, "Europe/Paris").time(estimatedEnd)) ?? [];
    expect(hour).not.toBe("");
    expect(await page.getByRole("main").textContent()).toContain(hour);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    // From here on the test controls the browser's time; pages loaded with it are slow.
    await page.clock.install();
    await link(t("shell.legal")).click();
    await page.waitForURL(/legal-notices/);
    await heading(t("maintenance.title")).waitFor({ state: "hidden" });
    await heading("").waitFor();
    await page.goBack();
    await heading(t("maintenance.title")).waitFor();

    await publishAlerts(guichet, []);
    await expect
      .poll(
        async () => {
          await askSourcesAnew();
          await page.clock.fastForward(closedPollMs);
          return heading(words.article(article)).isVisible();
        },
        { timeout: 2 * actionTimeoutMs, interval: 1_000 },
      )
      .toBe(true);
    expect(page.url()).toBe(place);
  });
});

/** Reloads the page until a condition holds: the shop learns of alerts at its next poll. */
async function until(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 2 * actionTimeoutMs;
  for (;;) {
    await page.goto(page.url());
    if (await isThere()) return;
    if (Date.now() > deadline) throw new Error(`timed out at ${page.url()}`);
    await askSourcesAnew();
  }
}

/** On a busy machine a source may time out and is skipped for a minute; moving the clock polls all of them again. */
const askSourcesAnew = () => advanceClock(guichet, "PT5S");
