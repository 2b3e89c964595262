import { describe, expect, it } from "vitest";
import { textsIn as sandboxTextsIn } from "../apps/sandbox/src/locales/texts.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { demoPassword, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

/** The shop is on localhost, the providers on 127.0.0.1: two sites for a browser. */
const arrive = ({ page }: Shopper, path: string) =>
  page.waitForURL((url) => url.hostname === "localhost" && url.pathname + url.search === path);
const atFederation = async ({ page, button }: Shopper, person: string) => {
  await page.waitForURL(`${guichet.sandbox}/federation/**`);
  await button(person).click();
};

/** Languages with the locale and colours of their browser, and the differences between their accounts. */
const viewports = [
  { language: "fr", locale: "fr-FR", colorScheme: "light", dir: "ltr", linked: "Marion Petit" },
  { language: "ar", locale: "ar-MA", colorScheme: "dark", dir: "rtl", linked: "Claire Sophie Martin" },
] as const;
const viewportsIn = (languages: readonly string[]) => viewports.filter(({ language }) => languages.includes(language));

describe("a customer of the national federation", () => {
  // covers §1: national identity federation
  it.each(viewportsIn(languagesOfJourney("ar")))(
    "completes the account, adds an e-mail sign-in, unlinks the federation and signs out at both, in $language",
    async ({ language, locale, colorScheme }) => {
      const browser = await browserOfTest({ locale, colorScheme, viewport: { width: 360, height: 800 } });
      const { context } = browser;
      const shopper = shopperAt(await context.newPage(), wordsIn(language));
      const { page, button, link, words } = shopper;
      const { t } = words;
      const seen: string[] = [];
      page.on("request", (request) => seen.push(request.url()));

      await page.goto(`${guichet.shop}/${language}/account/wallet`);
      await arrive(shopper, `/${language}/auth?next=%2Faccount%2Fwallet`);
      await button(t("identity.provider.national")).click();
      await atFederation(shopper, "Paulette Girard");
      await arrive(shopper, `/${language}/auth/finalize?next=%2Faccount%2Fwallet`);
      await page.getByText("Girard", { exact: true }).waitFor();
      expect(await page.getByLabel(t("identity.last-name")).count()).toBe(0);
      await page.getByLabel(t("identity.email")).fill(`paulette.${language}@demo.example`);
      await button(t("identity.finalize.submit")).click();
      await arrive(shopper, `/${language}/account/wallet`);

      await page.goto(`${guichet.shop}/${language}/account`);
      await link(t("accounts.sign-in-methods")).click();
      await page.getByText(t("accounts.sign-in-methods.only")).waitFor();
      await page.goto(`${guichet.shop}/${language}/auth/fc/delete-identity`);
      await page.getByText(t("identity.unlink.last.title")).waitFor();
      await page.goto(`${guichet.shop}/${language}/account/identity/add`);
      await button(t("identity.reauthenticate.submit")).click();
      await atFederation(shopper, "Paulette Girard");
      await arrive(shopper, `/${language}/account/identity/add?reauthenticated=1`);
      await page.getByLabel(t("identity.new-password"), { exact: true }).fill("Trolley-vert-2026");
      await page.getByLabel(t("identity.new-password-again")).fill("Trolley-vert-2026");
      await button(t("identity.add.submit")).click();
      await page.getByText(t("accounts.sign-in-methods.flash.added")).waitFor();

      await link(t("accounts.sign-in-methods.unlink-one", { name: "FranceConnect" })).click();
      await button(t("identity.unlink.submit")).click();
      await atFederation(shopper, "Paulette Girard");
      await page.getByText(t("accounts.sign-in-methods.flash.unlinked")).waitFor();
      expect(await page.getByText("FranceConnect", { exact: true }).count()).toBe(0);

      await page.goto(`${guichet.shop}/${language}/account`);
      await button(t("accounts.sign-out")).click();
      await arrive(shopper, `/${language}`);
      expect(seen).toContain(`${guichet.shop}/${language}/auth/logout?done=1`);
      expect(
        seen.some((url) => url.startsWith(`${guichet.sandbox}/federation/`) && url.includes("id_token_hint")),
      ).toBe(true);
      const left = (await context.cookies(guichet.shop)).map(({ name }) => name);
      expect(left.filter((name) => !["theme", "locale"].includes(name))).toEqual([]);

      await page.goto(`${guichet.shop}/${language}/auth`);
      await page.getByLabel(t("identity.email")).fill(`paulette.${language}@demo.example`);
      await page.getByLabel(t("identity.password"), { exact: true }).fill("Trolley-vert-2026");
      await button(t("identity.login.submit")).click();
      await arrive(shopper, `/${language}/account`);
    },
  );

  it("signs in without script, cancels another time, and sees a message if the address is already known", async () => {
    const browser = await browserOfTest({ locale: "fr-FR", javaScriptEnabled: false });
    const shopper = shopperAt(await browser.context.newPage(), wordsIn("fr"));
    const { page, button, heading, words } = shopper;
    const { t } = words;
    const begin = async () => {
      // The federation's page needs script when another person takes over.
      await browser.context.clearCookies();
      await page.goto(`${guichet.shop}/fr/auth`);
      await button(t("identity.provider.national")).click();
      await page.waitForURL(`${guichet.sandbox}/federation/**`);
    };
    await begin();
    await button(sandboxTextsIn("fr")("identity.cancel")).click();
    await heading(t("identity.return.stopped.title")).waitFor();
    await page.getByText(t("identity.error.provider-cancelled")).waitFor();
    await begin();
    await button("Camille Robert").click();
    await heading(t("identity.return.known.title")).waitFor();
    await begin();
    await button("Thomas Bernard").click();
    await arrive(shopper, "/fr/account");
    await page.getByText("Thomas", { exact: false }).first().waitFor();
  });
});

