import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { languagesOfJourney } from "./journey-languages.ts";
import { advanceClock, publishAlerts } from "./sandbox.ts";
import { actionTimeoutMs, articleLink, choose, goToCheckout, interactive, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();
afterEach(() => publishAlerts(guichet, []));

const slow = { timeout: 240_000 };
/** A page may react later on a busy machine. */
const patient = { timeout: 15_000 };
const phone = { width: 360, height: 740 };
const computer = { width: 1280, height: 900 };
/** One line of text with the space around it. */
const lineMaxPx = 48;
const long = {
  fr: "La ligne 4 est déviée par le quai Vauban du 3 au 14 novembre, de 6 h à 20 h, tous les jours",
  ar: "تحويل مسار الخط 4 عبر رصيف فوبان من 3 إلى 14 نوفمبر، من الساعة 6 إلى الساعة 20، كل يوم",
};
/** Each alert has its own number, because the shop shows the previous one until its next poll. */
let published = 0;
type Message = typeof long;
async function publish(level: "CRITICAL" | "WARNING" | "INFO" | "NOTICE", message: Message): Promise<string> {
  published += 1;
  const number = ` (${published})`;
  await publishAlerts(guichet, [{ level, message: { fr: message.fr + number, ar: message.ar + number } }]);
  return number;
}
const changed = { fr: `${long.fr}, sauf le dimanche`, ar: `${long.ar}، باستثناء الأحد` };

describe.each(languagesOfJourney("fr"))("somebody who reads alerts, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;
  const opened = async (options: BrowserContextOptions = {}, before?: () => void) => {
    const { context } = await browserOfTest({ locale: language, viewport: phone, ...options });
    if (before) await context.addInitScript(before);
    const page = await context.newPage();
    await page.goto(`${guichet.shop}/${language}`);
    const band = page.getByRole("complementary", { name: t("maintenance.alert"), exact: true });
    const hide = band.getByRole("button", { name: t("maintenance.alert.dismiss") });
    return { page, band, hide, more: band.getByRole("link", { name: t("maintenance.alert.more") }) };
  };

  // covers: an alert is one line on a phone, with a link to the rest
  // covers: alerts are dismissed on the device, except critical ones
  it(
    "opens the one line on a phone, hides the alert by keyboard, and sees it again only when it changes",
    slow,
    async () => {
      const number = await publish("WARNING", long);
      const { page, band, hide, more } = await opened();
      await until(page, band, number);
      expect((await band.boundingBox())?.height).toBeLessThanOrEqual(lineMaxPx);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await interactive(page);
      await more.focus();
      await page.keyboard.press("Enter");
      await more.waitFor({ state: "detached" });
      await expect.poll(async () => (await band.boundingBox())?.height, patient).toBeGreaterThan(lineMaxPx);
      await expect.poll(() => focused(page), patient).toBe("alert");

      await hide.focus();
      await page.keyboard.press("Enter");
      await band.waitFor({ state: "hidden" });
      await expect.poll(() => focused(page), patient).toBe("main");
      await page.getByRole("status").getByText(t("maintenance.alert.dismissed")).waitFor({ state: "attached" });
      await page.goto(`${guichet.shop}/${language}/legal-notices`);
      expect(await band.count()).toBe(0);

      const next = await publish("WARNING", changed);
      await until(page, band, next);
    },
  );

  it("reads the whole text on a computer, and cannot hide a critical alert", slow, async () => {
    const number = await publish("CRITICAL", long);
    const { page, band, hide, more } = await opened({ viewport: computer });
    await until(page, band, number);
    expect(await more.isVisible()).toBe(false);
    expect(await hide.count()).toBe(0);
    expect(await band.textContent()).toContain(long[language]);
  });

  it("hides an alert without storage, until the next page", slow, async () => {
    const number = await publish("INFO", long);
    const errors: string[] = [];
    const { page, band, hide } = await opened({}, () => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    });
    page.on("pageerror", ({ message }) => errors.push(message));
    await until(page, band, number);
    await interactive(page);
    await hide.click();
    await band.waitFor({ state: "hidden" });
    await page.goto(page.url());
    await band.waitFor();
    expect(errors).toEqual([]);
  });

  it("opens the one line without script", slow, async () => {
    const number = await publish("NOTICE", long);
    const { page, band, hide, more } = await opened({ javaScriptEnabled: false });
    await until(page, band, number);
    expect(await hide.isVisible()).toBe(false);
    expect((await band.boundingBox())?.height).toBeLessThanOrEqual(lineMaxPx);
    await more.click();
    await more.waitFor({ state: "hidden" });
    expect((await band.boundingBox())?.height).toBeGreaterThan(lineMaxPx);
  });

  // covers: no alert while the customer pays
  it("sees no alert from the sign-in before checkout on, nor behind the sheet of one ticket", slow, async () => {
    const number = await publish("CRITICAL", long);
    const { page, band } = await opened();
    const shopper = shopperAt(page, words);
    await until(page, band, number);
    const buy = `${t("home.buy", { amount: words.euros(130) })} ${words.article("ticket-1h")}`;
    await page.getByRole("link", { name: buy }).first().click();
    await page.getByRole("dialog").waitFor();
    expect(await page.locator(".alert-band").first().isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await band.waitFor();
    expect(await articleLink(shopper, "ticket-1h").count()).toBeGreaterThan(0);
    await choose(shopper, "ticket-1h");
    await band.waitFor();
    await goToCheckout(shopper, { majority: true });
    await page.waitForURL(/invite-login/);
    await band.waitFor({ state: "hidden" });
    expect(await page.locator(".alert-band").count()).toBe(0);
  });
});

const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);

/** Reloads the page until the alert with this number shows: the shop learns of alerts at its next poll. */
async function until(page: Page, band: Locator, number: string): Promise<void> {
  const deadline = Date.now() + 2 * actionTimeoutMs;
  for (;;) {
    await page.goto(page.url());
    if ((await band.isVisible()) && (await band.textContent())?.includes(number)) return;
    if (Date.now() > deadline) throw new Error(`timed out at ${page.url()}`);
    await advanceClock(guichet, "PT5S");
  }
}
