import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { buyAndUse } from "./households.ts";
import { ledgerOf, mailTo } from "./sandbox.ts";
import { staffUserAt } from "./staff.ts";
import { sharedGuichet } from "./stage.ts";

/** An article of the demo that no other journey buys: the campaign compensates nobody else. */
const article = "tribe-ticket";
const customer = "holder@demo.example";

const guichet = sharedGuichet();

// covers: compensation campaigns in the office, from the draft to the CSV
it("a manager drafts a campaign, sees who is entitled, starts it, and a customer has the money and the reason by e-mail", {
  timeout: 240_000,
}, async () => {
  const orderId = await buyAndUse(guichet, customer, article);
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;
  const reason = `Parking fermé le ${Date.now()}`;

  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.campaigns") })
    .click();
  await page.getByRole("link", { name: t("campaigns.new") }).click();
  await page.getByLabel(t("campaigns.name")).fill("Parking relais fermé");
  await page.locator(`input[name="articles"][value="${article}"]`).check();
  await page.getByLabel(t("campaigns.amount", { currency: "EUR" })).fill("1,50");
  for (const language of ["fr", "en", "ar", "it", "es"] as const)
    await page.getByLabel(t(`campaigns.reason.${language}`)).fill(reason);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: t("campaigns.draft") }).click();

  await page.getByRole("heading", { name: t("campaigns.start") }).waitFor();
  expect(await page.getByRole("main").textContent()).toContain(t("campaigns.preview"));
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(t("campaigns.why"), { exact: true }).first().fill("Décidé par la direction");
  await page.locator('input[name="sure"]').check();
  await page.getByRole("button", { name: t("campaigns.start.do") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("campaigns.done.start") })
    .waitFor();

  // The page reads the progress by itself.
  await page.getByText(t("campaigns.status.finished"), { exact: true }).first().waitFor();
  await page.getByText(t("campaigns.compensation.paid"), { exact: true }).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const mail = await mailTo(guichet, customer, ({ text }) => text.includes(reason));
  expect(mail.attachments.some(({ filename }) => filename.startsWith("A-"))).toBe(true);
  await expect
    .poll(async () => (await ledgerOf(guichet, orderId)).map(({ kind, amount }) => [kind, amount]), { timeout: 60_000 })
    .toContainEqual(["refund", { amount: 150, currency: "EUR" }]);
});
