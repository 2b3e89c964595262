import { type Language, locales } from "@guichet/contract/languages.ts";
import { readTexts } from "@guichet/texts/text-files.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Translate, translateWith } from "../apps/office/app/shell/texts.tsx";
import { officeTexts } from "../apps/office/scripts/texts.ts";
import { faultsOf } from "./axe-violations.ts";
import { openBrowser } from "./browser.ts";
import type { Installation } from "./installation.ts";
import { actionTimeoutMs, demoPassword } from "./shopper.ts";

const { catalogues } = readTexts(officeTexts);

/** The texts of the office in one of its languages. */
export const officeWords = (language: Language): Translate => translateWith(i18nOf(language, catalogues[language]));

/** A staff member at a desktop browser. */
export interface StaffUser {
  page: Page;
  t: Translate;
  close(): Promise<void>;
}

/** Opens the office in a language and signs in a member of the demo's staff. */
export async function staffUserAt(
  { office }: Installation,
  email: string,
  language: Language = "fr",
): Promise<StaffUser> {
  const browser = await openBrowser({ locale: locales[language].isoCode, viewport: { width: 1280, height: 900 } });
  const page = await browser.context.newPage();
  page.setDefaultTimeout(actionTimeoutMs);
  page.setDefaultNavigationTimeout(actionTimeoutMs);
  const t = officeWords(language);
  await page.goto(`${office}/demo`);
  await signInAtOffice(page, email, t);
  return { page, t, close: browser.close };
}

/** Signs in with the keyboard only. */
export async function signInAtOffice(page: Page, email: string, t: Translate): Promise<void> {
  await page.getByLabel(t("staff.email")).focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(demoPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

type Way = "SHIPPING" | "COLLECT" | "PHYSICAL";

/** Finds an order in the queue by its number, and opens it. */
export async function openOrder({ page, t }: StaffUser, { office }: Installation, number: string): Promise<void> {
  await page.goto(`${office}/demo/orders`);
  await page.getByLabel(t("orders.find")).fill(number);
  await page.getByRole("button", { name: t("orders.filter") }).click();
  await page.waitForURL((url) => url.searchParams.get("q") === number);
  await page.getByRole("link", { name: number }).click();
  await page.getByRole("heading", { name: t("orders.one", { number }) }).waitFor();
}

/** Makes the cards of an order and fulfils its items of this support; returns the card numbers. */
export async function makeCards(staffUser: StaffUser, count: number): Promise<string[]> {
  const { page, t } = staffUser;
  await page.getByLabel(t("orders.action.begin.sure", { count })).check();
  await page.getByRole("button", { name: t("orders.action.begin.cards", { count }) }).click();
  const flash = page.getByRole("status").filter({ hasText: /9250/ });
  await flash.waitFor();
  return (await flash.textContent())?.match(/9250 \d{4} \d{4} \d{4}/g) ?? [];
}

/** Hands over a fulfilled order. */
export async function handOver({ page, t }: StaffUser, way: Way): Promise<void> {
  await page.getByLabel(t(`orders.action.sure.${way}`)).check();
  await page.getByRole("button", { name: t(`orders.action.finish.${way}`) }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t(`orders.done.${way}`) })
    .waitFor();
}

/** The decision of an examiner about a request. */
export type Verdict = { as: "accept" } | { as: "ask" | "refuse"; reason: "unreadable" | "incomplete"; remark: string };

/** Opens a request by its number, takes it and decides. */
export async function decideRequest(
  { page, t }: StaffUser,
  { office }: Installation,
  number: string,
  verdict: Verdict,
): Promise<void> {
  await page.goto(`${office}/demo/documents?number=${number}`);
  await page.getByRole("link", { name: number }).click();
  await page.getByRole("heading", { name: t("documents.one", { number }) }).waitFor();
  await page.getByRole("button", { name: t("documents.take") }).click();
  await page.getByRole("button", { name: t("documents.accept") }).waitFor();
  if (verdict.as === "accept") await page.getByRole("button", { name: t("documents.accept") }).click();
  else {
    await page.getByLabel(t("documents.reason"), { exact: true }).selectOption(verdict.reason);
    await page.getByLabel(t("documents.remark")).fill(verdict.remark);
    await page.getByRole("button", { name: t(`documents.${verdict.as}`), exact: true }).click();
  }
  const status = { accept: "accepted", ask: "to complete", refuse: "refused" } as const;
  await page
    .getByRole("status")
    .filter({ hasText: number })
    .filter({ hasText: t(`documents.status.${status[verdict.as]}`) })
    .waitFor();
}

/** Presses Tab until the button has the focus, and presses it. */
export async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  for (let step = 0; step < 40; step += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reachable with Tab`);
}

/** Corrects the delivery address of the order on the screen, with the keyboard alone. */
export async function correctAddress({ page, t }: Pick<StaffUser, "page" | "t">): Promise<void> {
  const opening = page.locator("summary").filter({ hasText: t("orders.delivery.correct") });
  const street = page.getByLabel(t("orders.delivery.addressRoute"));
  await opening.focus();
  await page.keyboard.press("Enter");
  await street.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await street.fill("5 quai des Brumes");
  await page.getByLabel(t("orders.delivery.reason")).fill("Numéro mal saisi");
  await press(page, t("orders.delivery.do"));
  await page
    .getByRole("status")
    .filter({ hasText: t("orders.done.delivery") })
    .waitFor();
  await page.getByText("5 quai des Brumes").waitFor();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/** A name is typed, a colleague corrects the street, and `reload` reads the page anew: the form cannot undo the street. */
export async function keepCorrection(
  { page, t }: Pick<StaffUser, "page" | "t">,
  reload: () => Promise<void>,
): Promise<void> {
  const field = (of: Page, name: "fullname" | "addressRoute" | "reason") => of.getByLabel(t(`orders.delivery.${name}`));
  const colleague = await page.context().newPage();
  // The form is still open after the correction before.
  await field(page, "fullname").fill("Lou Morvan");
  await colleague.goto(page.url());
  await colleague
    .locator("summary")
    .filter({ hasText: t("orders.delivery.correct") })
    .click();
  await field(colleague, "addressRoute").fill("7 quai des Brumes");
  await field(colleague, "reason").fill("Le client a rappelé");
  await press(colleague, t("orders.delivery.do"));
  const done = (of: Page) => of.getByRole("status").filter({ hasText: t("orders.done.delivery") });
  await done(colleague).waitFor();
  await colleague.close();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await reload();
  expect(await field(page, "fullname").inputValue()).toBe("Lou Morvan");
  await field(page, "reason").fill("Nom complet");
  await press(page, t("orders.delivery.do"));
  await page.getByText(t("orders.delivery.refused.changed")).waitFor();
  const other = page.getByText(t("orders.delivery.other")).locator("..");
  await other.waitFor();
  expect(await other.textContent()).toContain("7 quai des Brumes");
  expect(await field(page, "fullname").inputValue()).toBe("Lou Morvan");
  await field(page, "addressRoute").fill("7 quai des Brumes");
  await press(page, t("orders.delivery.do"));
  await done(page).waitFor();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}
