import { formatsFor } from "@guichet/web/formats.ts";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsInReadings, faultsOf, readingIn, seenAs } from "./axe-violations.ts";
import { counted } from "./effort.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { ledgerOf } from "./sandbox.ts";
import { articleLink, pay, paymentCards, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { readCode } from "./trips.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const article = "ticket-1h";
const fare = 130;
const slow = { timeout: 240_000 };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };

describe.each(["fr", "ar"] as const)("a single ticket, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;
  const opened = async (options: object = {}): Promise<Shopper> => {
    const browser = await browserOfTest({ locale: language, ...phone, ...options });
    const shopper = shopperAt(await browser.context.newPage(), words);
    await shopper.page.goto(`${guichet.shop}/${language}`);
    return shopper;
  };

  // covers: from the landing page to the code: a guest needs 5 taps, 1 field and 4 screens at most
  it("is bought by a guest in five taps, one field and four screens", slow, async () => {
    const shopper = await opened();
    const { page } = shopper;
    const { effort, tap, type } = counted();
    await tap(buyButton(shopper), "screen");
    await type(sheetOf(shopper).getByLabel(t("checkout.guest-email")), guestAddress());
    await tap(payButton(shopper), "screen");
    await tap(page.getByRole("button", { name: "Google Pay" }), "screen");
    expect((await readCode(shopper, guichet)).status).toBe("valid");
    expect(effort.taps).toBeLessThanOrEqual(5);
    expect(effort.fields).toBeLessThanOrEqual(1);
    expect(effort.screens).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  // covers: from the landing page to the code: a returning customer with a saved card needs 3 taps and no field
  it("is bought by a returning customer in three taps, without a field", slow, async () => {
    const shopper = await opened();
    await signIn(shopper, "holder@demo.example");
    await saveCard(shopper);
    await shopper.page.goto(`${guichet.shop}/${language}`);
    const { effort, tap } = counted();
    await tap(buyButton(shopper), "screen");
    await tap(payButton(shopper), "screen");
    await shopper.heading(t("checkout.result.confirmed.title")).waitFor();
    expect((await readCode(shopper, guichet)).status).toBe("valid");
    expect(effort.taps).toBeLessThanOrEqual(3);
    expect(effort.fields).toBe(0);
    expect(await capturesOf(shopper)).toBe(1);
    expect(await shopper.page.evaluate(() => localStorage.getItem("cart")?.includes(':"ticket-1h"') ?? false)).toBe(
      false,
    );
  });
});

const words = wordsIn("fr");
const { t } = words;

async function visitor(options: object = {}): Promise<Shopper> {
  const browser = await browserOfTest({ locale: "fr-FR", ...phone, ...options });
  const shopper = shopperAt(await browser.context.newPage(), words);
  await shopper.page.goto(guichet.shop);
  return shopper;
}

describe("the sheet of an article", () => {
  // covers: an article is bought in a sheet without script
  it("is a page without script, and its receipt stays with the guest", slow, async () => {
    const shopper = await visitor({ javaScriptEnabled: false });
    const { page, button, heading, link } = shopper;
    await buyButton(shopper).click();
    await heading(words.article(article)).waitFor();
    await button(t("checkout.express.more", { name: words.article(article) })).click();
    await page.getByRole("button", { name: words.euros(2 * fare) }).click();
    await page.getByRole("alert").getByText(t("identity.error.email")).waitFor();
    const email = guestAddress();
    await page.getByLabel(t("checkout.guest-email")).fill(email);
    await page.getByRole("button", { name: words.euros(2 * fare) }).click();
    await page.getByRole("button", { name: "Apple Pay" }).click();
    await heading(t("checkout.result.confirmed.title")).waitFor();
    expect((await readCode(shopper, guichet)).status).toBe("valid");
    expect(await page.locator("svg[role=img]").count()).toBe(2);
    await link(t("shell.receipts")).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: words.article(article) })
      .click();
    await link(t("orders.tickets")).click();
    expect((await readCode(shopper, guichet)).status).toBe("valid");
    const pdf = await link(t("checkout.result.ticket-pdf")).getAttribute("href");
    const file = await page.context().request.get(new URL(pdf ?? "", guichet.shop).href);
    expect(file.headers()["content-type"]).toBe("application/pdf");
  });

  it("closes by Esc and by Back, gives the focus back, and keeps list and cart", slow, async () => {
    const shopper = await visitor();
    const { page } = shopper;
    await buyButton(shopper).focus();
    for (const close of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
      await page.keyboard.press("Enter");
      await payButton(shopper).waitFor();
      await close();
      await sheetOf(shopper).waitFor({ state: "detached" });
      expect(await buyButton(shopper).evaluate((one) => one === document.activeElement)).toBe(true);
      expect(new URL(page.url()).pathname).toBe("/");
    }
    await articleLink(shopper, article).click();
    await page.waitForURL(/\/products\//);
  });

  // covers: a purchase in the sheet by the keyboard alone
  it("is used by the keyboard alone", slow, async () => {
    const shopper = await visitor({ viewport: { width: 1280, height: 900 } });
    const { page } = shopper;
    await buyButton(shopper).focus();
    await page.keyboard.press("Enter");
    await payButton(shopper).waitFor();
    const inSheet = () => page.evaluate(() => document.activeElement?.closest("dialog")?.id);
    expect(await inSheet()).toBe("express");
    await reach(page, sheetOf(shopper).getByLabel(t("checkout.guest-email")));
    await page.keyboard.type(guestAddress());
    await reach(page, payButton(shopper));
    expect(await inSheet()).toBe("express");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Google Pay" }).press("Enter");
    await shopper.heading(t("checkout.result.confirmed.title")).waitFor();
  });

  // covers: a sheet submitted twice, in two tabs, or reached again by Back places one order
  it("places one order when it is pressed twice, in two tabs, and again after Back", slow, async () => {
    const shopper = await visitor();
    const { page, heading } = shopper;
    const email = guestAddress();
    await fillSheet(shopper, email);
    await payButton(shopper).dblclick();
    await page.getByLabel(words.sandbox("payment.number")).waitFor();
    const paymentUrl = page.url();

    const second = shopperAt(await page.context().newPage(), words);
    await second.page.goto(guichet.shop);
    await buyButton(second).click();
    await payButton(second).click();
    await second.page.getByLabel(words.sandbox("payment.number")).waitFor();
    expect(second.page.url()).toBe(paymentUrl);

    await page.goBack();
    await heading(t("checkout.result.checking.title")).waitFor();
    await second.page.getByRole("button", { name: "Google Pay" }).click();
    await second.heading(t("checkout.result.confirmed.title")).waitFor();
    await heading(t("checkout.result.confirmed.title")).waitFor();
    expect(orderIn(page.url())).toBe(orderIn(second.page.url()));
    expect(await capturesOf(shopper)).toBe(1);
  });

  // covers: a connection lost while the order of a sheet is placed
  it("loses the connection while the order is placed, and places it once", slow, async () => {
    const shopper = await visitor();
    const { page, heading } = shopper;
    await fillSheet(shopper, guestAddress());
    // The order arrives, its answer does not, and neither do its cookies: `route.fetch` would store them in the browser.
    let isLost = false;
    const arrived: string[] = [];
    await page.route("**/cart/checkout/order", async (route) => {
      const request = route.request();
      if (isLost || !request.postData()?.startsWith("order=")) return route.continue();
      isLost = true;
      const headers = await request.allHeaders();
      const answer = await fetch(request.url(), {
        method: "POST",
        headers,
        body: request.postData(),
        redirect: "manual",
      });
      arrived.push((await answer.json()).orderId);
      await route.abort("connectionreset");
    });
    await payButton(shopper).click();
    await page.getByRole("alert").getByText(t("checkout.refused.connection")).waitFor();
    await payButton(shopper).click();
    await page.getByRole("button", { name: "Google Pay" }).click();
    await heading(t("checkout.result.confirmed.title")).waitFor();
    expect(await capturesOf(shopper)).toBe(1);
    // The retry found the order whose answer was lost: the first-time guest has no second, unpaid one.
    expect(arrived).toEqual([orderIn(page.url())]);
  });

  // covers: a refused payment of a sheet is paid with another card
  it("is paid with another card after a refusal at the provider", slow, async () => {
    const shopper = await visitor();
    const { page, heading, link, button } = shopper;
    await fillSheet(shopper, guestAddress());
    await payButton(shopper).click();
    await pay(shopper, paymentCards.refused);
    await page.getByRole("alert").getByText(words.sandbox("payment.refused-title")).waitFor();
    await button(words.sandbox("payment.cancel")).click();
    await heading(t("checkout.result.cancelled.title")).waitFor();
    await link(t("checkout.result.try-again")).click();
    await page.getByRole("button", { name: words.euros(fare) }).click();
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    expect(await capturesOf(shopper)).toBe(1);
  });

  // covers: a saved card in the sheet asks for the bank's authentication
  it(
    "leads to the bank for a card that asks for authentication, and stays open for one that is refused",
    slow,
    async () => {
      const shopper = await visitor();
      const { page, heading, button, link } = shopper;
      await link(t("shell.sign-in")).waitFor();
      await signIn(shopper, "holder@demo.example");
      await saveCard(shopper, strongCard);
      await page.goto(guichet.shop);
      await buyButton(shopper).click();
      await sheetOf(shopper)
        .getByRole("radio", { name: strongCard.slice(-4) })
        .check();
      await payButton(shopper).click();
      await heading(words.sandbox("payment.bank-title")).waitFor();
      const code = await page.locator(".shown bdi").textContent();
      await page.getByLabel(words.sandbox("payment.one-time-code")).fill(code ?? "");
      await button(words.sandbox("payment.confirm")).click();
      await heading(t("checkout.result.confirmed.title")).waitFor();
      expect(await capturesOf(shopper)).toBe(1);
    },
  );

  // covers §2: payment results: confirmed, refused, cancelled, being checked
  // covers: after a refusal another card is one tap away, on every viewport
  it("is refused when the bank's page of a saved card is left: another card is one tap away", slow, async () => {
    const shopper = await visitor();
    const { page, heading, button, link } = shopper;
    await link(t("shell.sign-in")).waitFor();
    await signIn(shopper, "holder@demo.example");
    await saveCard(shopper, strongCard);
    await page.goto(guichet.shop);
    await buyButton(shopper).click();
    await sheetOf(shopper)
      .getByRole("radio", { name: strongCard.slice(-4) })
      .check();
    await payButton(shopper).click();
    await heading(words.sandbox("payment.bank-title")).waitFor();
    await button(words.sandbox("payment.cancel")).click();
    await heading(t("checkout.result.refused.title")).waitFor();
    await page.getByText(t("checkout.result.refused.text.express")).waitFor();
    const refused = orderIn(page.url());
    expect((await ledgerOf(guichet, refused)).filter(({ kind }) => kind !== "session")).toEqual([]);
    // Every view of the refusal, not only the first, offers the other card one tap away.
    await link(t("checkout.result.other-card")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await link(t("checkout.result.other-card")).click();
    await page.getByRole("radio", { name: t("checkout.card.another") }).check();
    await page.getByRole("button", { name: words.euros(fare) }).click();
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    const paid = new Set([refused, orderIn(page.url())]);
    const movements = (await Promise.all([...paid].map((orderId) => ledgerOf(guichet, orderId)))).flat();
    expect(movements.filter(({ kind }) => kind === "capture" || kind === "debit")).toHaveLength(1);
  });

  // covers: the price of an article changes between list and sheet
  it("shows the price that has changed since the list was loaded", slow, async () => {
    const { page } = await visitor();
    await page.goto(`${guichet.shop}/cart/express?item=${article}&price=120`);
    const said = { now: words.euros(fare), before: words.euros(120) };
    await page.getByText(t("checkout.express.price-changed", said)).waitFor();
  });
});

// covers: the sheet has no violations of axe rules, and is no wider than the screen
describe("the sheet is free of faults that axe knows", () => {
  it.each(languagesOfJourney("ar"))("in %s", slow, async (language) => {
    const own = readingIn(language);
    const browser = await browserOfTest({ locale: own.locale, ...seenAs(own) });
    const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
    await shopper.page.goto(`${guichet.shop}/${language}`);
    await buyButton(shopper).click();
    await payButton(shopper).click();
    await shopper.page.getByRole("alert").first().waitFor();
    expect(await faultsInReadings(shopper.page)).toEqual([]);
  });
});

const strongCard = "4970 1000 0000 0030";

const guestAddress = () => `express.${crypto.randomUUID().slice(0, 8)}@courriel.example`;
const buyButton = ({ page, words: { t, article: name, euros } }: Shopper): Locator =>
  page.getByRole("link", { name: `${t("home.buy", { amount: euros(fare) })} ${name(article)}` }).first();
const sheetOf = ({ page, words: { article: name } }: Shopper): Locator =>
  page.getByRole("dialog", { name: name(article) });
const payButton = (shopper: Shopper): Locator =>
  sheetOf(shopper).getByRole("button", { name: shopper.words.euros(fare) });
const orderIn = (url: string): string => new URL(url).searchParams.get("order") ?? "";

async function fillSheet(shopper: Shopper, email: string): Promise<void> {
  await buyButton(shopper).click();
  await sheetOf(shopper).getByLabel(shopper.words.t("checkout.guest-email")).fill(email);
}

/** Adds a card to the account, on the provider's page, unless it is saved already; it becomes the favourite. */
async function saveCard(shopper: Shopper, card = paymentCards.accepted): Promise<void> {
  const { page, words, button } = shopper;
  await page.goto(`${guichet.shop}/${words.language}/account`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const name = `VISA •••• ${card.slice(-4)}`;
  const { list } = formatsFor(words.language, "Europe/Paris");
  const favourite = page.getByRole("button", { name: list([words.t("payments.action.favourite"), name]) });
  const isFavourite = page.getByRole("button", { name: list([words.t("payments.action.plain"), name]) });
  if (await isFavourite.isVisible()) return;
  if (!(await favourite.isVisible())) {
    await button(words.t("payments.add")).click();
    await page.getByLabel(words.sandbox("payment.number")).fill(card);
    await page.getByLabel(words.sandbox("payment.expiry")).fill("12/30");
    await page.getByLabel(words.sandbox("payment.code")).fill("123");
    await button(words.sandbox("payment.save")).click();
    await favourite
      .or(page.getByLabel(words.sandbox("payment.one-time-code")))
      .first()
      .waitFor();
    if (await page.getByLabel(words.sandbox("payment.one-time-code")).isVisible()) await confirmAtBank(shopper);
  }
  await favourite.click();
  await isFavourite.waitFor();
}

/** Enters the one-time code that the bank's page of the sandbox shows. */
async function confirmAtBank({ page, words, button }: Shopper): Promise<void> {
  const code = await page.locator(".shown bdi").textContent();
  await page.getByLabel(words.sandbox("payment.one-time-code")).fill(code ?? "");
  await button(words.sandbox("payment.confirm")).click();
}

async function capturesOf({ page }: Shopper): Promise<number> {
  const entries = await ledgerOf(guichet, orderIn(page.url()));
  return entries.filter(({ kind }) => kind === "capture").length;
}

/** Presses Tab until the control has the focus. */
async function reach(page: Shopper["page"], control: Locator): Promise<void> {
  for (let press = 0; press < 30; press++) {
    if (await control.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the control is not reached by Tab");
}
