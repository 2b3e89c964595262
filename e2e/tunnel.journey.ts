import { beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { facePicture, givePictures, passOf, staysAfterReload } from "./card-tunnel.ts";
import { askForReplacement, declareLost, openIncident } from "./lost-card.ts";
import { openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
let photo: string;
beforeAll(async () => {
  photo = await facePicture(guichet);
});

const limit = { timeout: 300_000 };

async function at(language: "fr" | "ar", width: number): Promise<Shopper> {
  const locale = language === "fr" ? "fr-FR" : "ar-MA";
  const browser = await browserOfTest({ locale, viewport: { width, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  await openSignedIn(shopper, "holder@demo.example", guichet.shop);
  return shopper;
}

describe("a family", () => {
  // covers §2: /tunnel/*
  // covers §2: scroll to top on tunnel steps
  it(
    "chooses cards for two children with yearly passes on them, step by step, and finds each step again after a reload",
    limit,
    async () => {
      const shopper = await at("fr", 360);
      const { page, words, link, button } = shopper;
      const { t } = words;
      await page.goto(`${guichet.shop}/tunnel/card/selection`);
      await page.waitForURL(/tunnel\/passengers/);
      await page.goto(`${guichet.shop}/account/transport-cards`);
      await link(t("transport-cards.new")).click();
      await staysAfterReload(shopper, t("tunnel.passengers.title"));
      await button(t("tunnel.continue")).click();
      await page.getByText(t("tunnel.passengers.missing")).waitFor();
      for (const name of ["Lou Morvan", "Noé Morvan"]) await page.getByRole("checkbox", { name }).check();
      await button(t("tunnel.continue")).click();

      await staysAfterReload(shopper, t("tunnel.media.title"));
      await page.getByRole("radio", { name: t("tunnel.media.physical") }).check();
      await button(t("tunnel.continue")).click();

      await staysAfterReload(shopper, t("tunnel.card.title"));
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).check();
      await page.goBack();
      await shopper.heading(t("tunnel.media.title")).waitFor();
      await page.goForward();
      await shopper.heading(t("tunnel.card.title")).waitFor();
      expect(await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).isChecked()).toBe(true);
      await button(t("tunnel.continue")).click();

      await staysAfterReload(shopper, t("tunnel.profiles.title"));
      await button(t("tunnel.profiles.confirm")).click();
      await page.getByText(t("tunnel.profiles.missing.picture", { name: "Lou Morvan" })).waitFor();
      await givePictures(shopper, ["Lou Morvan", "Noé Morvan"], photo);
      await button(t("tunnel.profiles.confirm")).click();

      await staysAfterReload(shopper, t("tunnel.selection.title"));
      await passOf(shopper, "Lou Morvan", "year-child").check();
      await passOf(shopper, "Noé Morvan", "year-school").check();
      expect(await passOf(shopper, "Noé Morvan", "year-adult").count()).toBe(0);
      await page.reload();
      expect(await passOf(shopper, "Noé Morvan", "year-school").isChecked()).toBe(true);
      await button(t("tunnel.selection.add")).click();
      await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
      for (const pass of ["year-child", "year-school"]) await page.getByText(words.article(pass)).first().waitFor();
    },
  );

  // covers §2: /tunnel/*
  // covers §2: tunnel: physical support only, a valid card skips to the selection
  it(
    "with a valid card goes straight to the passes; an existing card is linked by number and birth date",
    limit,
    async () => {
      const shopper = await at("ar", 1280);
      const { page, words, button, link, heading } = shopper;
      const { t } = words;
      await page.goto(`${guichet.shop}/ar/account`);
      await link(t("accounts.new-card")).click();
      await heading(t("tunnel.passengers.title")).waitFor();
      await page.getByRole("checkbox", { name: "Camille Morvan" }).check();
      await button(t("tunnel.continue")).click();
      await page.getByRole("radio", { name: t("tunnel.media.physical") }).check();
      await link(t("tunnel.media.owns-one")).click();
      await staysAfterReload(shopper, t("tunnel.association.title"));
      await button(t("tunnel.association.submit")).click();
      await page.getByText(t("transport-cards.error.number")).first().waitFor();
      await page.goto(`${guichet.shop}/ar/tunnel/media`);
      await heading(t("tunnel.media.title")).waitFor();
      await button(t("tunnel.continue")).click();
      await staysAfterReload(shopper, t("tunnel.selection.title"));
      await button(t("tunnel.selection.add")).click();
      await page.getByText(t("tunnel.selection.missing")).waitFor();
    },
  );

  // covers §2: /account/transport-cards/incident/{id}
  it("declares a card lost, and finds each step of it again after a reload", limit, async () => {
    const shopper = await at("ar", 360);
    const { page, words, button } = shopper;
    const { t } = words;
    await page.goto(`${guichet.shop}/ar/account/transport-cards`);
    await openIncident(shopper, "Camille Morvan");
    await staysAfterReload(shopper, t("transport-cards.declare.title.declare"));
    await button(t("transport-cards.declare.submit")).click();
    await page.getByText(t("transport-cards.error.sure")).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await declareLost(shopper);
    await staysAfterReload(shopper, t("transport-cards.declare.title.blocked"));
    await askForReplacement(shopper);
  });
});
