import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorsOf } from "./browser.ts";
import { mailTo } from "./sandbox.ts";
import { goToCheckout, openSignedIn, order, pay, paymentCards, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { attestation, requestNumber, submitDocument } from "./supporting-documents.ts";
import { wordsIn } from "./words.ts";

const email = "holder@demo.example";
const pass = "harmonie-school";
const cents = 10_080;

const guichet = sharedGuichet();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-pack-"));
  await openToEveryTeenager();
}, 180_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The pass of a network that requires the document alone, without a declared status. */
async function openToEveryTeenager() {
  const root = path.join(import.meta.dirname, "..");
  await cp(path.join(root, "networks/demo"), folder, { recursive: true });
  const file = path.join(folder, "catalogue.json");
  const catalogue = JSON.parse(await readFile(file, "utf8"));
  for (const article of catalogue.articles) if (article.id === pass) article.statuses = [];
  await writeFile(file, JSON.stringify(catalogue));
  const settings = { cwd: root, env: { ...process.env, DATA_DIR: guichet.dataDir }, timeout: 60_000 };
  await promisify(execFile)(process.execPath, ["scripts/on-node-24.mjs", "network", "import", folder], settings);
}

async function at(locale: string): Promise<Shopper> {
  const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 } });
  return shopperAt(await browser.context.newPage(), wordsIn(locale.startsWith("ar") ? "ar" : "fr"));
}

async function decide(number: string, verdict: string, more: Record<string, unknown> = {}) {
  const response = await fetch(`${guichet.api}/demo/documents`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ networkId: "demo", number, verdict, ...more }),
  });
  expect(response.status).toBe(200);
}

describe("a parent whose teenager's pass needs a document", () => {
  // covers §2: /documents, /documents/submissions
  it.each([
    ["fr", "fr-FR", "Noé Morvan"],
    ["ar", "ar-MA", "Camille Morvan"],
  ] as const)(
    "submits it, is refused, corrects it, is accepted, and buys, in %s",
    {
      timeout: 300_000,
    },
    async (language, locale, traveller) => {
      // The second of them is an adult: their pass is the one without an upper age limit.
      const article = language === "fr" ? pass : "harmonie";
      const shopper = await at(locale);
      const { page, words, link, button, heading } = shopper;
      const { t } = words;
      const complaints = errorsOf(page);
      await openSignedIn(shopper, email, `${guichet.shop}/${language}/documents?item=${article}`);
      await page.getByRole("link", { name: traveller, exact: true }).click();
      await page.locator('[aria-current="true"]', { hasText: traveller }).waitFor();
      // The form's component is loaded separately.
      await page.waitForLoadState("networkidle");

      // A file with a hidden program is refused next to the field, and not stored.
      const script = { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg onload='x()'/>") };
      const sending = page.getByRole("button", { name: t("documents.send"), exact: true });
      const choose = async () => {
        await page.locator("#document-disability-proof").setInputFiles(script);
        return sending.isVisible();
      };
      await expect.poll(choose, { timeout: 15_000, interval: 500 }).toBe(true);
      await sending.click();
      await page
        .locator("#document-disability-proof-error")
        .filter({ hasText: t("refusals.file-type") })
        .waitFor();

      await submitDocument(shopper, await attestation());
      await page.getByText(t("documents.flash.kept")).waitFor();
      // A draft remains, however often the page is left.
      await page.goto(`${guichet.shop}/${language}`);
      await page.goBack();
      await button(t("documents.check.send")).click();
      await page.getByText(t("documents.flash.sent")).waitFor();
      const number = await requestNumber(shopper);
      await mailTo(guichet, email, ({ subject }) => subject.includes(number));

      const remark = language === "fr" ? "La date est coupée." : "التاريخ غير ظاهر.";
      await decide(number, "ask", { reason: "unreadable", remark });
      await page.reload();
      await page.getByText(remark).waitFor();
      await page.getByText(t("documents.reason.unreadable")).waitFor();
      await submitDocument(shopper, await attestation());
      await button(t("documents.complete.send")).click();
      await page.getByText(t("documents.flash.completed")).waitFor();
      expect(await requestNumber(shopper)).toBe(number);

      await decide(number, "accept");
      await page.reload();
      await page.getByText(t("documents.request.accepted"), { exact: true }).waitFor();
      const file = await page.locator('a[href*="sent.file"]').first().getAttribute("href");
      const shown = await page.request.get(new URL(file ?? "", guichet.shop).href);
      expect([shown.status(), shown.headers()["content-type"]]).toEqual([200, "application/pdf"]);

      if (language === "ar") return expect(complaints).toEqual([]);
      await link(t("documents.buy")).click();
      await heading(words.article(pass)).waitFor();
      await page.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") }).check();
      await page.getByRole("radio", { name: traveller }).check();
      await button(t("catalogue.add")).click();
      await page
        .getByRole("dialog")
        .getByRole("link", { name: t("cart.view") })
        .click();
      await goToCheckout(shopper, { majority: false });
      await order(shopper, cents);
      await pay(shopper, paymentCards.accepted);
      await heading(t("checkout.result.confirmed.title")).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  // covers §2: /documents, /documents/submissions
  it("submits a document before any script has loaded, by the plain form", { timeout: 120_000 }, async () => {
    const browser = await browserOfTest({
      locale: "fr-FR",
      viewport: { width: 1280, height: 900 },
      javaScriptEnabled: false,
    });
    const shopper = shopperAt(await browser.context.newPage(), wordsIn("fr"));
    const { page, words, button } = shopper;
    await page.goto(`${guichet.shop}/auth/login`);
    await page.getByLabel(words.t("identity.email")).fill(email);
    await page.getByLabel(words.t("identity.password"), { exact: true }).fill("Guichet-demo-2026");
    await button(words.t("identity.login.submit")).click();
    await page.goto(`${guichet.shop}/documents`);
    const field = page.locator("#document-employment-rights");
    await field.setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    const send = page
      .locator("form", { has: field })
      .getByRole("button", { name: words.t("documents.send"), exact: true });
    await send.click();
    await page
      .locator("#document-employment-rights-error")
      .filter({ hasText: words.t("refusals.file-type") })
      .waitFor();
    await field.setInputFiles(await attestation());
    await send.click();
    await page.getByText(words.t("documents.flash.kept")).waitFor();
    await page.getByText("attestation.pdf").first().waitFor();
  });
});
