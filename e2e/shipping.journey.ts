import { expectedArrival } from "@guichet/rules/shipping.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  choose,
  goToCheckout,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
  signIn,
  useVoucher,
} from "./shopper.ts";
import { wordsIn } from "./words.ts";

let guichet: Installation;
let browser: OpenBrowser | undefined;
beforeAll(async () => {
  guichet = await startInstallation();
});
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});
afterAll(async () => {
  await guichet.remove();
});

const words = wordsIn("fr");
const { t } = words;
const zone = "Europe/Paris";
const formats = formatsFor("fr", zone);
const carnet = 1100;

/** The words for what is paid for today. */
function arrival(): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date());
  const { from, to } = expectedArrival(today);
  return t("checkout.arrival", { from: formats.nearDay(from), to: formats.nearDay(to) });
}

describe("the holder of an account, at a desk", () => {
  it("sees and prices the cart beside the shop", { timeout: 240_000 }, async () => {
    const shopper = await atTheShop("day-pass", "DEMATERIALIZED");
    const { page, link } = shopper;
    const beside = page.getByRole("region", { name: t("cart.yours") });
    await beside.getByText(words.article("day-pass")).waitFor();
    await beside.getByText(words.euros(360)).first().waitFor();
    await useVoucher(shopper, "BIENVENUE10");
    await beside.getByText(words.euros(324)).first().waitFor();
    await link(t("cart.view")).click();
    await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
  });

  it("gives the address to post to, is told the days of arrival, and finds them on the receipt", {
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

/** Signed in, with an article in the cart, where the shop shows it. */
async function atTheShop(...article: [id: string, support: "DEMATERIALIZED" | "SHIPPING"]): Promise<Shopper> {
  browser = await openBrowser({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  await shopper.page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example");
  await shopper.page.goto(guichet.shop);
  await choose(shopper, ...article);
  await shopper.page.goto(guichet.shop);
  return shopper;
}
