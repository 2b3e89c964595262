import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { staffUserAt } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

// covers: a manager tells customers something and closes the shop in the office, and opens it again
it("a manager publishes an alert that an Arabic reader sees, closes the shop with it, and opens it again", {
  timeout: 240_000,
}, async () => {
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;
  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.alerts"), exact: true })
    .click();
  await page.getByText(t("alerts.none")).waitFor();
  await page.getByRole("link", { name: t("alerts.new") }).click();
  await page.getByRole("heading", { level: 1, name: t("alerts.new") }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const message = (language: string) => page.locator(`textarea[name="message-${language}"]`);
  await message("fr").fill("Trams arrêtés **ce soir**");
  await message("ar").fill("توقف الترام هذا المساء");
  const times = {
    from: page.locator("#displayAfter"),
    until: page.locator("#displayBefore"),
  };
  await times.from.fill("2027-01-10T22:00");
  await times.until.fill("2027-01-10T21:00");
  await page.getByRole("button", { name: t("alerts.publish") }).click();
  await page.getByRole("alert").waitFor();
  expect(await message("ar").inputValue()).toBe("توقف الترام هذا المساء");
  expect(await faultsOf(page)).toEqual([]);
  await times.from.fill("");
  await times.until.fill("");
  await page.getByRole("button", { name: t("alerts.publish") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("alerts.done.added") })
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const customer = await browserOfTest({ locale: "ar-MA", viewport: { width: 360, height: 740 } });
  const shop = await customer.context.newPage();
  const statusOf = async () => (await shop.goto(`${guichet.shop}/ar`))?.status();
  const seen = async () => {
    await statusOf();
    return shop.locator("body").textContent();
  };
  await expect.poll(seen, { timeout: 30_000 }).toContain("توقف الترام هذا المساء");

  await page.locator('input[name="place"][value="closed"]').check();
  await page.getByRole("button", { name: t("alerts.change") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("alerts.done.changed") })
    .waitFor();
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(503);
  await shop.getByRole("heading", { level: 1, name: wordsIn("ar").t("maintenance.title") }).waitFor();

  await page.getByLabel(t("alerts.reason")).fill("Terminé plus tôt");
  await page.getByRole("button", { name: t("alerts.withdraw") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("alerts.done.withdrawn") })
    .waitFor();
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(200);
  expect(await shop.locator("body").textContent()).not.toContain("توقف الترام");
});
