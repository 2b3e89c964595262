import { addressMagic } from "@guichet/contract/integrations/sandbox-addresses.ts";
import { expectedArrival } from "@guichet/rules/shipping.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { publicHolidaysAround } from "../apps/ticket-api/src/network-registry/public-holidays.ts";
import { faultsOf } from "./axe-violations.ts";
import {
  choose,
  goToCheckout,
  openSignedIn,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
  useVoucher,
} from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { type Words, wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;
const zone = "Europe/Paris";
const formats = formatsFor("fr", zone);
const carnet = 1100;

/** The estimated arrival of an order paid today. */
function arrival(): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date());
  const { from, to } = expectedArrival(today, publicHolidaysAround({ country: "FR" }, today));
  return t("checkout.arrival", { from: formats.nearDay(from), to: formats.nearDay(to) });
}

describe("the holder of an account, on a wide screen", () => {
  // covers §2: the cart sidebar
  it("sees and prices the cart next to the shop", { timeout: 240_000 }, async () => {
    const shopper = await atTheShop("day-pass", "DEMATERIALIZED");
    const { page, link } = shopper;
    const sidebar = page.getByRole("region", { name: t("cart.yours") });
    await sidebar.getByText(words.article("day-pass")).waitFor();
    await sidebar.getByText(words.euros(360)).first().waitFor();
    await useVoucher(shopper, "BIENVENUE10");
    await sidebar.getByText(words.euros(324)).first().waitFor();
    await link(t("cart.view")).click();
    await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
  });

  // covers §1: the expected days of delivery, in checkout, result and receipt
  // covers §2: /cart/shipping-address
  it("enters the delivery address, sees the expected days of arrival, and finds them on the receipt", {
    timeout: 240_000,
  }, async () => {
    const shopper = await atTheShop("carnet-10", "SHIPPING");
    const { page, link, button, heading } = shopper;
    await link(t("cart.view")).click();
    await goToCheckout(shopper, { majority: false });
    await heading(t("checkout.delivery.title")).waitFor();
    await page.getByText(arrival()).first().waitFor();
    await link(t("checkout.delivery.address.add")).click();

    await page.getByLabel(t("checkout.address.fullname")).fill("");
    await button(t("checkout.address.save")).click();
    const summary = page.getByRole("alert");
    await summary.getByRole("link", { name: t("checkout.address.wrong.fullname") }).waitFor();
    await summary.getByRole("link", { name: t("checkout.address.wrong.city") }).waitFor();
    await page.getByLabel(t("checkout.address.fullname")).fill("Karim Morel");
    await page.getByLabel(t("checkout.address.route")).fill("3 quai des Brumes");
    await page.getByLabel(t("checkout.address.postal-code")).fill("76600");
    await page.getByLabel(t("checkout.address.city")).fill("Le Havre");
    await button(t("checkout.address.save")).click();
    await heading(t("checkout.details.title")).waitFor();
    await page.getByText("3 quai des Brumes, 76600 Le Havre").waitFor();
    await button(t("checkout.continue")).click();

    await heading(t("checkout.pay.title")).waitFor();
    const due = await page
      .getByRole("button", { name: t("checkout.order-and-pay", { amount: "" }).trim() })
      .textContent();
    const cents = Number(due?.replace(/\D/g, ""));
    expect(cents).toBeGreaterThan(carnet);
    await order(shopper, cents);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    await page.getByText(arrival()).waitFor();
    await link(t("checkout.result.follow")).click();
    await page.getByText(t("orders.arrival")).waitFor();
  });
});

