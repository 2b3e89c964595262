import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { shopperAt } from "./shopper.ts";
import { wordsIn } from "./words.ts";

let guichet: Installation;
let browser: OpenBrowser | undefined;
beforeAll(async () => {
  guichet = await startInstallation();
});
afterEach(() => browser?.close());
afterAll(() => guichet.remove());

describe.each(["fr", "ar"] as const)("somebody whose script does not come, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;

  it("finds a product, reads what it is and costs, and is told what the cart needs", { timeout: 120_000 }, async () => {
    browser = await openBrowser({ locale: language, javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const { page, link, heading } = shopperAt(await browser.context.newPage(), words);
    await page.goto(`${guichet.shop}/${language}?q=${encodeURIComponent(words.article("carnet-10"))}`);
    expect(await link(`${t("catalogue.choose")} ${words.article("carnet-10")}`).isVisible()).toBe(true);
    expect(await link(`${t("catalogue.choose")} ${words.article("ticket-1h")}`).count()).toBe(0);

    await page.goto(`${guichet.shop}/${language}`);
    await link(`${t("catalogue.choose")} ${words.article("ticket-1h")}`).click();
    await heading(words.article("ticket-1h")).waitFor();
    expect(await page.getByRole("main").textContent()).toContain(words.euros(130));
    expect(await page.getByRole("radio", { name: t("catalogue.support.DEMATERIALIZED") }).isVisible()).toBe(true);

    await page.goto(`${guichet.shop}/${language}/cart`);
    await page.getByText(t("cart.noscript.title")).waitFor();
    expect(await link(t("shell.legal")).isVisible()).toBe(true);
  });
});
