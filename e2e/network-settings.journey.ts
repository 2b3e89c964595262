import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { staffUserAt } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
const strike = "Grève lundi : une ligne sur deux.";

// covers: a manager tests the payment account, drafts a banner, sees it in the preview, publishes it
it("a manager tests the payment account, and drafts, previews and publishes a banner; texts and e-mails are readable", {
  timeout: 240_000,
}, async () => {
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;
  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.settings"), exact: true })
    .click();
  await page.waitForURL("**/demo/settings");
  const at = (path: string) => new URL(`/demo/${path}`, page.url()).href;
  await page.getByRole("button", { name: t("settings.account.test") }).click();
  const result = page.getByRole("status").filter({ hasText: /2026|2027/u });
  await result.waitFor();
  expect(await result.textContent()).toContain(t("settings.account.connected", { at: "" }).slice(0, 8));
  expect(await faultsOf(page)).toEqual([]);

  await page.getByLabel(t("settings.change.what")).selectOption({ label: t("catalogue.kind.messages") });
  await page.getByLabel(t("settings.change.name")).fill("Bandeau de grève");
  await page.getByRole("button", { name: t("settings.change.open") }).click();
  const banner = page.locator('[id="banner.fr"]');
  await banner.fill(strike);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: t("catalogue.save") }).click();
  await page.getByText(t("catalogue.done.saved")).waitFor();

  const draft = page.url().replace(/\/messages.*/u, "");
  await page.goto(`${draft}/appearance/network`);
  await page.getByLabel(t("catalogue.field.accent")).fill("#ffd23f");
  await page.getByText(/1,4:1/u).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(draft);
  await page.getByRole("button", { name: t("catalogue.preview") }).click();
  const link = await page.getByRole("link", { name: t("catalogue.preview.open") }).getAttribute("href");
  const preview = await (await browserOfTest({ locale: "fr-FR" })).context.newPage();
  await preview.goto(link ?? "");
  await preview.getByText(strike).waitFor();
  const shop = await (await browserOfTest({ locale: "fr-FR" })).context.newPage();
  await shop.goto(`${guichet.shop}/fr`);
  expect(await shop.getByText(strike).count()).toBe(0);
  await page.getByLabel(t("catalogue.reason")).fill("Préavis de grève");
  await page.getByRole("button", { name: t("catalogue.publish.do") }).click();
  await page.getByText(t("catalogue.done.published")).waitFor();
  await expect
    // An anonymous page is kept for 15 s at most.
    .poll(() => shop.goto(`${guichet.shop}/fr`).then(() => shop.getByText(strike).count()), { timeout: 40_000 })
    .toBe(1);

  await page.goto(at("legal-texts/terms-of-use"));
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByText(t("settings.version.import")).waitFor();
  // Nothing runs in the frame, so that no browser test looks into it: it shows what its address answers.
  const framed = page.waitForResponse((response) => response.url().includes("/sample.html"));
  await page.goto(at("emails/order-confirmation?language=ar"));
  expect(await (await framed).text()).toContain('dir="rtl"');
  expect(await faultsOf(page)).toEqual([]);
});