describe("an address search", () => {
  // covers §1: autocomplete of French addresses, where `ADDRESS_SEARCH_URL` is set
  it("offers suggestions to choose and edit, and the parcel goes to the chosen address, by keyboard alone", {
    timeout: 240_000,
  }, async () => {
    const shopper = await atTheShop("carnet-10", "SHIPPING");
    const { page, link, heading } = shopper;
    await link(t("cart.view")).press("Enter");
    await goToCheckout(shopper, { majority: false });
    await link(t("checkout.delivery.address.add")).press("Enter");
    const { street, postalCode, city, country, option, found } = addressForm(page, words);

    await street.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("12 rue du ph", { delay: 20 });
    await option("12 Rue du Phare 76992 Pointe-Sainte-Barbe").waitFor();
    await found(2).waitFor();
    expect(await street.getAttribute("aria-expanded")).toBe("true");
    expect(await street.getAttribute("aria-activedescendant")).toBeNull();
    await page.keyboard.press("ArrowUp");
    await active(page, "12 Rue du Phare 76992 Pointe-Sainte-Barbe").waitFor();
    await page.keyboard.press("ArrowDown");
    await active(page, "12 Rue du Phare 76990 Saint-Aubert-sur-Mer").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText(t("addresses.filled", { label: "12 Rue du Phare 76990 Saint-Aubert-sur-Mer" })).waitFor();
    expect(await street.inputValue()).toBe("12 Rue du Phare");
    expect(await postalCode.inputValue()).toBe("76990");
    expect(await city.inputValue()).toBe("Saint-Aubert-sur-Mer");
    expect(await country.inputValue()).toBe("France");

    await page.keyboard.press("End");
    await page.keyboard.type(", escalier B", { delay: 20 });
    await found(0).waitFor();
    await page.keyboard.press("Enter");
    await heading(t("checkout.details.title")).waitFor();
    await page.getByText("12 Rue du Phare, escalier B, 76990 Saint-Aubert-sur-Mer").waitFor();
  });

  it("works in the account too, and a chosen address clears its error", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button } = shopper;
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/account?edit=personal`);
    const street = page.getByRole("combobox", { name: t("travellers.address.route"), exact: true });
    const city = page.getByLabel(t("travellers.address.city"), { exact: true });
    await page.getByLabel(t("travellers.address.state"), { exact: true }).fill("France");
    await button(t("accounts.save")).click();
    const missing = page.locator("#addressCity-error");
    await missing.waitFor();

    await street.fill("quai");
    const option = page.getByRole("option", { name: "Quai des Brumes 76990 Saint-Aubert-sur-Mer", exact: true });
    await option.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await option.click();
    await missing.waitFor({ state: "detached" });
    expect(await city.inputValue()).toBe("Saint-Aubert-sur-Mer");
    expect(await street.inputValue()).toBe("Quai des Brumes");
  });

  // covers §1: autocomplete of French addresses, where `ADDRESS_SEARCH_URL` is set
  it("reads from left to right in Arabic, on a phone, and closes when the customer goes on typing", {
    timeout: 240_000,
  }, async () => {
    const arabic = wordsIn("ar");
    const browser = await browserOfTest({ locale: "ar", viewport: { width: 360, height: 740 } });
    const { page } = shopperAt(await browser.context.newPage(), arabic);
    await page.goto(`${guichet.shop}/ar/cart/shipping-address`);
    const { street, postalCode, city, option, found } = addressForm(page, arabic);
    const label = "3 Quai des Brumes 76990 Saint-Aubert-sur-Mer";

    await street.focus();
    await page.keyboard.type("3 quai", { delay: 20 });
    await option(label).waitFor();
    await found(1).waitFor();
    const part = option(label).locator("bdi").first();
    expect(await part.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
    await page.keyboard.press("ArrowDown");
    await active(page, label).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await page.keyboard.press("Home");
    await active(page, label).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await option(label).waitFor({ state: "detached" });
    expect(await street.inputValue()).toBe("3 quai");
    await page.keyboard.press("End");
    await page.keyboard.type(" des br", { delay: 20 });
    await option(label).waitFor();
    await found(1).waitFor();
    await page.keyboard.press("ArrowDown");
    await active(page, label).waitFor();
    await page.keyboard.press("Enter");
    await option(label).waitFor({ state: "detached" });
    expect([await street.inputValue(), await postalCode.inputValue(), await city.inputValue()]).toEqual([
      "3 Quai des Brumes",
      "76990",
      "Saint-Aubert-sur-Mer",
    ]);
    expect(await faultsOf(page)).toEqual([]);
  });

  // covers §1: an address directory that is slow, broken or down does not prevent typing an address
  it("starts after a pause in typing, cancels the previous search, and blocks nothing if the directory is down or the country is abroad", {
    timeout: 240_000,
  }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const { page } = shopperAt(await browser.context.newPage(), words);
    await page.goto(`${guichet.shop}/fr/cart/shipping-address`);
    const { street, country, option } = addressForm(page, words);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/addresses"))
        asked.push(new URLSearchParams(request.postData() ?? "").get("text") ?? "");
    });

    // The first request gets no response, so the page must abort it.
    const held = Promise.withResolvers<void>();
    await page.route("**/addresses", (_route) => held.resolve(), { times: 1 });
    const givenUp = page.waitForEvent("requestfailed");
    await street.fill("rue");
    await held.promise;
    await street.fill("rue des oyats");
    expect((await givenUp).failure()?.errorText).toMatch(/ABORTED/);
    await option("Rue des Oyats 76991 Les Dunes").waitFor();
    await page.keyboard.press("Escape");
    await option("Rue des Oyats 76991 Les Dunes").waitFor({ state: "detached" });

    const unanswered = page.waitForResponse((response) => response.url().endsWith("/addresses"));
    await street.fill(addressMagic.down);
    expect((await unanswered).status()).toBe(503);
    await street.fill("ru");
    await country.fill("Italie");
    await page.clock.install();
    await street.fill("rue du port");
    await page.clock.fastForward(1_000);
    await country.fill("");
    await street.fill("rue du phare");
    await option("Rue du Phare 76990 Saint-Aubert-sur-Mer").waitFor();
    expect(asked).toEqual(["rue", "rue des oyats", addressMagic.down, "rue du phare"]);
  });
});

function addressForm(page: Page, words: Words) {
  const field = (name: "postal-code" | "city" | "state") => page.getByLabel(words.t(`checkout.address.${name}`));
  return {
    street: page.getByRole("combobox", { name: words.t("checkout.address.route"), exact: true }),
    postalCode: field("postal-code"),
    city: field("city"),
    country: field("state"),
    option: (name: string) => page.getByRole("option", { name, exact: true }),
    /** The announcement of the number of suggestions. */
    found: (count: number) => page.getByText(words.t("addresses.found", { count }), { exact: true }),
  };
}

/** The active option of the list box. */
const active = (page: Page, name: string) => page.getByRole("option", { name, exact: true, selected: true });

/** Opens the shop signed in, with an article in the cart. */
async function atTheShop(...article: [id: string, support: "DEMATERIALIZED" | "SHIPPING"]): Promise<Shopper> {
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  await openSignedIn(shopper, "holder@demo.example", guichet.shop);
  await choose(shopper, ...article);
  await shopper.page.goto(guichet.shop);
  return shopper;
}
