import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsInReading, readingIn } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { advanceClock, mailTo, scan } from "./sandbox.ts";
import { openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();

const email = "holder@demo.example";
const name = { firstName: "Camille", lastName: "Morvan" };
const article = "month-renewing";

/** Checks the current screen with axe as its language is checked. */
async function check({ page, words: { language } }: Shopper): Promise<void> {
  const reading = readingIn(language);
  expect(await faultsInReading(page, reading), page.url()).toEqual([]);
}

/** A browser window in which nobody is signed in, or the demo's holder. */
async function openWindow(language: "fr" | "ar"): Promise<Shopper> {
  const browser = await browserOfTest({
    locale: language === "fr" ? "fr-FR" : "ar",
    colorScheme: language === "fr" ? "light" : "dark",
    viewport: { width: language === "fr" ? 360 : 1280, height: 740 },
  });
  return shopperAt(await browser.context.newPage(), wordsIn(language));
}

/** Signs the holder in, and opens their active subscription; returns the number of its order. */
async function openSubscription(shopper: Shopper): Promise<string> {
  const { page, words, heading } = shopper;
  await openSignedIn(shopper, email, `${guichet.shop}/${words.language}/account/tacit`);
  await page.locator("main a[href*='/account/tacit/']").first().click();
  await heading(words.t("subscriptions.periods")).waitFor();
  const number = /\d{4}-\d{6}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0];
  if (number === undefined) throw new Error("the subscription shows no order number");
  return number;
}

/** Fills in the form of somebody who is not signed in. */
async function fillIn({ page, words: { t, article: nameOf } }: Shopper, number: string): Promise<void> {
  await page.getByLabel(t("terminations.number")).fill(number);
  await page.getByLabel(t("identity.first-name"), { exact: true }).fill(name.firstName);
  await page.getByLabel(t("identity.last-name"), { exact: true }).fill(name.lastName);
  await page.getByLabel(t("identity.email")).fill(email);
  await page.getByLabel(t("terminations.contract")).fill(nameOf(article));
}

describe.each(languagesOfJourney("ar"))("a contract, in %s", (language) => {
  // covers: online termination without a sign-in (L215-1-1)
  it("is terminated without a sign-in: three clicks from any page, the link of the e-mail, a receipt with the end date", {
    timeout: 480_000,
  }, async () => {
    // A requester gets one link a minute.
    await advanceClock(guichet, "PT2M");
    const owner = await openWindow(language);
    const number = await openSubscription(owner);
    const visitor = await openWindow(language);
    const { page, words, button, heading } = visitor;
    const { t } = words;
    const footer = page.getByRole("contentinfo").getByRole("link", { name: t("terminations.title") });
    for (const path of ["", "/cart", "/auth/login", "/no-such-page", "/legal-notices"]) {
      await page.goto(`${guichet.shop}/${language}${path}`);
      await footer.scrollIntoViewIfNeeded();
      expect(await footer.isVisible(), path).toBe(true);
    }

    let clicks = 0;
    const click = async (control: Locator) => {
      clicks += 1;
      await control.click();
    };
    await click(footer);
    await heading(t("terminations.title")).waitFor();
    await check(visitor);
    await fillIn(visitor, number);
    await click(button(t("terminations.continue")));
    await heading(t("terminations.summary.title")).waitFor();
    await page.getByText(number).waitFor();
    await check(visitor);
    await click(button(t("terminations.notify")));
    await heading(t("terminations.sent.title")).waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
    const reference = /R-[2-9A-Z]{8}/.exec(page.url())?.[0] ?? "";
    await page.getByText(reference).waitFor();
    await check(visitor);

    const confirmation = await mailTo(guichet, email, ({ text }) => text.includes(reference));
    // The e-mail is in the language of the account; its reader may read the page in another.
    const link = /https?:\S+\/terminate\?code=\S+/.exec(confirmation.text)?.[0] ?? "";
    const address = link.replace("/fr/terminate", `/${language}/terminate`);
    // A mail scanner opens the link, which changes nothing.
    await scan(confirmation);
    await owner.page.reload();
    await owner.link(t("subscriptions.end")).waitFor();

    await page.goto(address);
    await heading(t("terminations.confirm.title")).waitFor();
    await page.getByText(words.article(article)).first().waitFor();
    await check(visitor);
    await button(t("terminations.confirm.button")).click();
    await heading(t("terminations.receipt.title")).waitFor();
    const stated = page
      .getByRole("status")
      .filter({ hasText: /20\d\d/ })
      .first();
    const status = (await stated.textContent()) ?? "";
    const year = /20\d\d/.exec(status)?.[0] ?? "";
    expect(year).not.toBe("");
    await page.getByText(t("terminations.receipt.end"), { exact: true }).waitFor();
    await check(visitor);
    const accountName = wordsIn("fr").article(article);
    const durable = await mailTo(guichet, email, ({ text, subject }) => {
      return subject.includes(accountName) && text.includes(year) && text.includes(reference);
    });
    expect(durable.text).toContain("/account/tacit/");

    // In the account the contract has its end; it is resumed for the next test.
    await owner.page.reload();
    await owner.button(t("subscriptions.take-back")).click();
    await owner.page.getByText(t("subscriptions.flash.taken-back")).waitFor();
    expect(await visitor.link(t("shell.sign-in")).count()).toBe(1);
  });
});

describe("a signed-in holder", () => {
  // covers: online termination without a sign-in (L215-1-1)
  it("terminates a contract from the same link at once, in three clicks", { timeout: 240_000 }, async () => {
    const shopper = await openWindow("fr");
    const { page, words, button, heading } = shopper;
    const { t } = words;
    await openSubscription(shopper);
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: t("terminations.title") })
      .click();
    const only = page.getByRole("radio");
    await only.waitFor();
    expect([await only.count(), await only.isChecked()]).toEqual([1, true]);
    await check(shopper);
    await button(t("terminations.continue")).click();
    await page.getByText(t("terminations.effect.no-more")).waitFor();
    await check(shopper);
    await button(t("terminations.notify")).click();
    await heading(t("terminations.receipt.title")).waitFor();
    await check(shopper);
    await page.getByRole("link", { name: t("terminations.receipt.account") }).click();
    await heading(t("subscriptions.title")).waitFor();
    await page
      .getByText(t("subscriptions.state.cancelled", { day: "" }).trim())
      .first()
      .waitFor();
  });
});
