import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { shopperAt, signIn } from "./shopper.ts";
import { officeWords, signInAtOffice } from "./staff.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

/** Collects the browser's messages about violated content policies. */
function violationsIn(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) found.push(`${page.url()}: ${message.text()}`);
  });
  return found;
}

/** Injects a foreign script into the next page, as a flaw in its markup would allow. */
async function injectInto(page: Page, shown: string): Promise<void> {
  await page.route(shown, async (route) => {
    const answer = await route.fetch();
    const attack = '<script>window.injected=1</script><img src="data:," onerror="window.injected=1">';
    await route.fulfill({ response: answer, body: (await answer.text()).replace("<body>", `<body>${attack}`) });
  });
}
const isInjected = (page: Page) => page.evaluate(() => "injected" in window);

describe("the pages of the shop", () => {
  // covers §9: only our own inline scripts run, in the shop and in the office
  it("run their own scripts without console errors, for a visitor and for a customer, and no injected one", async () => {
    // Without a service worker, since the test could not change the pages that it fetches.
    const browser = await browserOfTest({ locale: "fr-FR" });
    const shopper = shopperAt(await browser.context.newPage(), wordsIn("fr"));
    const { page } = shopper;
    const violations = violationsIn(page);
    // Twice: the second response comes from the cache of public pages.
    for (const path of ["/fr", "/fr", "/fr/products/ticket-1h", "/fr/cart", "/ar/auth", "/fr/nowhere"]) {
      await page.goto(guichet.shop + path);
    }
    await page.goto(`${guichet.shop}/fr`);
    await signIn(shopper, "holder@demo.example");
    for (const path of [
      "/fr/account",
      "/fr/account/wallet",
      "/fr/documents",
      "/fr/account/invoices",
      "/fr/auth/logout",
    ]) {
      await page.goto(guichet.shop + path);
    }
    await page.waitForURL(`${guichet.shop}/fr`);
    expect(violations).toEqual([]);

    await injectInto(page, `${guichet.shop}/fr/legal-notices`);
    await page.goto(`${guichet.shop}/fr/legal-notices`);
    expect(await isInjected(page)).toBe(false);
    expect(violations).not.toEqual([]);
  });
});

describe("the pages of the office", () => {
  // covers §9: only our own inline scripts run, in the shop and in the office
  it("run their own scripts, no injected one, and keep the session in cookies of this host alone", async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const page = await browser.context.newPage();
    const violations = violationsIn(page);
    await page.goto(`${guichet.office}/demo/cards`);
    await signInAtOffice(page, "agent@demo.example", officeWords("fr"));
    await page.goto(`${guichet.office}/demo/orders`);
    expect(violations).toEqual([]);
    const cookies = await browser.context.cookies(guichet.office);
    const token = cookies.find(({ name }) => name === "__Host-officeToken");
    expect(token).toMatchObject({ path: "/", secure: true, httpOnly: true, domain: new URL(guichet.office).hostname });
    expect(cookies.filter(({ name }) => !name.startsWith("__Host-") && name.startsWith("office"))).toEqual([]);

    await injectInto(page, `${guichet.office}/demo/cards`);
    await page.goto(`${guichet.office}/demo/cards`);
    expect(await isInjected(page)).toBe(false);
    expect(violations).not.toEqual([]);
  });
});
