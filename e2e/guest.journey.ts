import { describe, expect, it } from "vitest";
import { textOfPdf } from "./read-documents.ts";
import { attachment, mailTo } from "./sandbox.ts";
import {
  buyAsGuest,
  enterGuestDetails,
  goToCheckout,
  interactive,
  order,
  pay,
  paymentCards,
  shopperAt,
} from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { readCode } from "./trips.ts";
import { lettersOf, wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;

describe("a customer without an account", () => {
  // covers §1: guest purchase only where the network allows it
  // covers §2: /cart/invite-login
  // covers §2: /cart/invoice-email
  // covers: a ticket's link opens that ticket only
  it("buys a ticket and gets it by e-mail, as an attachment and behind a link", { timeout: 240_000 }, async () => {
    const email = `passage.${Date.now()}@courriel.example`;
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page } = shopper;
    await page.goto(guichet.shop);
    await buyAsGuest(shopper, email, "ticket-1h", 130);
    await page.getByText(t("checkout.result.guest-ticket")).waitFor();
    expect(await page.getByRole("link", { name: t("checkout.result.ticket") }).count()).toBe(0);
    expect((await readCode(shopper, guichet)).status).toBe("valid");

    const mail = await mailTo(guichet, email, ({ attachments }) => attachments.length > 0);
    const files = await Promise.all(
      mail.attachments.map(async ({ link }) => textOfPdf(await attachment(guichet, link))),
    );
    const ticketSays = [words.article("ticket-1h"), "Inès Carvalho"].map(lettersOf);
    const isTicket = (text: string) => ticketSays.every((said) => lettersOf(text).includes(said));
    expect(files).toHaveLength(2);
    expect(files.some(isTicket)).toBe(true);

    const [address = ""] = /https?:\/\/\S+\/files\/tickets\/[^\s"<>]+/.exec(mail.text) ?? [];
    const behindLink = await fetch(address);
    expect(behindLink.headers.get("content-type")).toBe("application/pdf");
    expect(isTicket(await textOfPdf(new Uint8Array(await behindLink.arrayBuffer())))).toBe(true);
  });

  // covers §8: a guest's birth date is in the order; hidden birth dates are replaced by the over-18 box
  it("is asked for a birth date if the article depends on the age, once, and buys in the network with zones", {
    timeout: 240_000,
  }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button, heading, link } = shopper;
    const zones = wordsIn("fr", "zones");
    const inZones = guichet.shop.replace("//localhost", "//zones.localhost");
    const born = async (year: string) => {
      for (const [part, value] of [
        ["day", "4"],
        ["month", "5"],
        ["year", year],
      ] as const)
        await page.getByLabel(t(`identity.${part}`), { exact: true }).fill(value);
    };
    // On a slow connection the script of the birth date comes last; a press before it counts.
    await page.route(/\/assets\/visitor-age-/, async (route) => {
      await new Promise((done) => setTimeout(done, 3_000));
      await route.continue();
    });
    await page.goto(`${inZones}/products/single-youth-a`);
    await page.getByText(t("identity.visitor.ages-between", { from: "12", to: "25" })).waitFor();
    await page.getByText(t("identity.visitor.asked")).waitFor();
    await interactive(page);
    await button(t("catalogue.add")).click();
    await page.getByRole("alert").getByText(t("refusals.birth-date")).waitFor();
    await born("1980");
    await button(t("catalogue.add")).click();
    await page.getByRole("alert").getByText(t("catalogue.traveller.reason-age")).waitFor();
    // The page names the article of the same zone that suits the age.
    await link(zones.article("single-adult-a")).click();
    // The address changes before the page does.
    await page.getByRole("heading", { name: zones.article("single-adult-a"), level: 1 }).waitFor();
    await born("1980");
    await button(t("catalogue.add")).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: t("cart.view") })
      .click();
    await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
    await goToCheckout(shopper, { majority: true });
    await enterGuestDetails(shopper, `zones.${Date.now()}@courriel.example`);
    expect(await page.getByLabel(t("identity.year"), { exact: true }).inputValue()).toBe("1980");
    await button(t("identity.continue")).click();
    await order(shopper, 150);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
  });
});
