import { check } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketKeys } from "@guichet/ticket-code/ticket-keys.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { auditOf, type Installation, startInstallation } from "./installation.ts";
import { codeOnScreen } from "./papers.ts";
import { shopperAt, signIn } from "./shopper.ts";
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

describe.each(["fr", "ar"] as const)("somebody with a carnet, in %s", (language) => {
  it("takes a trip, shows it without a network, and leaves nothing behind", { timeout: 240_000 }, async () => {
    const words = wordsIn(language);
    const { t } = words;
    browser = await openBrowser({ locale: language, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
    const { context } = browser;
    const shopper = shopperAt(await context.newPage(), words);
    const { page, link, button, heading } = shopper;
    await page.goto(`${guichet.shop}/${language}`);
    await signIn(shopper, "holder@demo.example");
    await page.goto(`${guichet.shop}/${language}/account/wallet`);
    await page.locator("a[href*='ticket=']").first().click();
    await link(t("wallet.use")).click();
    await heading(t("wallet.use")).waitFor();
    await button(t("wallet.use")).click();
    await page.waitForURL(/told=used/);
    await page.getByText(t("wallet.uses.trip"), { exact: true }).first().waitFor();
    expect(await link(t("wallet.give")).count()).toBe(0);

    const keys = parseTicketKeys(await (await fetch(`${guichet.api}/.well-known/guichet-ticket-keys.json`)).json());
    if (keys === null) throw new Error("the Ticket API publishes no keys");
    const now = new Date().toISOString();
    const online = await codeOnScreen(page, page.locator("svg[role=img]").first());
    const running = check(online, { keys, now, network: "demo" });
    expect(running.status === "valid" && running.ticket.carnet).toBeUndefined();

    // The page for where there is no network is there when it was kept.
    const isKept = () =>
      page.evaluate(async () => (await (await caches.open("wallet")).keys()).map(({ url }) => new URL(url).pathname));
    await expect.poll(isKept, { timeout: 30_000 }).toEqual([`/${language}/account/wallet`]);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect
      .poll(() =>
        page.evaluate(async () =>
          (await (await caches.match(`${location.pathname}`, { cacheName: "wallet" }))?.text())?.includes("<svg"),
        ),
      )
      .toBe(true);
    await context.setOffline(true);
    await page.goto(`${guichet.shop}/${language}/account/wallet?ticket=any`);
    await page.getByText(t("wallet.offline.title")).waitFor();
    const offline = await codeOnScreen(page, page.locator("svg[role=img]").first());
    expect(check(offline, { keys, now, network: "demo" }).status).toBe("valid");
    expect(await page.locator("script").count()).toBe(0);
    await context.setOffline(false);

    await page.goto(`${guichet.shop}/${language}/auth/logout`);
    await page.waitForURL((url) => url.pathname === `/${language}` || url.pathname === `/${language}/`);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await context.setOffline(true);
    await expect(page.goto(`${guichet.shop}/${language}/account/wallet`)).rejects.toThrow();
    await context.setOffline(false);
    expect((await auditOf(guichet)).code).toBe(0);
  });
});
