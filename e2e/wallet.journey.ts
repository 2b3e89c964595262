import { describe, expect, it } from "vitest";
import { withServiceWorker } from "./browser.ts";
import { auditOf } from "./installation.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { openSignedIn, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { offlinePageIsKept, readCode, readWithoutNetwork, takeTrip, walletIsKept } from "./trips.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

describe.each(languagesOfJourney("ar"))("a customer with a carnet, in %s", (language) => {
  // covers §2: /account/wallet
  it("uses a trip, shows it offline, and leaves nothing stored after signing out", { timeout: 240_000 }, async () => {
    const words = wordsIn(language);
    const { t } = words;
    const browser = await browserOfTest({
      locale: language,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      ...withServiceWorker,
    });
    const { context } = browser;
    const shopper = shopperAt(await context.newPage(), words);
    const { page, link } = shopper;
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/${language}/account/wallet`);
    await page
      .getByRole("link", { name: words.article("carnet-10") })
      .first()
      .click();
    await takeTrip(shopper);
    expect(await link(t("wallet.give")).count()).toBe(0);

    const running = await readCode(shopper, guichet);
    expect(running.status === "valid" && running.ticket.carnet).toBeUndefined();
    await walletIsKept(shopper);
    expect((await readWithoutNetwork(shopper, guichet)).status).toBe("valid");

    await page.goto(`${guichet.shop}/${language}/auth/logout`);
    await page.waitForURL((url) => url.pathname === `/${language}` || url.pathname === `/${language}/`);
    // Only the offline page is stored again, without tickets.
    await offlinePageIsKept(shopper);
    expect(await page.evaluate(() => caches.keys())).toEqual(["offline"]);
    await context.setOffline(true);
    await page.goto(`${guichet.shop}/${language}/account/wallet`);
    await shopper.heading(t("shell.offline.title")).waitFor();
    expect(await page.content()).not.toMatch(/svg[^>]+role="img"/);
    await context.setOffline(false);
    expect((await auditOf(guichet)).code).toBe(0);
  });
});
