import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { textOfPdf } from "./read-documents.ts";
import { attachment, mailTo } from "./sandbox.ts";
import { goToCheckout, order, pay, paymentCards, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { lettersOf, wordsIn } from "./words.ts";

const guichet = sharedGuichet();

describe("a journey between two stops", () => {
  // covers: a journey chosen by typing, bought in French and Arabic; without script by two lists
  it.each(languagesOfJourney("fr"))(
    "is found by typing, priced, bought and named on its documents, in %s",
    { timeout: 240_000 },
    async (language) => {
      const words = wordsIn(language);
      const { t } = words;
      const email = `littoral.${language}.${Date.now()}@courriel.example`;
      const browser = await browserOfTest({
        locale: language === "fr" ? "fr-FR" : "ar",
        viewport: { width: 360, height: 740 },
      });
      const shopper = shopperAt(await browser.context.newPage(), words);
      const { page, link, button, heading } = shopper;
      await page.goto(`${guichet.shop}/${language}/products/coast-single`);

      // By keyboard only: type, Enter; type, arrow, Enter.
      const typeInto = (end: "origin" | "destination") =>
        page.getByRole("combobox", { name: t(`travel.${end}`), exact: true }).and(page.locator("input"));
      const origin = typeInto("origin");
      await origin.pressSequentially("aub");
      await page.getByRole("option", { name: "Aubert" }).waitFor();
      await origin.press("Enter");
      expect(await origin.inputValue()).toBe("Aubert");
      const destination = typeInto("destination");
      await destination.pressSequentially("barb");
      await page.getByText(t("travel.found", { count: 1 })).waitFor();
      await destination.press("ArrowDown");
      await destination.press("Enter");
      await page.getByText(t("travel.price", { amount: words.euros(440) })).waitFor();
      await page.getByRole("heading", { level: 2, name: t("travel.trips", { day: "" }).trim() }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await button(t("catalogue.add")).click();
      await page
        .getByRole("dialog")
        .getByRole("link", { name: t("cart.view") })
        .click();
      const pair = t("cart.line.journey", { origin: "Aubert", destination: "Pointe Sainte-Barbe" });
      await page.getByText(pair).first().waitFor();

      await goToCheckout(shopper, { majority: true });
      await link(t("identity.invite.guest")).click();
      await page.getByLabel(t("identity.first-name"), { exact: true }).fill("Inès");
      await page.getByLabel(t("identity.last-name"), { exact: true }).fill("Carvalho");
      await page.getByLabel(t("identity.email")).fill(email);
      await button(t("identity.continue")).click();
      await page
        .getByText(t("checkout.line.journey", { origin: "Aubert", destination: "Pointe Sainte-Barbe" }))
        .first()
        .waitFor();
      await order(shopper, 440);
      await pay(shopper, paymentCards.accepted);
      await heading(t("checkout.result.confirmed.title")).waitFor();

      const mail = await mailTo(guichet, email, ({ attachments }) => attachments.length > 0);
      expect(lettersOf(mail.text)).toContain(lettersOf(pair));
      const files = await Promise.all(
        mail.attachments.map(async (file) => textOfPdf(await attachment(guichet, file.link))),
      );
      for (const text of files) {
        expect(lettersOf(text)).toContain("Aubert");
        expect(lettersOf(text)).toContain(lettersOf("Pointe Sainte-Barbe"));
      }
    },
  );

  // covers: a journey chosen by typing, bought in French and Arabic; without script by two lists
  it("is shown without script: two lists, a day, its price and its departures", { timeout: 120_000 }, async () => {
    const words = wordsIn("fr");
    const { t } = words;
    const browser = await browserOfTest({ locale: "fr-FR", javaScriptEnabled: false });
    const { page, button } = shopperAt(await browser.context.newPage(), words);
    await page.goto(`${guichet.shop}/fr/products/coast-single`);
    await page.getByLabel(t("travel.origin"), { exact: true }).selectOption("aubert");
    await page.getByLabel(t("travel.destination"), { exact: true }).selectOption("levant");
    await button(t("travel.show")).click();
    await page.getByText(t("travel.price", { amount: words.euros(290) })).waitFor();
    expect(await page.getByLabel(t("travel.destination"), { exact: true }).inputValue()).toBe("levant");
  });
});
