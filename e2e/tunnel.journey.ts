import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { auditOf, type Installation, startInstallation } from "./installation.ts";
import { type Operator, openOperator } from "./operator.ts";
import { goToCheckout, goToPayStep, order, pay, paymentCards, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { wordsIn } from "./words.ts";

let guichet: Installation;
let operator: Operator;
let photo: string;
let browser: OpenBrowser | undefined;
beforeAll(async () => {
  guichet = await startInstallation();
  operator = await openOperator(guichet);
  photo = path.join(guichet.dataDir, "face.jpg");
  const picture = sharp({ create: { width: 1_200, height: 800, channels: 3, background: { r: 180, g: 120, b: 90 } } });
  await writeFile(photo, await picture.jpeg().toBuffer());
});
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});
afterAll(async () => {
  await operator?.close();
  await guichet.remove();
});

const limit = { timeout: 300_000 };
const prices = { card: 500, "year-child": 5520, "year-school": 18240, duplicate: 2000 };

async function at(language: "fr" | "ar", width: number): Promise<Shopper> {
  const locale = language === "fr" ? "fr-FR" : "ar-MA";
  browser = await openBrowser({ locale, viewport: { width, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  await shopper.page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example");
  return shopper;
}

/** The last place that the tunnel shows is looked at by axe, reloaded, and still there. */
async function looksRight({ page, heading }: Shopper, title: string): Promise<void> {
  await heading(title).waitFor();
  expect(await faultsOf(page), title).toEqual([]);
  await page.reload({ waitUntil: "networkidle" });
  await heading(title).waitFor();
}

/** From the cart to the paid order, by as many steps as checkout has; the order's id. */
async function checkout(shopper: Shopper, cents: number): Promise<string> {
  const { page, heading, words } = shopper;
  const { t } = words;
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
  await goToCheckout(shopper, { majority: false });
  await goToPayStep(shopper);
  await order(shopper, cents);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await page.waitForFunction(() => localStorage.getItem("cart")?.includes('"lines":[]'));
  return new URL(page.url()).searchParams.get("order") ?? "";
}

describe("a family", () => {
  it(
    "buys cards for two children with yearly passes on them: paid they wait, made they stand on the cards",
    limit,
    async () => {
      const shopper = await at("fr", 360);
      const { page, words, link, button } = shopper;
      const { t } = words;
      await page.goto(`${guichet.shop}/tunnel/card/selection`);
      await page.waitForURL(/tunnel\/passengers/);
      await page.goto(`${guichet.shop}/account/transport-cards`);
      await link(t("cards.new")).click();
      await looksRight(shopper, t("tunnel.passengers.title"));
      await button(t("tunnel.continue")).click();
      await page.getByText(t("tunnel.passengers.missing")).waitFor();
      for (const name of ["Lou Morvan", "Noé Morvan"]) await page.getByRole("checkbox", { name }).check();
      await button(t("tunnel.continue")).click();

      await looksRight(shopper, t("tunnel.media.title"));
      await page.getByRole("radio", { name: t("tunnel.media.physical") }).check();
      await button(t("tunnel.continue")).click();

      await looksRight(shopper, t("tunnel.card.title"));
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).check();
      await page.goBack();
      await shopper.heading(t("tunnel.media.title")).waitFor();
      await page.goForward();
      await shopper.heading(t("tunnel.card.title")).waitFor();
      expect(await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).isChecked()).toBe(true);
      await button(t("tunnel.continue")).click();

      await looksRight(shopper, t("tunnel.profiles.title"));
      await button(t("tunnel.profiles.confirm")).click();
      await page.getByText(t("tunnel.profiles.missing.picture", { name: "Lou Morvan" })).waitFor();
      for (const name of ["Lou Morvan", "Noé Morvan"]) {
        await link(t("tunnel.profiles.picture.add", { name })).click();
        await page.locator("input[type=file]").setInputFiles(photo);
        await button(t("travellers.picture.use")).click();
        await link(t("tunnel.profiles.picture.change", { name })).waitFor();
      }
      await button(t("tunnel.profiles.confirm")).click();

      await looksRight(shopper, t("tunnel.selection.title"));
      const passOf = (name: string, pass: string) =>
        page
          .getByRole("group", { name: t("tunnel.selection.of", { name }) })
          .getByRole("radio", { name: words.article(pass) });
      await passOf("Lou Morvan", "year-child").check();
      await passOf("Noé Morvan", "year-school").check();
      expect(await passOf("Noé Morvan", "year-adult").count()).toBe(0);
      await page.reload();
      expect(await passOf("Noé Morvan", "year-school").isChecked()).toBe(true);
      await button(t("tunnel.selection.add")).click();
      const orderId = await checkout(shopper, 2 * prices.card + prices["year-child"] + prices["year-school"]);

      await page.goto(`${guichet.shop}/account/transport-cards`);
      await page.getByText(t("cards.ordered", { name: "Lou" })).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await operator.prepare(orderId, "PHYSICAL");
      await page.reload();
      await page.locator(".transport-card", { hasText: "Lou Morvan" }).waitFor();
      await page.locator(".transport-card", { hasText: "Noé Morvan" }).waitFor();
      await page.goto(`${guichet.shop}/account/wallet`);
      await link(words.article("year-school")).click();
      await page.getByText(t("wallet.card.loads")).waitFor();
    },
  );

  it("loses a card: blocked with its pass, replaced, and the pass stands on the new one", limit, async () => {
    const shopper = await at("ar", 360);
    const { page, words, button, heading } = shopper;
    const { t } = words;
    await page.goto(`${guichet.shop}/ar/account/transport-cards`);
    const lous = page.locator("li", { has: page.locator(".transport-card", { hasText: "Lou Morvan" }) });
    const number = await lous.locator("bdi[dir=ltr]").first().textContent();
    await lous.getByRole("link", { name: t("cards.declare.of", { number: number ?? "" }) }).click();
    await looksRight(shopper, t("cards.declare.title.declare"));
    await page.getByText(words.article("year-child")).waitFor();
    await button(t("cards.declare.submit")).click();
    await page.getByText(t("cards.error.sure")).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("radio", { name: t("cards.declare.lost") }).check();
    await page.getByRole("checkbox", { name: t("cards.declare.sure") }).check();
    await button(t("cards.declare.submit")).click();
    await looksRight(shopper, t("cards.declare.title.blocked"));
    await page.getByRole("radio", { name: t("cards.replace.PHYSICAL") }).check();
    await button(t("cards.replace.submit")).click();
    const orderId = await checkout(shopper, prices.duplicate);

    await page.goto(`${guichet.shop}/ar/account/transport-cards`);
    await page.getByRole("link", { name: t("cards.follow.of", { number: number ?? "" }) }).click();
    await looksRight(shopper, t("cards.declare.title.ordered"));
    await operator.prepare(orderId, "PHYSICAL");
    await page.reload();
    const made = page.getByText(/^9250 \d{4} \d{4} \d{4}$/).last();
    await made.waitFor();
    const digits = (await made.textContent())?.slice(-4) ?? "";
    expect(digits).not.toBe(number?.slice(-4));
    await page.goto(`${guichet.shop}/ar/account/wallet`);
    await shopper.link(words.article("year-child")).click();
    await page.getByText(t("wallet.card.loads.text", { digits })).waitFor();
    await heading(words.article("year-child")).waitFor();
    expect((await auditOf(guichet)).code).toBe(0);
  });

  it(
    "with a valid card goes straight to the passes; a card held already joins by number and birth date",
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
      await looksRight(shopper, t("tunnel.association.title"));
      await button(t("tunnel.association.submit")).click();
      await page.getByText(t("cards.error.number")).first().waitFor();
      await page.goto(`${guichet.shop}/ar/tunnel/media`);
      await heading(t("tunnel.media.title")).waitFor();
      await button(t("tunnel.continue")).click();
      await looksRight(shopper, t("tunnel.selection.title"));
      await button(t("tunnel.selection.add")).click();
      await page.getByText(t("tunnel.selection.missing")).waitFor();
    },
  );
});
