import { stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { languagesOfJourney } from "./journey-languages.ts";
import { advanceClock } from "./sandbox.ts";
import { demoPassword, openSignedIn, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();

describe.each(languagesOfJourney("fr"))("a customer with an old sign-in, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;

  // covers §4: the export of personal data and a change of the contact e-mail require step-up authentication, and preserve the input
  it("reauthenticates for an export of their data and for another contact e-mail, without losing the input", {
    timeout: 240_000,
  }, async () => {
    const browser = await browserOfTest({ locale: language, viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button, heading } = shopper;
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/${language}`);
    await advanceClock(guichet, "PT6M");

    await page.goto(`${guichet.shop}/${language}/account`);
    await button(t("accounts.export.submit")).click();
    await page.getByText(t("accounts.reauthenticate.password")).waitFor();
    const password = page.getByLabel(t("accounts.current-password"), { exact: true });
    await password.fill("Not-my-password-2026");
    await button(t("accounts.export.submit")).click();
    await page.getByRole("alert").waitFor();
    await password.fill(demoPassword);
    const [file] = await Promise.all([page.waitForEvent("download"), button(t("accounts.export.submit")).click()]);
    expect(file.suggestedFilename()).toMatch(/^demo-.*\.zip$/);
    expect((await stat(await file.path())).size).toBeGreaterThan(1_000);

    await advanceClock(guichet, "PT6M");
    await page.goto(`${guichet.shop}/${language}/account?edit=personal`);
    const email = `contact.${language}@courriel.example`;
    const contact = page.getByLabel(t("accounts.contact-email"));
    const city = page.getByLabel(t("travellers.address.city"));
    await contact.fill(email);
    await page.getByLabel(t("travellers.address.route")).fill("3 quai des Brumes");
    await page.getByLabel(t("travellers.address.postal-code")).fill("76600");
    await city.fill("Le Havre");
    await button(t("accounts.save")).click();
    await heading(t("accounts.reauthenticate.password")).waitFor();
    expect([await contact.inputValue(), await city.inputValue()]).toEqual([email, "Le Havre"]);
    await password.fill(demoPassword);
    await button(t("accounts.save")).click();
    await page.waitForURL((url) => url.searchParams.get("flash") === "personal");
    await page.goto(`${guichet.shop}/${language}/account?edit=personal`);
    expect([await contact.inputValue(), await city.inputValue()]).toEqual([email, "Le Havre"]);
  });
});
