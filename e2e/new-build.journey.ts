import { buildPollMs, reloadGuardMs } from "@guichet/contract/limits/maintenance-limits.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();

const words = wordsIn("fr");
const { t } = words;

describe("a shop that is redeployed while its page is open", () => {
  // covers §9: a newer build reloads at the next navigation, at most once in 10 seconds
  it("is reloaded at the next navigation, and at most once in ten seconds", { timeout: 120_000 }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const { page, link, heading } = shopperAt(await browser.context.newPage(), words);
    const shop = `${guichet.shop}/fr`;
    let build = 1;
    let asked = 0;
    await page.route("**/builds/latest.json", (route) => {
      asked += 1;
      return route.fulfill({ json: { timestamp: build } });
    });
    /** Announces a newer build, and waits until the page knows of it. */
    const built = async () => {
      build += 1;
      const flash = page.waitForResponse("**/builds/latest.json");
      await page.clock.fastForward(buildPollMs);
      await (await flash).finished();
    };
    const goTo = async (name: string, path: string) => {
      await link(name).click();
      await page.waitForURL(shop + path);
      await heading("").waitFor();
    };
    await page.clock.install();
    await page.goto(shop);
    await expect.poll(() => asked).toBe(1);

    await mark(page);
    await goTo(t("shell.legal"), "/legal-notices");
    expect(await isMarked(page), "the same build goes on in the page").toBe(true);

    await built();
    await goTo(t("shell.privacy"), "/privacy-policy");
    await expect.poll(() => isMarked(page), { message: "a newer build is loaded" }).toBe(false);
    await expect.poll(() => asked).toBe(3);

    await mark(page);
    await built();
    await page.evaluate((key) => sessionStorage.setItem(key, String(Date.now())), "reloadedAt");
    await goTo(t("shell.legal"), "/legal-notices");
    expect(await isMarked(page), "a page that was just loaded is not loaded again").toBe(true);

    await page.clock.fastForward(reloadGuardMs);
    await goTo(t("shell.privacy"), "/privacy-policy");
    await expect.poll(() => isMarked(page), { message: "later it is" }).toBe(false);
  });
});

/** Lasts as long as the document. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-kept", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-kept"));
