import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { articleLink, chooseInGroup, openArticle, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();
const inZones = () => guichet.shop.replace("//localhost", "//zones.localhost");

describe("the catalogue by need", () => {
  // covers: articles of a group are one card; zone and age are chosen in it
  it.each(languagesOfJourney("ar"))(
    "finds a ticket for a zone and an age in two taps, in %s",
    { timeout: 240_000 },
    async (language) => {
      const words = wordsIn(language, "zones");
      const { t } = words;
      const locale = language === "fr" ? "fr-FR" : "ar";
      const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 } });
      const shopper = shopperAt(await browser.context.newPage(), words);
      const { page, heading } = shopper;
      await page.goto(`${inZones()}/${language}`);
      await heading(t("home.section.single")).waitFor();
      expect(await page.getByRole("article").count()).toBeLessThanOrEqual(10);
      expect(await articleLink(shopper, "single-youth-b").isVisible()).toBe(false);

      const requests: string[] = [];
      page.on("request", (request) => requests.push(`${request.resourceType()} ${request.url()}`));
      expect(await chooseInGroup(shopper, "single-youth-b")).toBe(2);
      const card = page.getByRole("article").filter({ has: page.locator("#group-single") });
      await card.getByRole("heading", { name: words.article("single-youth-b") }).waitFor();
      await card.getByText(words.euros(300)).waitFor();
      // The service worker may still be storing files of the page.
      expect(requests.filter((request) => /^document |\.data(\?|$)/.test(request))).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);

      await articleLink(shopper, "single-youth-b").click();
      await page.waitForURL(/\/products\/single-youth-b/);
      await heading(words.article("single-youth-b")).waitFor();
      await page.goBack();
      await card.getByRole("heading", { name: words.article("single-youth-b") }).waitFor();
    },
  );

  // covers: articles of a group are one card; zone and age are chosen in it
  it("finds it without script", { timeout: 240_000 }, async () => {
    const words = wordsIn("fr", "zones");
    const viewport = { width: 360, height: 740 };
    const browser = await browserOfTest({ locale: "fr-FR", viewport, javaScriptEnabled: false });
    const shopper = shopperAt(await browser.context.newPage(), words);
    await shopper.page.goto(`${inZones()}/fr`);
    await openArticle(shopper, "monthly-child-c");
    await shopper.heading(words.article("monthly-child-c")).waitFor();
    await shopper.page.getByText(words.euros(5000)).first().waitFor();
  });
});
