import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { ledgerOf, mailTo } from "./sandbox.ts";
import { buyCart, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { staffUserAt } from "./staff.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { attestation } from "./supporting-documents.ts";
import { lettersOf, wordsIn } from "./words.ts";

const guichet = sharedGuichet();
const words = wordsIn("fr");
const { t } = words;
const email = "holder@demo.example";
/** The name of the reason in the demo's pack. */
const moving = "Déménagement";
const year = 28_200;

// covers: a customer who moves away requests a refund with evidence in the shop, and an examiner accepts it in the office
it("a pass is requested back with evidence, stays valid, and is refunded once an examiner accepts it", {
  timeout: 300_000,
}, async () => {
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  const { page, button, heading, link } = shopper;
  await page.goto(`${guichet.shop}/fr`);
  await signIn(shopper, email);
  const orderId = await buyYear(shopper);
  await page.goto(`${guichet.shop}/fr/account/invoices?order=${orderId}`);
  await link(t("refunds.open")).click();
  await heading(t("refunds.reasons")).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: moving }).click();
  await page.getByRole("heading", { name: moving, level: 1 }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("#evidence").setInputFiles(await attestation());
  await button(t("refunds.request.send")).click();
  await page.getByRole("status").getByText(t("refunds.request.done.sent")).waitFor();
  await page.getByText("attestation.pdf").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await mailTo(guichet, email, ({ text }) => text.includes("Nous examinons votre justificatif"));

  const examiner = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(examiner.close);
  const { page: office, t: o } = examiner;
  await office.goto(`${guichet.office}/demo`);
  await office
    .getByRole("main")
    .getByRole("link", { name: o("overview.queue.refund-requests") })
    .click();
  await office.getByRole("heading", { name: o("refund-requests.title") }).waitFor();
  expect(await faultsOf(office)).toEqual([]);
  await office
    .getByRole("link", { name: words.article("year-adult") })
    .first()
    .click();
  await office.getByRole("heading", { name: o("refund-requests.calculation") }).waitFor();
  await office.getByRole("heading", { name: "attestation.pdf" }).waitFor();
  expect(await faultsOf(office)).toEqual([]);
  await office.locator("#accept").click();
  await office.getByRole("status").getByText(o("refund-requests.decided.accepted")).waitFor();

  await page.reload();
  await page.getByText(t("refunds.request.state.accepted")).waitFor();
  await expect
    .poll(async () => (await ledgerOf(guichet, orderId)).map(({ kind }) => kind), { timeout: 30_000 })
    .toEqual(["session", "capture", "refund"]);
  const mail = await mailTo(guichet, email, ({ text }) => text.includes("Nous avons accepté votre demande"));
  expect(lettersOf(mail.text)).toContain(lettersOf(words.article("year-adult")));
});

async function buyYear(shopper: Shopper): Promise<string> {
  const { page, button } = shopper;
  await page.goto(`${guichet.shop}/fr/products/year-adult`);
  await page.getByText(moving).first().waitFor();
  await page.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") }).check();
  await button(t("catalogue.add")).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: t("cart.view") })
    .click();
  return buyCart(shopper, year);
}
