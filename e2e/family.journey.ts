import { describe, expect, it } from "vitest";
import { mailTo } from "./sandbox.ts";
import { demoPassword, openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const email = "holder@demo.example";
const lousPassword = "Le velo bleu de Lou 7";

/** Opens a separate browser. */
async function at(locale: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Shopper> {
  const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 }, ...options });
  return shopperAt(await browser.context.newPage(), wordsIn(locale.startsWith("ar") ? "ar" : "fr"));
}

async function fillSignIn({ page, words: { t } }: Shopper, password: string): Promise<void> {
  await page.getByLabel(t("identity.email")).fill(email);
  await page.getByLabel(t("identity.password"), { exact: true }).fill(password);
}

describe("a parent and a child", () => {
  // covers §6: travellers with a sign-in of their own
  it("have separate sign-ins: the child sees its own tickets and nothing of the parent's", {
    timeout: 240_000,
  }, async () => {
    const parent = await at("fr-FR");
    const { t } = parent.words;
    await openSignedIn(parent, email, `${guichet.shop}/fr/account`);
    // A ticket of Lou's from another journey may be linked under the same name.
    await parent.page
      .getByRole("region", { name: t("accounts.people") })
      .getByRole("link", { name: "Lou Morvan" })
      .click();
    await parent.heading("Lou Morvan").waitFor();
    await parent.page.getByLabel(t("travellers.password", { name: "Lou" })).fill(lousPassword);
    await parent.page.getByLabel(t("identity.new-password-again")).fill(lousPassword);
    await parent.page.getByLabel(t("travellers.your-password"), { exact: true }).first().fill(demoPassword);
    await parent.button(t("travellers.password.set")).click();
    await parent.page.getByText(t("travellers.flash.given", { name: "Lou" })).waitFor();
    await mailTo(guichet, email, ({ subject }) => subject.includes("Lou"));

    const child = await at("ar-MA");
    await child.page.goto(`${guichet.shop}/auth/login`);
    await fillSignIn(child, lousPassword);
    await child.button(child.words.t("identity.login.submit")).click();
    await child.heading(child.words.t("accounts.hello", { name: "Lou" })).waitFor();
    const shown = await child.page.locator("main").textContent();
    expect(shown).toContain("Lou");
    for (const others of ["Camille", "Noé", child.words.t("accounts.delete"), child.words.t("accounts.people")]) {
      expect(shown).not.toContain(others);
    }
    await child.page.goto(`${guichet.shop}/ar/account/invoices`);
    await child.page.locator("main h1").waitFor();
    expect(await child.page.locator("main").textContent()).not.toMatch(/\d{4}-\d{6}/);

    await parent.page.goto(`${guichet.shop}/account?edit=devices`);
    const theirs = parent.page.getByText(/ · Lou$/).first();
    await theirs.waitFor();
    await parent.page
      .locator(".item", { has: theirs })
      .getByRole("button", { name: new RegExp(t("accounts.sign-out")) })
      .click();
    await parent.page.getByText(t("accounts.flash.signed-out")).waitFor();
    await child.page.goto(`${guichet.shop}/ar/account`);
    await child.page.waitForURL((url) => url.pathname.endsWith("/auth"));
  });

  // covers §4: login may answer profiles; without a user it is an error
  it("share a browser: the parent chooses whose page opens, with or without script", { timeout: 240_000 }, async () => {
    for (const javaScriptEnabled of [true, false]) {
      const parent = await at("fr-FR", { javaScriptEnabled });
      const { page, words, button, heading } = parent;
      const { t } = words;
      await page.goto(`${guichet.shop}/auth/login?next=%2Faccount%2Fwallet`);
      await fillSignIn(parent, demoPassword);
      await page.getByText(t("identity.login.family"), { exact: true }).click();
      await page.getByRole("checkbox", { name: t("identity.login.choose") }).check();
      await button(t("identity.login.submit")).click();
      await heading(t("identity.choose.title")).waitFor();
      await button("Noé Morvan").click();
      await page.waitForURL((url) => url.pathname.endsWith("/account/wallet"));
      await page.goto(`${guichet.shop}/account`);
      await heading(t("accounts.hello", { name: "Noé" })).waitFor();
      expect(await page.locator("main").textContent()).not.toContain("Camille");
    }
  });
});
