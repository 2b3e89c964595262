import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { shopperAt } from "./shopper.ts";
import { staffUserAt } from "./staff.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

// covers: what is typed before the scripts of a page have loaded is kept and sent
it("the shop keeps what a visitor enters before its scripts have loaded, and sends it", async () => {
  const { page, words } = await visitor();
  const { t } = words;
  await withLateScripts(page, `${guichet.shop}/fr/terminate`, async () => {
    await page.getByLabel(t("terminations.number")).fill("12");
    await page.locator("textarea").pressSequentially("Je déménage");
    await page.locator("textarea").press("End");
  });
  expect(await page.getByLabel(t("terminations.number")).inputValue()).toBe("12");
  expect(await page.locator("textarea").inputValue()).toBe("Je déménage");

  // Sent without script, the form returns with this text as its initial one.
  await page.locator("form:has(textarea)").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await withLateScripts(
    page,
    () => page.locator("form:has(textarea)").evaluate((form: HTMLFormElement) => form.submit()),
    async () => {
      await page.locator("textarea").press("ControlOrMeta+End");
      await page.locator("textarea").pressSequentially(" bientôt");
    },
  );
  expect(await page.locator("textarea").inputValue()).toBe("Je déménage bientôt");
  await page.locator("textarea").pressSequentially(" !");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.locator("form:has(textarea)").evaluate((form: HTMLFormElement) => form.submit());
  expect((await sent).postDataJSON()).toMatchObject({ reason: "Je déménage bientôt !", number: "12" });
});

// covers: what is typed before the scripts of a page have loaded is kept and sent
it("the shop's pages follow what was chosen before their scripts have loaded", async () => {
  const { page, words } = await visitor();
  const { t } = words;
  await withLateScripts(page, `${guichet.shop}/fr/advice`, async () => {
    await page.locator("select[name=people]").selectOption("3");
    await page.locator("input[name=day]:checked").first().uncheck();
  });
  expect(await page.locator("select[name=people]").inputValue()).toBe("3");
  const daysLeft = await page.locator("input[name=day]:checked").count();
  // Asked of several travellers only, once the page's scripts run.
  await page.locator("input[type=checkbox][name=together]").waitFor({ timeout: 10_000 });
  expect(daysLeft).toBe((await page.locator("input[name=day][checked]").count()) - 1);

  await withLateScripts(page, `${guichet.shop}/fr/products/coast-single`, async () => {
    await page.locator("select[name=origin]").selectOption({ label: "Aubert" });
    await page.locator("select[name=destination]").selectOption({ label: "Pointe Sainte-Barbe" });
  });
  await page.getByText(t("travel.price", { amount: words.euros(440) })).waitFor();
  expect(await page.locator("#origin").evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).toBe(
    "Aubert",
  );
});

// covers: what is typed before the scripts of a page have loaded is kept and sent
it("the office keeps what staff enter before its scripts have loaded, and sends it", { timeout: 120_000 }, async () => {
  const agent = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(agent.close);
  const { page, t } = agent;
  await withLateScripts(page, `${guichet.office}/demo/vouchers/new`, async () => {
    await page.locator("[name=name]").fill("Rentrée");
    await page.locator("[name=combinable]").click();
  });
  expect(await page.locator("[name=name]").inputValue()).toBe("Rentrée");
  expect(await page.locator("[name=combinable]").evaluate(isChanged)).toBe(true);

  await page.goto(`${guichet.office}/demo/orders`);
  const statuses = page.locator("main select").first();
  await withLateScripts(page, `${guichet.office}/demo/orders`, async () => {
    await statuses.selectOption({ index: 1 });
  });
  expect(await statuses.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(1);

  await page.locator("#office-search").fill("holder@demo.example");
  await page.locator("#office-search").press("Enter");
  await page.getByRole("main").getByRole("link", { name: "Camille Morvan", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Camille Morvan" }).waitFor();
  await withLateScripts(page, page.url(), () => page.locator("#note").fill("Rappelle lundi"));
  expect(await page.locator("#note").inputValue()).toBe("Rappelle lundi");
  await page.getByRole("button", { name: t("customers.note.add") }).click();
  const note = page.locator("#notes").getByRole("link", { name: /Rappelle lundi/ });
  const changing = new URL((await note.getAttribute("href")) ?? "", page.url()).href;
  await withLateScripts(page, changing, async () => {
    await page.locator("#corrected-note").press("ControlOrMeta+End");
    await page.locator("#corrected-note").pressSequentially(" matin");
  });
  expect(await page.locator("#corrected-note").inputValue()).toBe("Rappelle lundi matin");
  await page.locator("#corrected-note").pressSequentially(" à 9 h");
  await page.getByRole("button", { name: t("customers.note.correct") }).click();
  await page.locator("#notes").getByText("Rappelle lundi matin à 9 h").waitFor();
});

const isChanged = (box: Element): boolean =>
  (box as HTMLInputElement).checked !== (box as HTMLInputElement).defaultChecked;

/** A visitor of the shop in French. */
async function visitor() {
  const browser = await browserOfTest({ locale: "fr-FR" });
  return shopperAt(await browser.context.newPage(), wordsIn("fr"));
}

/** Opens a page whose scripts load only after somebody has entered something; returns when it is usable. */
async function withLateScripts(page: Page, opened: string | (() => Promise<void>), enter: () => Promise<void>) {
  const entered = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await entered.promise;
    await route.fallback();
  });
  const opening = typeof opened === "string" ? page.goto(opened) : opened();
  await page.waitForFunction(() => document.readyState !== "loading" && !performance.getEntriesByName("usable").length);
  await enter();
  entered.resolve();
  await opening;
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
  await page.unroute("**/assets/*.js");
}
