import { describe, expect, it } from "vitest";
import { languagesOfJourney } from "./journey-languages.ts";
import { articleLink, chooseInGroup, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const slow = { timeout: 240_000 };
const phone = { width: 360, height: 640 };

async function visitor(language: "fr" | "ar", options: object = {}): Promise<Shopper> {
  const words = wordsIn(language);
  const browser = await browserOfTest({ locale: language, viewport: phone, ...options });
  const shopper = shopperAt(await browser.context.newPage(), words);
  await shopper.page.goto(`${guichet.shop}/${language}`);
  return shopper;
}

/** Types into the search; only articles that match stay in the list, in a card of their own or as a choice of their group. */
async function expectFound(shopper: Shopper, typed: string, ...articles: string[]): Promise<void> {
  const { page, words } = shopper;
  const field = page.getByRole("searchbox");
  if (!(await field.isVisible())) await page.getByText(words.t("home.filter")).click();
  await field.fill(typed);
  // The links of the categories contain the search once the list shows its results.
  await page
    .locator(`a[href*="q=${encodeURIComponent(typed)}"]`)
    .first()
    .waitFor({ state: "attached" });
  await articleLink(shopper, "park-ride-day").waitFor({ state: "detached" });
  for (const id of articles) {
    await chooseInGroup(shopper, id);
    await articleLink(shopper, id).waitFor();
  }
}

const fitsInWidth = ({ page }: Shopper) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Choices of the visible select boxes that are not shown whole: a native select cuts off what is wider. */
const cutChoices = ({ page }: Shopper) =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select")].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const space = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen === null || select.clientWidth === 0) return [];
      pen.font = font;
      return [...select.options].filter(({ text }) => pen.measureText(text).width > space).map(({ text }) => text);
    });
  });

describe("the search of the home page", () => {
  // covers: search finds an article without accents, with a wrong letter, by a synonym and in another language
  it(
    "finds passes for students and for bicycles without accents, with a wrong letter, and in English",
    slow,
    async () => {
      const shopper = await visitor("fr");
      await expectFound(shopper, "etudiant", "year-youth", "pass-31-youth");
      await expectFound(shopper, "velo", "week-pass", "month-pass");
      await expectFound(shopper, "etuidant", "year-youth");
      await expectFound(shopper, "unemployed", "transition");
    },
  );

  it("finds them by Arabic words in Arabic, with the article or without", slow, async () => {
    const shopper = await visitor("ar");
    await expectFound(shopper, "طالب", "year-youth");
    await expectFound(shopper, "الدراجة", "month-pass");
    expect(await fitsInWidth(shopper)).toBe(true);
  });

  // covers: a search without a result suggests the nearest words and articles
  it("leads from a word that nothing has to the nearest one", slow, async () => {
    const shopper = await visitor("fr");
    const { page, link, words } = shopper;
    await page.goto(`${guichet.shop}/fr?q=trybaux`);
    await link("tribu").click();
    await page.getByText(words.article("tribe-ticket"), { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("tribu");
  });
});

// covers: the fare adviser is the first question of the home page, and its answers are preserved
describe.each(languagesOfJourney("fr"))("the first question, in %s", (language) => {
  const { t } = wordsIn(language);
  const question = (shopper: Shopper) => shopper.page.locator("summary", { hasText: t("home.unsure") });

  // covers: one button puts the fare adviser's proposal into the cart
  it("leads to a ticket for each traveller, and one button puts all of them into the cart", slow, async () => {
    const shopper = await visitor(language);
    const { page, button } = shopper;
    // When closed, it leaves the categories of the catalogue on the first screen of a phone.
    const chips = await page.getByRole("list", { name: t("home.categories") }).boundingBox();
    expect((chips?.y ?? phone.height) + (chips?.height ?? 0)).toBeLessThan(phone.height);
    const line = await question(shopper).boundingBox();
    expect(line?.height).toBeLessThan(56);

    await question(shopper).press("Enter");
    const form = page.getByRole("form", { name: t("home.advice") });
    await form.getByLabel(t("home.unsure.people")).selectOption("2");
    await form.getByLabel(t("home.unsure.age")).fill("35");
    expect(await fitsInWidth(shopper)).toBe(true);
    await button(t("home.unsure.ask")).click();
    await page.getByRole("heading", { name: t("travel.advice.result") }).waitFor();
    expect(await page.getByLabel(t("travel.advice.people")).inputValue()).toBe("2");

    await page.getByLabel(t("travel.advice.age", { number: "2" })).fill("20");
    await button(t("travel.advice.ask")).click();
    await page.waitForURL(/age2=20/);
    const answer = page.locator("#answer");
    await answer.getByText(shopper.words.article("pass-31-youth")).first().waitFor();
    await answer.getByText(shopper.words.euros(5700)).first().waitFor();
    await button(t("cart.add-all")).click();
    await page.waitForURL(/\/cart/);
    for (const id of ["pass-31", "pass-31-youth"]) {
      await page.getByText(shopper.words.article(id), { exact: true }).first().waitFor();
    }
  });
});

// covers: the fare adviser asks for the zone in a network with zones, and its proposal is for that zone
it("in the network by zones, the proposal is of the chosen zone and goes into the cart", slow, async () => {
  const words = wordsIn("fr", "zones");
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 320, height: 640 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  const { page, button } = shopper;
  await page.goto(`${guichet.shop.replace("//localhost", "//zones.localhost")}/fr`);
  await page.getByText(words.t("home.unsure")).click();
  const form = page.getByRole("form", { name: words.t("home.advice") });
  await form.getByLabel(words.t("home.unsure.zone")).selectOption("b");
  await form.getByLabel(words.t("home.unsure.age")).fill("35");
  expect([await fitsInWidth(shopper), await cutChoices(shopper)]).toEqual([true, []]);
  await button(words.t("home.unsure.ask")).click();
  // Which passes are cheapest depends on the day of the month; their zone does not.
  const answer = page.locator("#answer");
  await answer
    .getByRole("link", { name: /zone B$/ })
    .first()
    .waitFor();
  expect(await answer.getByRole("link", { name: /zone [AC]$/ }).count()).toBe(0);
  expect(await page.getByLabel(words.t("travel.advice.zone")).inputValue()).toBe("b");
  expect([await fitsInWidth(shopper), await cutChoices(shopper)]).toEqual([true, []]);
  await button(words.t("cart.add-all")).click();
  await page.waitForURL(/\/cart/);
  await page
    .getByText(/zone B$/)
    .first()
    .waitFor();
});

// covers: the fare adviser is the first question of the home page, and its answers are preserved
it("the first question works without script, at 320 px", slow, async () => {
  const shopper = await visitor("fr", { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const { page, button, words } = shopper;
  await page.getByText(words.t("home.unsure")).click();
  await page.getByLabel(words.t("home.unsure.age")).fill("65");
  await button(words.t("home.unsure.ask")).click();
  const answer = page.locator("#answer");
  await answer.getByText(words.article("pass-31-senior")).first().waitFor();
  expect(await button(words.t("cart.add-all")).isVisible()).toBe(false);
  expect(await answer.getByRole("link", { name: words.article("pass-31-senior") }).isVisible()).toBe(true);
});
