import { describe, expect, it } from "vitest";
import { faultsInReadings } from "./axe-violations.ts";
import { textOfPdf } from "./read-documents.ts";
import { mailTo } from "./sandbox.ts";
import { buyCart, goToCheckout, openSignedIn, order, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { lettersOf, wordsIn } from "./words.ts";

// Without the demo's own subscription, which would also trigger the notice.
const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

const year = 28_200;
const week = 1_150;
const email = "holder@demo.example";

/** Checks the current screen with axe, in both colours and widths. */
async function check({ page }: Shopper): Promise<void> {
  expect(await faultsInReadings(page), page.url()).toEqual([]);
}

/** Adds the product of an article's page to the cart. */
async function add({ page, words: { t, language }, button }: Shopper, article: string): Promise<void> {
  await page.goto(`${guichet.shop}/${language}/products/${article}`);
  await page.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") }).check();
  await button(t("catalogue.add")).click();
  const added = page.getByRole("dialog").getByRole("link", { name: t("cart.view") });
  await added.click();
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
}

/** The last day of the pass that was just bought is the same on the result page, in the wallet, on its PDF and in the e-mail. */
async function expectSameLastDay({ page, words, link }: Shopper): Promise<void> {
  const { t } = words;
  const lastDay = lettersOf(`${lastDayOfYear.format(inOneYear())} inclus`);
  const shown = async () => lettersOf((await page.getByRole("main").textContent()) ?? "");
  expect(await shown()).toContain(lastDay);
  await link(t("checkout.result.ticket")).click();
  const pdf = link(t("wallet.pdf"));
  await pdf.waitFor();
  expect(await shown()).toContain(lastDay);
  const answer = await page.context().request.get(new URL((await pdf.getAttribute("href")) ?? "", guichet.shop).href);
  expect(lettersOf(await textOfPdf(await answer.body()))).toContain(lastDay);
  const mail = await mailTo(guichet, email, ({ text }) => text.includes(words.article("year-adult")));
  expect(lettersOf(mail.text)).toContain(lastDay);
}

const lastDayOfYear = new Intl.DateTimeFormat("fr-FR", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Europe/Paris",
});

/** The last day of a pass for a year from today. */
function inOneYear(): Date {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1, day.getUTCMonth(), day.getUTCDate() - 1);
  return day;
}

const flash = ({ page, words: { t } }: Shopper) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: t("subscriptions.held") });

describe("a pass that the traveller already has", () => {
  // covers §1: the last day and the remaining time of a ticket, the same everywhere
  // covers §5: a warning for a pass or subscription that the traveller already has on the same days, on its page, in the cart and before paying; it can still be bought
  it("causes a warning on its page, in the cart and before paying, with a link to its ticket, and can still be bought", {
    timeout: 300_000,
  }, async () => {
    const words = wordsIn("fr");
    const { t } = words;
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 900 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page } = shopper;
    await openSignedIn(shopper, email, `${guichet.shop}/fr`);
    await add(shopper, "year-adult");
    expect(await flash(shopper).count()).toBe(0);
    await buyCart(shopper, year);
    await expectSameLastDay(shopper);

    // Another pass on the same days for the same traveller: the notice appears as soon as the traveller is chosen.
    const name = words.article("year-adult");
    await page.goto(`${guichet.shop}/fr/products/week-pass`);
    await flash(shopper).getByText(name).first().waitFor();
    await check(shopper);
    const travellers = page.getByRole("group", { name: t("catalogue.traveller") }).getByRole("radio");
    await travellers.nth(1).check();
    await flash(shopper).waitFor({ state: "detached" });
    await travellers.first().check();
    await flash(shopper)
      .getByRole("link", { name: t("subscriptions.held.see.ticket") })
      .click();
    await page.waitForURL("**/account/wallet?ticket=*");
    await page.getByRole("heading", { name }).first().waitFor();

    await add(shopper, "week-pass");
    await flash(shopper).getByText(name).first().waitFor();
    await check(shopper);
    await goToCheckout(shopper, { majority: false });
    await flash(shopper).getByText(name).first().waitFor();
    await check(shopper);
    await order(shopper, week);
  });
});
