import { describe, expect, it } from "vitest";
import { z } from "zod";
import { faultsOf } from "./axe-violations.ts";
import { goToCheckout, openSignedIn, order, pay, paymentCards, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { loadAllCards } from "./validator.ts";
import { wordsIn } from "./words.ts";

const Card = z.object({ networkId: z.string(), firstName: z.string(), number: z.string(), birthDate: z.string() });

const guichet = sharedGuichet();

const words = wordsIn("ar");
const { t } = words;

describe("a customer with a transport card, in Arabic, on a phone", () => {
  // covers §1: tickets on a transport card
  it("buys a pass for it, which waits for the next validation, and finds it on the card once a validator has loaded it", {
    timeout: 240_000,
  }, async () => {
    const browser = await browserOfTest({ locale: "ar", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, link, button, heading } = shopper;
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/ar/products/pass-31?support=MEDIA`);
    await page
      .getByRole("group", { name: t("transport-cards.choice") })
      .getByRole("radio")
      .first()
      .check();
    await button(t("catalogue.add")).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: t("cart.view") })
      .click();
    await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
    await goToCheckout(shopper, { majority: false });
    await heading(t("checkout.pay.title")).waitFor();
    await order(shopper, 3100);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    await link(t("checkout.result.ticket")).click();
    await page.getByText(t("wallet.card.loads")).waitFor();
    expect(await loadAllCards(guichet)).toHaveLength(1);
    await link(t("wallet.refresh")).click();
    await page.getByText(t("wallet.card.loaded", { instant: "" }).trim()).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await link(t("wallet.receipt")).click();
    await page.getByText(t("orders.event.loaded-on-card")).waitFor();
    await page.getByText(t("orders.processed.MEDIA")).waitFor();
  });

  it("links one during the purchase, and returns to the page that needed it", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: "ar", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, link, button } = shopper;
    const demo = z.object({ cards: z.array(Card) }).parse(await (await fetch(`${guichet.api}/demo`)).json());
    const card = demo.cards.find(({ networkId, firstName }) => networkId === "demo" && firstName === "Noé");
    if (card === undefined) throw new Error("the demo has no card of Noé");
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/ar/products/pass-31?support=MEDIA`);
    await link(t("transport-cards.choice.link")).click();
    await page.waitForURL(/transport-cards\?next=/);
    await page.getByLabel(t("transport-cards.number")).fill(card.number);
    const [year = "", month = "", day = ""] = card.birthDate.split("-");
    await page.getByLabel(t("transport-cards.day"), { exact: true }).fill(day);
    await page.getByLabel(t("transport-cards.month"), { exact: true }).fill(month);
    await page.getByLabel(t("transport-cards.year"), { exact: true }).fill(year);
    await button(t("transport-cards.link.submit")).click();
    await page.waitForURL(/products\/pass-31\?support=MEDIA/);
  });
});
