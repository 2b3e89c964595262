import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { officeWords } from "./clerk.ts";
import { faultsOf } from "./faults.ts";
import { runCommand } from "./installation.ts";
import { patience } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
const t = officeWords("fr");
const own = "Choisi par Ana 7 elle-même";

/** Writes somebody of the network `demo` down, as the operator does; their printed password. */
async function added(email: string, name: string): Promise<string> {
  const { printed } = await runCommand(guichet, "staff", "add", email, name);
  await runCommand(guichet, "staff", "roles", email, "demo", "admin");
  return printed.trim();
}

/** Types into the field that has this name, and goes on by Enter. */
async function type(page: Page, ...fields: readonly (readonly [label: string, text: string])[]): Promise<void> {
  for (const [label, text] of fields) {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}

it("signs in with the printed password, chooses another, and arrives where she wanted to go", {
  timeout: 120_000,
}, async () => {
  const printed = await added("ana@operator.example", "Ana Silva");
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
  const page = await browser.context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`${guichet.office}/demo/staff`);
  await type(page, [t("staff.email"), "ana@operator.example"], [t("staff.password"), printed]);
  await page.getByRole("heading", { name: t("staff.password.choose") }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${guichet.office}/demo/orders`);
  expect(new URL(page.url()).pathname).toBe("/sign-in/password");
  await page.goto(`${guichet.office}/demo/staff`);

  await type(page, [t("staff.password.given"), printed], [t("staff.password.new"), printed]);
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain(t("shell.refused.PASSWORD_UNCHANGED"));
  await type(page, [t("staff.password.given"), printed], [t("staff.password.new"), own]);
  await page.getByRole("rowheader", { name: "Ana Silva" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/demo/staff");
});
