import { createHash } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { buyFor } from "./households.ts";
import { staffUserAt } from "./staff.ts";
import { sharedGuichet } from "./stage.ts";

const guichet = sharedGuichet();

// covers: months are closed one after the other, each with the digest of its journal
it("an accountant reads the VAT of a month, downloads its journal, closes an earlier one and verifies its digest", {
  timeout: 240_000,
}, async () => {
  await buyFor(guichet, "holder@demo.example", "ticket-1h", 1);
  const accountant = await staffUserAt(guichet, "accountant@demo.example");
  onTestFinished(accountant.close);
  const { page, t } = accountant;
  const fec = async () => {
    const address = await page.getByRole("link", { name: t("finance.journal.fec") }).getAttribute("href");
    return (await page.request.get(new URL(address ?? "", page.url()).href)).body();
  };

  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.finance"), exact: true })
    .click();
  // Last month, which nobody has closed.
  await page.getByText(t("finance.state.open"), { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const months = page.getByLabel(t("finance.month"), { exact: true });
  await months.selectOption({ index: 0 });
  await page.getByRole("button", { name: t("finance.show") }).click();
  await page.getByText(t("finance.state.running"), { exact: true }).waitFor();
  const vat = page.getByRole("region", { name: t("finance.vat") });
  expect(await vat.textContent()).toMatch(/\d,\d{2}/u);
  expect(await faultsOf(page)).toEqual([]);
  expect((await fec()).toString("latin1")).toMatch(/^JournalCode\tJournalLib\t/u);

  // A month that has been over for long, so that the journey does not depend on the hour.
  await months.selectOption({ index: 2 });
  await page.getByRole("button", { name: t("finance.show") }).click();
  await page.getByRole("button", { name: t("finance.closing.do") }).click();
  await page.getByText(t("finance.done.closed")).waitFor();
  expect(await page.getByRole("main").textContent()).toContain(
    createHash("sha256")
      .update(await fec())
      .digest("hex"),
  );
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: t("finance.page.closedMonths") }).click();
  await page.getByRole("heading", { level: 1, name: t("finance.page.closedMonths") }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("button", { name: t("finance.verify") }).click();
  await page.getByText(t("finance.verify.same")).waitFor();
});
