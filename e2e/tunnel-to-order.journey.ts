import { beforeAll, describe, expect, it } from "vitest";
import {
  demoCardOf,
  facePicture,
  givePictures,
  passOf,
  sellOnlyPhysical,
  staysAfterReload,
  typeCard,
} from "./card-tunnel.ts";
import { settleIn } from "./households.ts";
import { buyCart, openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

const limit = { timeout: 300_000 };
const locales = { fr: "fr-FR", ar: "ar-MA" } as const;

/** Opens the tunnel for one traveller, from the cards in the account. */
async function intoTunnel(language: "fr" | "ar", email: string, traveller: string): Promise<Shopper> {
  const browser = await browserOfTest({ locale: locales[language], viewport: { width: 360, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  const { page, link, button, words } = shopper;
  const { t } = words;
  await openSignedIn(shopper, email, `${guichet.shop}/${language}/account/transport-cards`);
  await link(t("transport-cards.new")).click();
  await staysAfterReload(shopper, t("tunnel.passengers.title"));
  await page.getByRole("checkbox", { name: traveller }).check();
  await button(t("tunnel.continue")).click();
  return shopper;
}

/** Chooses a pass, finds the choice again, and adds everything to the cart. */
async function takePass(shopper: Shopper, name: string, pass: string): Promise<void> {
  const { page, button, words } = shopper;
  const { t } = words;
  await passOf(shopper, name, pass).check();
  await staysAfterReload(shopper, t("tunnel.selection.title"));
  expect(await passOf(shopper, name, pass).isChecked()).toBe(true);
  await button(t("tunnel.selection.add")).click();
  const cart = page.getByRole("heading", { name: t("cart.title"), level: 1 });
  await cart.waitFor();
  await page.reload();
  await cart.waitFor();
}

describe.each([
  { language: "fr", bearer: "Lou", name: "Lou Morvan", pass: "year-child", cents: 5520 },
  { language: "ar", bearer: "Noé", name: "Noé Morvan", pass: "year-school", cents: 18_240 },
] as const)("a child with a card that is not linked yet, in $language", ({ language, bearer, name, pass, cents }) => {
  // covers §2: /tunnel/*
  it("gets it linked to the account during the tunnel, and the paid pass is on it", limit, async () => {
    const card = await demoCardOf(guichet, bearer);
    const shopper = await intoTunnel(language, "holder@demo.example", name);
    const { page, link, button, heading, words } = shopper;
    const { t } = words;
    await heading(t("tunnel.media.title")).waitFor();
    await page.getByRole("radio", { name: t("tunnel.media.physical") }).check();
    await link(t("tunnel.media.owns-one")).click();
    await staysAfterReload(shopper, t("tunnel.association.title"));
    await typeCard(shopper, { ...card, birthDate: "1950-01-01" });
    await button(t("tunnel.association.submit")).click();
    await page.getByRole("alert").first().waitFor();
    await typeCard(shopper, card);
    await button(t("tunnel.association.submit")).click();
    await page.getByText(t("tunnel.association.done")).waitFor();
    await staysAfterReload(shopper, t("tunnel.media.title"));
    const own = page.getByRole("group", { name: t("tunnel.media.of", { name }) });
    expect(await own.getByRole("radio", { name: card.number }).isChecked()).toBe(true);
    await button(t("tunnel.continue")).click();
    await takePass(shopper, name, pass);
    await buyCart(shopper, cents);

    await page.goto(`${guichet.shop}/${language}/account/wallet`);
    await link(words.article(pass)).click();
    await page.getByText(t("wallet.card.loads.text", { digits: card.number.slice(-4) })).waitFor();
    await page.goto(`${guichet.shop}/${language}/account/transport-cards`);
    await heading(t("transport-cards.title")).waitFor();
    await page.locator(".transport-card", { hasText: name }).getByText(card.number).waitFor();
  });
});

describe("a network that sells nothing for the phone", () => {
  let photo: string;
  beforeAll(async () => {
    photo = await facePicture(guichet);
    await settleIn(guichet, "Haddad", [
      { firstName: "Nadia", age: 39 },
      { firstName: "Salma", age: 8 },
      { firstName: "Elias", age: 9 },
    ]);
    await sellOnlyPhysical(guichet);
  });

  // covers §2: /tunnel/*
  it.each([
    { language: "fr", name: "Salma Haddad" },
    { language: "ar", name: "Elias Haddad" },
  ] as const)(
    "skips the choice of medium: a new card with its pass is ordered and paid, in $language",
    limit,
    async ({ language, name }) => {
      const shopper = await intoTunnel(language, "new@demo.example", name);
      const { page, button, heading, words } = shopper;
      const { t } = words;
      await heading(t("tunnel.card.title")).waitFor();
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem("tunnel") ?? "{}").media)).toBe("physical");
      // The step's URL redirects to the next step.
      await page.goto(`${guichet.shop}/${language}/tunnel/media`);
      await heading(t("tunnel.card.title")).waitFor();
      expect(await page.getByRole("radio", { name: t("tunnel.media.dematerialised") }).count()).toBe(0);
      await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).check();
      await staysAfterReload(shopper, t("tunnel.card.title"));
      expect(await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).isChecked()).toBe(true);
      await button(t("tunnel.continue")).click();
      await givePictures(shopper, [name], photo);
      await staysAfterReload(shopper, t("tunnel.profiles.title"));
      await button(t("tunnel.profiles.confirm")).click();
      await takePass(shopper, name, "year-child");
      await buyCart(shopper, 6020);
      await page.goto(`${guichet.shop}/${language}/account/transport-cards`);
      await page.getByText(t("transport-cards.ordered", { name: name.split(" ")[0] ?? "" })).waitFor();
    },
  );
});