describe("a customer of the network's own provider", () => {
  // covers §1: custom OpenID providers
  it.each(viewportsIn(languagesOfJourney("fr")))(
    "completes the account, signs out at both, signs in again, links the federation and unlinks the provider, in $language",
    async ({ language, locale, colorScheme, dir, linked }) => {
      const browser = await browserOfTest({ locale, colorScheme, viewport: { width: 360, height: 800 } });
      const { context } = browser;
      const shopper = shopperAt(await context.newPage(), wordsIn(language));
      const { page, button, link, words } = shopper;
      const { t } = words;
      const provider = { name: "Compte Rivage" };
      const seen: string[] = [];
      page.on("request", (request) => seen.push(request.url()));
      const atRealm = async () => {
        await page.waitForURL(`${guichet.sandbox}/realms/**`);
        await page.getByLabel(words.sandbox("identity.user-name")).fill("noemail");
        await page.getByLabel(words.sandbox("identity.password"), { exact: true }).fill(demoPassword);
        await button(words.sandbox("identity.sign-in")).click();
      };

      await page.goto(`${guichet.shop}/${language}/auth`);
      await button(t("identity.provider.custom", provider)).click();
      await atRealm();
      await arrive(shopper, `/${language}/auth/finalize`);
      expect(await page.locator("html").getAttribute("dir")).toBe(dir);
      await page.getByLabel(t("identity.email")).fill(`andrea.${language}@demo.example`);
      await button(t("identity.finalize.submit")).click();
      await arrive(shopper, `/${language}/account`);

      await button(t("accounts.sign-out")).click();
      await arrive(shopper, `/${language}`);
      expect(seen).toContain(`${guichet.shop}/${language}/auth/logout?done=1`);
      expect(seen.some((url) => /\/realms\/demo\/.*logout\?/.test(url))).toBe(true);

      await page.goto(`${guichet.shop}/${language}/auth`);
      await button(t("identity.provider.custom", provider)).click();
      await atRealm();
      await arrive(shopper, `/${language}/account`);

      await link(t("accounts.sign-in-methods")).click();
      await link(t("accounts.sign-in-methods.link", { name: "FranceConnect" })).click();
      await button(t("accounts.sign-in-methods.link.submit", { name: "FranceConnect" })).click();
      await atRealm();
      await page.waitForURL(/reauthenticated=1/);
      await button(t("accounts.sign-in-methods.link.submit", { name: "FranceConnect" })).click();
      await atFederation(shopper, linked);
      await page.getByText(t("accounts.sign-in-methods.flash.linked")).waitFor();

      await link(t("accounts.sign-in-methods.unlink-one", provider)).click();
      await button(t("accounts.sign-in-methods.unlink.submit")).click();
      await atRealm();
      await page.getByText(t("accounts.sign-in-methods.flash.unlinked")).waitFor();
    },
  );
});
