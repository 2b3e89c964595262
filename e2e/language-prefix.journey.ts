import { describe, expect, it } from "vitest";
import { demoCardOf, typeCard } from "./card-tunnel.ts";
import { demoPassword, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;
const filtered = "/?category=passes";

/** Opens the shop with all pages under /fr. */
async function openShop(path = ""): Promise<Shopper> {
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  await shopper.page.goto(`${guichet.shop}/fr${path}`);
  return shopper;
}

const arrive = async ({ page, heading }: Shopper, query: string) => {
  await page.waitForURL((url) => /^\/fr\/?$/.test(url.pathname) && url.search === query, { timeout: 15_000 });
  await heading(t("home.heading")).waitFor({ timeout: 10_000 });
};

const fillIn = async ({ page, button }: Shopper) => {
  await page.getByLabel(t("identity.email")).fill("holder@demo.example");
  await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
  await button(t("identity.login.submit")).click();
};

describe("a page under the prefix of its language", () => {
  // covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
  it("links from a transport card to the articles for it", async () => {
    const shopper = await openShop("/auth/media/search");
    await typeCard(shopper, await demoCardOf(guichet, "Inès"));
    await shopper.button(t("transport-cards.search.submit")).click();
    await shopper.button(t("transport-cards.found.reload")).click();
    await arrive(shopper, "?support=MEDIA");
  });

  // covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
  it("redirects from the sign-in to the filtered shop, with or without the prefix in the return path", async () => {
    for (const next of [filtered, `/fr${filtered}`]) {
      const shopper = await openShop(`/auth?next=${encodeURIComponent(next)}`);
      await fillIn(shopper);
      await arrive(shopper, "?category=passes");
    }
  });

  // covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
  it("redirects to the filtered shop from the dialog that says that the session ended", async () => {
    const shopper = await openShop();
    await signIn(shopper, "holder@demo.example");
    await shopper.page.context().clearCookies();
    await shopper.page.context().addCookies([{ name: "userTicketToken", value: "spent", url: guichet.shop }]);
    await shopper.page.goto(`${guichet.shop}/fr${filtered}`);
    await shopper.page
      .getByRole("dialog")
      .getByRole("link", { name: t("shell.expired.sign-in") })
      .click();
    await fillIn(shopper);
    await arrive(shopper, "?category=passes");
  });

  // covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
  it("stays on the filtered shop when another theme is chosen", async () => {
    const shopper = await openShop(filtered);
    const { page, button } = shopper;
    await page
      .locator("summary")
      .filter({ hasText: t("shell.theme") })
      .click();
    const noted = page.waitForResponse((response) => new URL(response.url()).pathname === "/fr/theme.data");
    await button(t("shell.theme.dark")).click();
    await (await noted).finished();
    await arrive(shopper, "?category=passes");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(t("home.heading"));
  });
});
