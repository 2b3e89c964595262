import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notBuilt } from "../apps/shop/app/not-built.ts";
import { paths, type RouteName } from "../apps/shop/app/paths.ts";
import { openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { choose, goToCheckout, order, pay, paymentCards, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { wordsIn } from "./words.ts";

let guichet: Installation;
beforeAll(async () => {
  guichet = await startInstallation();
});
afterAll(async () => {
  await guichet.remove();
});

/** Each two of language, colours and width meet in one of these ways to look at the shop. */
const ways = [
  { language: "fr", locale: "fr-FR", colorScheme: "light", width: 320 },
  { language: "fr", locale: "fr-FR", colorScheme: "dark", width: 1280 },
  { language: "ar", locale: "ar-MA", colorScheme: "light", width: 1280 },
  { language: "ar", locale: "ar-MA", colorScheme: "dark", width: 320 },
] as const;
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Places that lead elsewhere at once or that a step of the purchase below comes by. */
const comesBy: readonly RouteName[] = ["products", "product", "authMedia", "checkout", "clear", "logout", "traveller"];
/** Places of somebody who is signed in. */
const ofAccount: readonly RouteName[] = ["account", "invoices", "wallet"];
const builtNames = (Object.keys(paths) as RouteName[]).filter(
  (name) => !notBuilt.includes(name) && !comesBy.includes(name) && !ofAccount.includes(name),
);
const ofVisitors = [...builtNames.map((name) => paths[name]), "/documents", "/no-such-page"];

describe("every screen is free of faults that axe knows, and fits the screen", () => {
  it.each(ways)("$language, $colorScheme, $width px", { timeout: 300_000 }, async (way) => {
    const browser = await openBrowser({
      locale: way.locale,
      colorScheme: way.colorScheme,
      viewport: { width: way.width, height: 800 },
    });
    try {
      const shopper = shopperAt(await browser.context.newPage(), wordsIn(way.language));
      const { page } = shopper;
      const faults: string[] = [];
      const look = async (name: string) => {
        if (page.url().startsWith(guichet.shop)) await settled(page);
        faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
      };
      for (const path of ofVisitors) {
        await page.goto(guichet.shop + path);
        await look(path);
      }
      await lookAtPurchase(shopper, look);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** The screens that only somebody sees who buys: from the product to the ticket. */
async function lookAtPurchase(shopper: Shopper, look: (name: string) => Promise<void>) {
  const { page, words, heading, link } = shopper;
  await page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example");
  await page.goto(`${guichet.shop}${paths.products}/carnet-10`);
  await look("product");
  await page.goto(guichet.shop);
  await choose(shopper, "ticket-1h");
  await look("cart, filled");
  await shopper.button(words.t("cart.continue")).click();
  await page.getByRole("alert").first().waitFor();
  await look("cart, with faults");
  await goToCheckout(shopper, { majority: false });
  await heading(words.t("checkout.pay.title")).waitFor();
  await look("checkout");
  await order(shopper, 130);
  await look("payment page of the sandbox");
  await pay(shopper, paymentCards.refused);
  await heading(words.t("checkout.result.refused.title")).waitFor();
  const otherCard = shopper.button(words.t("checkout.result.other-card"));
  await otherCard.waitFor();
  await look("refused");
  await otherCard.click();
  await pay(shopper, paymentCards.accepted);
  await heading(words.t("checkout.result.confirmed.title")).waitFor();
  await look("confirmed");
  await link(words.t("checkout.result.ticket")).click();
  await link(words.t("wallet.receipt")).waitFor();
  await look("ticket");
  await link(words.t("wallet.receipt")).click();
  await link(words.t("orders.invoice")).waitFor();
  await look("receipt");
  for (const name of ofAccount) {
    await page.goto(guichet.shop + paths[name]);
    await look(paths[name]);
  }
  await page.goto(`${guichet.shop}${paths.account}?edit=devices`);
  await look("where one is signed in");
  await page.goto(guichet.shop + paths.account);
  await link("Lou Morvan").click();
  await heading("Lou Morvan").waitFor();
  await look(paths.traveller);
  // Who is led here by another site is asked first; others are gone before anybody could look.
  for (const name of ["logout", "clear"] as const) {
    await page.goto(guichet.sandbox);
    await page.evaluate((address) => location.assign(address), guichet.shop + paths[name]);
    await page.waitForURL(`**${paths[name]}`);
    await look(paths[name]);
  }
  await page.context().clearCookies();
  await page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example", { choose: true });
  await heading(words.t("identity.choose.title")).waitFor();
  await look("choice of a person");
}

/** What axe finds on the page as it stands, and whether it is wider than the screen. */
async function faultsOf(page: Page): Promise<string[]> {
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  const { excess, height } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { excess: scrollWidth - innerWidth, height: scrollHeight };
  });
  // As tall as the page, so that the bar at the bottom covers nothing that scrolling would free.
  await page.setViewportSize({ ...screen, height: Math.max(screen.height, height) });
  // No page has a frame in it, and without them axe needs no second page.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze();
  await page.setViewportSize(screen);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  return excess > 0 ? [...found, `${excess} px wider than the screen`] : found;
}

/** Waits until the script has taken over and nothing fades in any more: a text that is half there has no contrast yet. */
async function settled(page: Page): Promise<void> {
  // React notes on every element what it has taken over; there is no other sign of it from outside.
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main && Object.keys(main).some((key) => key.startsWith("__reactProps"));
  });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}
