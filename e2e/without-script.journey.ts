import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { articleLink, demoPassword, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;
const article = "ticket-1h";

describe("a customer without script", () => {
  // covers §2: without script: articles, sign-in, wallet and documents; product and cart explain what needs script
  it("sees an article, reads what needs script, signs in, and finds tickets and documents", {
    timeout: 240_000,
  }, async () => {
    const browser = await browserOfTest({
      locale: "fr-FR",
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
    });
    const { page, link, button, heading } = shopperAt(await browser.context.newPage(), words);
    await page.goto(guichet.shop);
    await articleLink({ words, link }, article).click();
    await heading(words.article(article)).waitFor();
    await page.getByText(words.euros(130)).first().waitFor();
    await expectToldOfScript(page, t("catalogue.noscript.title"));

    await page.goto(`${guichet.shop}/cart`);
    await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
    await expectToldOfScript(page, t("cart.noscript.title"));
    expect(await page.getByText(t("cart.loading")).isVisible()).toBe(false);

    await link(t("shell.sign-in")).click();
    await page.getByLabel(t("identity.email")).fill("holder@demo.example");
    await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
    await button(t("identity.login.submit")).click();
    await page.waitForURL((url) => !url.pathname.includes("/auth"));

    await page.goto(`${guichet.shop}/account/wallet`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: words.article("carnet-10") })
      .first()
      .click();
    await heading(words.article("carnet-10")).waitFor();
    await page.goto(`${guichet.shop}/documents`);
    await heading(t("documents.title")).waitFor();
  });
});

/** Checks the noscript texts, which ordinary locators do not find. */
async function expectToldOfScript(page: Page, words: string): Promise<void> {
  const instead = page.getByRole("main").locator("noscript").first();
  expect(await instead.textContent()).toContain(words);
  expect((await instead.boundingBox())?.height).toBeGreaterThan(0);
}
