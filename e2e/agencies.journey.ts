import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { buyCollection, customerOf } from "./households.ts";
import { mailTo } from "./sandbox.ts";
import { staffUserAt } from "./staff.ts";
import { openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

// covers: closing an agency moves what was promised there, with an e-mail to each customer
it("a manager closes the day of a promised collection: it is moved to the next slot, the customer is told, and the shop follows", {
  timeout: 240_000,
}, async () => {
  const { number, day } = await buyCollection(guichet, "gare");
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;

  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.agencies"), exact: true })
    .click();
  await page.getByRole("heading", { level: 1, name: t("agencies.title") }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Agence Gare" }).click();
  await page.getByRole("heading", { level: 1, name: "Agence Gare" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const closing = page.locator("form", { has: page.locator('input[value="close-days"]') });
  await closing.getByLabel(t("agencies.from")).fill(day);
  await closing.getByLabel(t("agencies.reason")).fill("Travaux dans la rue");
  await closing.getByRole("button", { name: t("agencies.close-days.do") }).click();
  await page.getByText(t("agencies.moves", { count: 1 })).waitFor();
  await page.getByRole("link", { name: number }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: t("agencies.moves.do", { count: 1 }) }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("agencies.done.moved", { count: 1 }) })
    .waitFor();

  await mailTo(
    guichet,
    "holder@demo.example",
    ({ text, subject }) => subject.includes(number) && text.includes("sera fermée"),
  );
  const { api, asking } = await customerOf(guichet, "holder@demo.example");
  const offered = await api.call("collectSlots", { siteId: "gare" }, asking);
  if (!offered.ok) throw new Error(offered.code);
  expect(offered.value.slots.length).toBeGreaterThan(0);
  expect(offered.value.slots.filter(({ startsAt }) => startsAt.startsWith(day))).toEqual([]);

  // Another number of orders per slot, by the form with everything.
  await page.getByRole("link", { name: t("agencies.change") }).click();
  const capacity = page.getByLabel(t("agencies.field.slotCapacity"));
  await capacity.fill("0");
  await page.getByLabel(t("agencies.reason")).fill("Plus de place");
  await page.getByRole("button", { name: t("agencies.save") }).click();
  await page.getByRole("alert").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await capacity.fill("12");
  await page.getByRole("button", { name: t("agencies.save") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("agencies.done.changed") })
    .waitFor();
  expect(await page.locator("#history").locator("..").textContent()).toContain("Travaux dans la rue");
});
