import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { type DemoCard, demoCardOf, typeCard } from "./card-tunnel.ts";
import { type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

describe("a customer with a transport card", () => {
  // covers §2: /auth/media/register: search, result, account with the card
  it.each([
    ["fr", "fr-FR", "Inès"],
    ["ar", "ar-MA", "Noé"],
  ] as const)(
    "creates an account with it in %s, and finds it there",
    { timeout: 240_000 },
    async (language, locale, name) => {
      const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 } });
      const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
      const { page, words, link, button, heading } = shopper;
      const { t } = words;
      const card = await demoCardOf(guichet, name);
      await page.goto(guichet.shop);
      await link(t("shell.sign-in")).click();
      await link(t("identity.transport-card")).click();
      await search(shopper, { ...card, birthDate: "1950-01-01" });
      await page.getByRole("alert").first().waitFor();
      expect(await page.getByLabel(t("transport-cards.number")).inputValue()).toBe(card.number);
      await search(shopper, card);
      await heading(t("transport-cards.found.title")).waitFor();
      const shown = page.locator(".transport-card");
      expect(await shown.textContent()).toContain(card.number.slice(-4));
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.content()).not.toContain(card.number.slice(0, 9));

      await link(t("transport-cards.found.register")).click();
      await page.getByLabel(t("identity.first-name")).fill("Claire");
      expect(await faultsOf(page)).toEqual([]);
      await page.getByLabel(t("identity.last-name"), { exact: true }).fill("Bertin");
      await page.getByLabel(t("identity.email")).fill(`card-${language}@people.example`);
      await page.getByLabel(t("identity.password"), { exact: true }).fill("Tramway-bleu-2026");
      await button(t("identity.register.submit")).click();
      await page.waitForURL(/unverified-account/);
      await page.goto(`${guichet.shop}/account/transport-cards`);
      const own = page.locator(".transport-card");
      await own.waitFor();
      expect(await own.locator("bdi[dir=ltr]").textContent()).toBe(card.number);
      expect(await faultsOf(page)).toEqual([]);

      await link(t("transport-cards.remove.of", { number: card.number })).click();
      await button(t("transport-cards.remove.confirm")).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await button(t("transport-cards.remove.confirm")).click();
      await page.getByText(t("transport-cards.flash.removed")).waitFor();
      await heading(t("transport-cards.empty.title")).waitFor();
    },
  );

  // covers §2: /auth/media/search: reload, create an account, sign in and link
  it("gets access by it to that card only", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR" });
    const shopper = shopperAt(await browser.context.newPage(), wordsIn("fr"));
    const { page, words, button } = shopper;
    const { t } = words;
    const card = await demoCardOf(guichet, "Lou");
    await page.goto(`${guichet.shop}/auth/media/search`);
    await search(shopper, card);
    await button(t("transport-cards.found.reload")).click();
    const digits = card.number.slice(-4);
    const session = page.getByRole("complementary", { name: t("shell.card.label") });
    await session.getByText(t("shell.card", { digits })).waitFor();
    await page.goto(`${guichet.shop}/account`);
    await page.getByText(t("identity.transport-card.limited.text", { digits })).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button(t("shell.card.leave")).click();
    await session.waitFor({ state: "detached" });
  });
});

async function search(shopper: Shopper, card: Pick<DemoCard, "number" | "birthDate">): Promise<void> {
  await typeCard(shopper, card);
  await shopper.button(shopper.words.t("transport-cards.search.submit")).click();
}
