import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { codeOfApp } from "../apps/ticket-api/src/testing/authenticator-app.ts";
import { faultsOf } from "./axe-violations.ts";
import { runCommand } from "./installation.ts";
import { actionTimeoutMs } from "./shopper.ts";
import { officeWords } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0", STAFF_SECOND_FACTOR: "required" });
const t = officeWords("fr");
const email = "ana@operator.example";
const own = "Choisi par Ana 7 elle-même";

/** Adds a staff member of the network `demo` by command; returns the printed password. */
async function added(name: string): Promise<string> {
  const { printed } = await runCommand(guichet, "staff", "add", email, name);
  await runCommand(guichet, "staff", "roles", email, "demo", "admin");
  return printed.trim();
}

/** Fills in the fields with these labels, and submits with Enter. */
async function type(page: Page, ...fields: readonly (readonly [label: string, text: string])[]): Promise<void> {
  for (const [label, text] of fields) {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
const alerted = async (page: Page) => {
  await page.getByRole("alert").waitFor();
  // Until the screen has returned completely, its button shows that it is busy.
  await page.locator("main button[aria-disabled]").waitFor({ state: "detached" });
  return page.getByRole("alert").textContent();
};

/** The code that the phone's app shows `halfMinutes` from now: clocks may differ by that much. */
const shown = (key: string, halfMinutes = 0) => codeOfApp(key, new Date(Date.now() + halfMinutes * 30_000));

/** Goes to the network's staff page and signs in with the password, up to the code. */
async function upToTheCode(page: Page): Promise<void> {
  page.setDefaultTimeout(actionTimeoutMs);
  await page.goto(`${guichet.office}/demo/staff`);
  await type(page, [t("staff.email"), email], [t("staff.password"), own]);
  await heading(page, t("staff.factor.code.title"));
}

// covers §6: a printed staff password gives access to nothing until it is changed, and the office redirects to the change and back
it("signs in with the printed password, chooses another, sets up a second factor, and arrives at the requested page", {
  timeout: 240_000,
}, async () => {
  const printed = await added("Ana Silva");
  const phone = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
  const page = await phone.context.newPage();
  page.setDefaultTimeout(actionTimeoutMs);
  await page.goto(`${guichet.office}/demo/staff`);
  await type(page, [t("staff.email"), email], [t("staff.password"), printed]);
  await heading(page, t("staff.password.choose"));
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${guichet.office}/demo/orders`);
  expect(new URL(page.url()).pathname).toBe("/sign-in/password");
  await page.goto(`${guichet.office}/demo/staff`);
  await type(page, [t("staff.password.given"), printed], [t("staff.password.new"), printed]);
  expect(await alerted(page)).toContain(t("shell.refused.PASSWORD_UNCHANGED"));
  await type(page, [t("staff.password.given"), printed], [t("staff.password.new"), own]);

  await heading(page, t("staff.factor.set-up"));
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("img", { name: t("staff.factor.qr") }).waitFor();
  const key = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  expect(await page.getByRole("link", { name: t("staff.factor.open-app") }).getAttribute("href")).toContain(key);
  await type(page, [t("staff.factor.code"), "000000"]);
  expect(await alerted(page)).toContain(t("shell.refused.SECOND_FACTOR_WRONG"));
  await page.getByLabel(t("staff.factor.code")).fill("");
  await type(page, [t("staff.factor.code"), shown(key)]);

  await heading(page, t("staff.factor.codes.title"));
  expect(await faultsOf(page)).toEqual([]);
  const recoveryCodes = await page.locator("li code").allTextContents();
  expect(new Set(recoveryCodes).size).toBe(10);
  await page.getByRole("link", { name: t("staff.factor.codes.done") }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: "Ana Silva" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/demo/staff");

  // At a desktop, the next day.
  const desktop = await browserOfTest({ locale: "fr-FR", colorScheme: "dark", viewport: { width: 1280, height: 800 } });
  const screen = await desktop.context.newPage();
  await upToTheCode(screen);
  expect(await faultsOf(screen)).toEqual([]);
  expect(await screen.getByLabel(t("staff.factor.code")).getAttribute("autocomplete")).toBe("one-time-code");
  await screen.goto(`${guichet.office}/demo/orders`);
  expect(new URL(screen.url()).pathname).toBe("/sign-in/code");
  await type(screen, [t("staff.factor.code"), shown(key, 1)]);
  await heading(screen, t("orders.title"));

  // Her own page: new recovery codes, with the password.
  await screen.goto(`${guichet.office}/second-factor`);
  await screen.getByText(t("staff.factor.left", { count: 10 })).waitFor();
  expect(await faultsOf(screen)).toEqual([]);
  expect(await screen.getByRole("button", { name: t("staff.factor.remove.do") }).count()).toBe(0);
  await screen.locator("#password-codes").fill("Not-this-one-2026");
  await screen.keyboard.press("Enter");
  expect(await alerted(screen)).toContain(t("shell.refused.PASSWORD_WRONG"));
  await screen.locator("#password-codes").fill(own);
  await screen.keyboard.press("Enter");
  await heading(screen, t("staff.factor.codes.title"));
  const [recoveryCode = ""] = await screen.locator("li code").allTextContents();
  expect(recoveryCodes).not.toContain(recoveryCode);

  // Without the phone and without script: a recovery code.
  const plain = await browserOfTest({ locale: "fr-FR", javaScriptEnabled: false });
  const sheet = await plain.context.newPage();
  await upToTheCode(sheet);
  await sheet.getByRole("link", { name: t("staff.factor.use-recovery") }).click();
  await type(sheet, [t("staff.factor.recovery"), "AAAA-BBBB-CCCC-DDDD"]);
  expect(await alerted(sheet)).toContain(t("shell.refused.SECOND_FACTOR_WRONG"));
  await type(sheet, [t("staff.factor.recovery"), recoveryCode.toLowerCase()]);
  await sheet.getByRole("rowheader", { name: "Ana Silva" }).waitFor();

  // The phone is lost for good: the command removes the second factor, and she sets up another, without script too.
  await runCommand(guichet, "staff", "reset-second-factor", email);
  await sheet.goto(`${guichet.office}/demo/staff`);
  await type(sheet, [t("staff.email"), email], [t("staff.password"), own]);
  await heading(sheet, t("staff.factor.set-up"));
  const other = ((await sheet.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(other).not.toBe(key);
  await type(sheet, [t("staff.factor.code"), shown(other)]);
  await heading(sheet, t("staff.factor.codes.title"));
  expect(await sheet.locator("li code").count()).toBe(10);
  await sheet.getByRole("link", { name: t("staff.factor.codes.done") }).click();
  await sheet.getByRole("rowheader", { name: "Ana Silva" }).waitFor();
});
