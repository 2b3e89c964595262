import type { Language } from "@guichet/contract/locales.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { textOfPdf } from "./read-documents.ts";
import { attachment, ledgerOf, mailTo } from "./sandbox.ts";
import {
  buyAsGuest,
  choose,
  giveBack,
  goToCheckout,
  openOrder,
  openSignedIn,
  order,
  pay,
  paymentCards,
  shopperAt,
} from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { lettersOf, wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const viewport = { width: 360, height: 740 };
const locales = { fr: "fr-FR", ar: "ar-MA" } as const satisfies Partial<Record<Language, string>>;

describe.each(languagesOfJourney("ar"))("a guest who returns a ticket, in %s", (language) => {
  const words = wordsIn(language);
  const { t } = words;

  // covers: a guest buys, returns the ticket with the link of an e-mail, and gets the money and a credit note
  it("sees what is refunded, confirms it, and gets the money, a credit note and an e-mail", {
    timeout: 240_000,
  }, async () => {
    const email = `remboursement.${language}.${Date.now()}@courriel.example`;
    const browser = await browserOfTest({ locale: locales[language], viewport });
    const buyer = shopperAt(await browser.context.newPage(), words);
    await buyer.page.goto(`${guichet.shop}/${language}`);
    const orderId = await buyAsGuest(buyer, email, "ticket-1h", 130);
    await buyer.page.getByText(t("checkout.result.guest-ticket")).waitFor();

    await openOrder(buyer, guichet.shop, orderId);
    await giveBack(buyer, 130);
    const mail = await mailTo(guichet, email, ({ attachments }) =>
      attachments.some(({ filename }) => filename.startsWith("A-")),
    );
    const [file] = mail.attachments;
    const note = await textOfPdf(await attachment(guichet, file?.link ?? ""));
    expect(lettersOf(note)).toContain(lettersOf(words.article("ticket-1h")));
    await expect
      .poll(async () => (await ledgerOf(guichet, orderId)).map(({ kind }) => kind), { timeout: 30_000 })
      .toEqual(["session", "capture", "refund"]);

    // The link of the e-mail shows it without the session, and the ticket is not refundable again.
    const stranger = await browserOfTest({ locale: locales[language], viewport });
    const reader = shopperAt(await stranger.context.newPage(), words);
    const [address = ""] = /https?:\/\/\S+\/account\/invoices\?[^\s"<>]+/.exec(mail.text) ?? [];
    await reader.page.goto(address.replaceAll("&amp;", "&"));
    await reader.heading(t("refunds.list")).waitFor();
    await reader.link(t("refunds.open")).click();
    await reader.page.getByText(t("refunds.refusal.REFUNDED")).waitFor();
    await reader.page.getByText(t("refunds.none")).waitFor();
  });
});

// covers: a customer gives an order in installments back: those that are still to be collected are cancelled or reduced
it("a year in twelve installments is given back: the last ones are cancelled, one is reduced, as shown before", {
  timeout: 300_000,
}, async () => {
  const french = wordsIn("fr");
  const { t } = french;
  const browser = await browserOfTest({ locale: "fr-FR", viewport });
  const buyer = shopperAt(await browser.context.newPage(), french);
  const { page, heading, link, button } = buyer;
  await openSignedIn(buyer, "holder@demo.example", `${guichet.shop}/fr`);
  await choose(buyer, "year-adult");
  await goToCheckout(buyer, { majority: false });
  const options = [t("checkout.pay.method.CARD"), t("checkout.pay.installments", { count: 12 })];
  await page.getByRole("radio", { name: formatsFor("fr", "Europe/Paris").list(options) }).check();
  await order(buyer, 28_200 / 12);
  await pay(buyer, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  const orderId = new URL(page.url()).searchParams.get("order") ?? "";
  await openOrder(buyer, guichet.shop, orderId);
  await link(t("refunds.open")).click();
  await button(t("refunds.compute")).click();
  await heading(t("refunds.check")).waitFor();
  await page
    .getByText(/Échéance du .*, annulée/)
    .nth(9)
    .waitFor();
  await page.getByText(/Échéance du .*, réduite à/).waitFor();
  await page.getByText(t("refunds.dropped.only")).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // The same calculation from the right to the left, on a wide screen.
  const arabic = await page.context().newPage();
  await arabic.setViewportSize({ width: 1280, height: 900 });
  await arabic.goto(page.url().replace("/fr/", "/ar/"));
  await arabic.getByRole("heading", { name: wordsIn("ar").t("refunds.check") }).waitFor();
  expect(await faultsOf(arabic)).toEqual([]);
  await arabic.close();
  await page.bringToFront();
  await button(t("refunds.confirm.dropped", { dropped: french.euros(28_200 - 3400 - 500) })).click();
  await page.getByRole("status").getByText(t("refunds.done.dropped")).waitFor();
  expect(await page.getByText(t("orders.installment.withdrawn")).count()).toBeGreaterThanOrEqual(10);
  expect(await faultsOf(page)).toEqual([]);
  // No money moves.
  expect((await ledgerOf(guichet, orderId)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
});
