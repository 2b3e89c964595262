import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { staffUserAt } from "./staff.ts";
import { sharedGuichet } from "./stage.ts";

const guichet = sharedGuichet();

// covers: transport cards: blank cards imported from a file, with a preview and faults by line
// covers: transport cards: cards blocked by a list, and the list of blocked cards as a file
it("a manager checks a file of blank cards on a phone, corrects it, imports it as a whole, and blocks a card by a list", {
  timeout: 240_000,
}, async () => {
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${guichet.office}/demo/cards`);
  await page.getByRole("link", { name: t("transport-cards.stock.link") }).click();
  await page.getByText(t("transport-cards.stock.none")).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: t("transport-cards.stock.import") }).click();
  const check = page.getByRole("button", { name: t("transport-cards.import.check") });
  const choose = (text: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: "Livraison.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("Numéro;Lot\r\n9250000000000017;Boîte 1\r\n9250 0000 0000 0024;Boîte 1\r\n");
  await check.click();
  await page.getByText(t("transport-cards.import.wrong", { count: 1 })).waitFor();
  await page.getByText(t("transport-cards.fault.check-digit", { value: "9250000000000017" })).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await choose("Numéro;Lot\r\n9250000000000016;Boîte 1\r\n9250 0000 0000 0024;Boîte 1\r\n");
  await check.click();
  await page.getByText(t("transport-cards.import.ready")).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: t("transport-cards.import.confirm", { count: 2 }) }).click();
  await page.getByText(t("transport-cards.stock.done", { count: 2 })).waitFor();
  await page.getByRole("rowheader", { name: "Boîte 1" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: t("transport-cards.blocks.link") }).click();
  await page.getByRole("heading", { level: 1, name: t("transport-cards.blocks.title") }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await choose("numéro\n9250 0000 0000 0024\n");
  await page.locator('select[name="incident"]').selectOption("stolen");
  await check.click();
  await page.getByText(t("transport-cards.blocks.ready")).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(t("transport-cards.blocks.note")).fill("Carton volé");
  await page.getByRole("button", { name: t("transport-cards.blocks.confirm", { count: 1 }) }).click();
  await page.getByText(t("transport-cards.blocks.done", { count: 1 })).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: t("transport-cards.blocks.download") }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain("9250 0000 0000 0024,stolen,");
});
