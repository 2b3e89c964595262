import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { buyFor, customerOf, settleIn } from "./households.ts";
import { mailTo } from "./sandbox.ts";
import { staffUserAt } from "./staff.ts";
import { openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

/** The same page at a desk and on a phone. */
async function faultsAtBoth(page: Page): Promise<string[]> {
  const atDesk = await faultsOf(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const onPhone = await faultsOf(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  return [...atDesk, ...onPhone];
}

async function userOf(email: string) {
  const { api, asking } = await customerOf(guichet, email);
  const found = await api.call("getUser", {}, asking);
  if (!found.ok) throw new Error(found.code);
  return found.value.user;
}

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
// covers: two accounts of one person are merged: everything moves, or nothing
it("a manager corrects a note and a phone number, merges a second account, and finds it under its former number", {
  timeout: 240_000,
}, async () => {
  await settleIn(guichet, "Kerbrat", [{ firstName: "Camille", age: 41 }]);
  await buyFor(guichet, "new@demo.example", "ticket-1h", 1);
  const second = await userOf("new@demo.example");
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;
  const done = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const find = async (text: string) => {
    await page.locator("#office-search").fill(text);
    await page.locator("#office-search").press("Enter");
  };

  await find("holder@demo.example");
  await page.getByRole("main").getByRole("link", { name: "Camille Morvan", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Camille Morvan" }).waitFor();
  await page.getByLabel(t("customers.note"), { exact: true }).fill("Rappelle lundi");
  await page.getByRole("button", { name: t("customers.note.add") }).click();
  await done(t("customers.done.note"));
  const note = await page.locator("#notes").getByRole("link").first().getAttribute("href");
  // Unlike a click, this waits until what is typed stays.
  await page.goto(new URL(note ?? "", page.url()).href);
  await page.getByLabel(t("customers.note.corrected-text")).fill("Rappelle mardi");
  expect(await faultsAtBoth(page)).toEqual([]);
  await page.getByRole("button", { name: t("customers.note.correct") }).click();
  await done(t("customers.done.note-correct"));
  expect(await page.locator("#notes").textContent()).toContain("Rappelle mardi");

  await page.getByRole("link", { name: t("customers.correction.title") }).click();
  const details = page.locator("form", { has: page.locator('input[value="details"]') });
  await details.getByLabel(t("customers.correction.phone")).fill("12");
  await details.getByLabel(t("customers.reason")).fill("Appel du client");
  await details.getByRole("checkbox").check();
  await details.getByRole("button").click();
  await page.getByRole("alert").waitFor();
  expect(await faultsAtBoth(page)).toEqual([]);
  await details.getByLabel(t("customers.correction.phone")).fill("06 98 76 54 32");
  await details.getByRole("checkbox").check();
  await details.getByRole("button").click();
  await done(t("customers.done.corrected"));
  await page.getByText("+33698765432").waitFor();
  await mailTo(guichet, "holder@demo.example", ({ text }) => text.includes("numéro de téléphone"));

  await page.getByRole("link", { name: t("customers.deletion.title") }).click();
  await page.getByRole("heading", { level: 1, name: t("customers.deletion.title") }).waitFor();
  expect(await faultsAtBoth(page)).toEqual([]);
  await page.goBack();

  await page.getByRole("link", { name: t("customers.merge.title") }).click();
  await page.getByLabel(t("customers.merge.number")).fill(second.customerNumber);
  await page.getByRole("button", { name: t("customers.merge.preview") }).click();
  await page.getByLabel(t("customers.reason")).fill("Deux comptes d’une personne");
  expect(await faultsAtBoth(page)).toEqual([]);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: t("customers.merge.do") }).click();
  await done(t("customers.done.merged"));
  await mailTo(guichet, "new@demo.example", ({ subject }) => subject.includes("réunis"));
  expect(await page.locator("#tickets").textContent()).toContain("Ticket 1 heure");

  await find(second.customerNumber);
  await page.getByRole("heading", { level: 1, name: "Camille Morvan" }).waitFor();
});
