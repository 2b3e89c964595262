import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { paths, type RouteName } from "../apps/office/app/paths.ts";
import { excessAt, faultsInReading, faultsOf, readings, seenAs } from "./axe-violations.ts";
import { buyParcel, requestExamination } from "./households.ts";
import { checksEachLanguage } from "./journey-languages.ts";
import { actionTimeoutMs } from "./shopper.ts";
import { correctAddress, keepCorrection, officeWords, press, signInAtOffice } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";

/** Articles of the demo that need a document. */
const items = ["harmonie", "transition"] as const;

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

const t = officeWords("fr");
const signIn = (page: Page, email: string, say = t) => signInAtOffice(page, email, say);

/** Presses a key until it has its effect: a new screen handles keys a moment later. */
const pressUntil = (page: Page, key: string, done: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        if (!(await done())) await page.keyboard.press(key);
        return done();
      },
      { interval: 500, timeout: actionTimeoutMs },
    )
    .toBe(true);

const hasFocus = (field: Locator) => () => field.evaluate((element) => element === document.activeElement);

describe("an agent without a mouse", () => {
  // covers §6: staff find a card, block it, unblock it after a mistake, replace it
  it("signs in, finds a card, blocks it, unblocks it, blocks and replaces it", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const page = await browser.context.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    await page.goto(`${guichet.office}/demo/cards`);
    await signIn(page, "agent@demo.example");
    expect(new URL(page.url()).pathname).toBe("/demo/cards");

    await pressUntil(page, "/", hasFocus(page.locator("#q")));
    await page.keyboard.type("lou morvan");
    await page.keyboard.press("Enter");
    await page.getByText(t("transport-cards.state.active"), { exact: true }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(/\d{4} \d{4} \d{4} \d{4}/);

    await block(page, "Perdue à la plage");
    expect(await page.getByRole("main").textContent()).toContain(
      t("transport-cards.audit.block", { name: "Yanis Kermarec" }),
    );

    await page.keyboard.press("l");
    await page.keyboard.type("Retrouvée");
    await press(page, t("transport-cards.lift"));
    await page
      .getByRole("status")
      .filter({ hasText: t("transport-cards.done.lifted", { count: 0 }) })
      .waitFor();

    await block(page, "Perdue pour de bon");
    const before = new URL(page.url()).pathname;
    await page.keyboard.press("r");
    await press(page, t("transport-cards.replace"));
    await page
      .getByRole("status")
      .filter({ hasText: t("transport-cards.done.replaced", { count: 0 }) })
      .waitFor();
    expect(new URL(page.url()).pathname).not.toBe(before);
    await page.getByText(t("transport-cards.state.active"), { exact: true }).waitFor();
  });

  async function block(page: Page, note: string): Promise<void> {
    await page.getByRole("button", { name: t("transport-cards.block") }).waitFor();
    // The last action moved the focus out of the fields.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press("b");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type(note);
    await press(page, t("transport-cards.block"));
    await page
      .getByRole("status")
      .filter({ hasText: t("transport-cards.done.blocked", { count: 0 }) })
      .waitFor();
  }
});

describe("a member of the staff without a mouse", () => {
  // covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
  // covers: figures of the office are plots without a script, with a text and a table for each
  it("finds an order, prepares its parcel and ships it, and reads its sale in the figures", {
    timeout: 240_000,
  }, async () => {
    const number = await buyParcel(guichet);
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const page = await browser.context.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    await page.goto(`${guichet.office}/demo/orders`);
    await signIn(page, "agent@demo.example");
    await pressUntil(page, "/", hasFocus(page.locator("#q")));
    await page.keyboard.type(number);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("q") === number);
    const found = page.getByRole("link", { name: number });
    await found.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: t("orders.one", { number }) }).waitFor();
    await page.getByText("3 quai des Brumes").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await correctAddress({ page, t });
    const flash = page.getByRole("status").filter({ hasText: t("orders.done.begun", { count: 0, cards: "" }) });
    await keepCorrection({ page, t }, () => pressUntil(page, "p", () => flash.isVisible()));
    const sure = page.getByLabel(t("orders.action.sure.SHIPPING"));
    await sure.waitFor();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await pressUntil(page, "p", hasFocus(sure));
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("https://carrier.example/6A123");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("6A123");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await press(page, t("orders.action.finish.SHIPPING"));
    await page
      .getByRole("status")
      .filter({ hasText: t("orders.done.SHIPPING") })
      .waitFor();
    expect(await page.getByRole("main").textContent()).toContain(t("orders.history.by", { name: "Yanis Kermarec" }));
    const followed = page.getByRole("link", { name: "6A123" });
    expect(await followed.getAttribute("href")).toBe("https://carrier.example/6A123");
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(`${guichet.office}/demo`);
    const days = page.getByRole("region", { name: t("overview.days"), exact: true });
    expect(await days.getByRole("img").getAttribute("aria-label")).toContain(t("overview.days"));
    await days.locator("summary").focus();
    await page.keyboard.press("Enter");
    const today = days.getByRole("row").last();
    await today.waitFor();
    expect(Number(await today.getByRole("cell").first().textContent())).toBeGreaterThan(0);
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe("a validator without a mouse", () => {
  // covers §6: staff examine a submission: one person at a time, accept, refuse with a reason, return for completion
  // covers: the home of the office shows what waits, since when and how much is late, and leads to it
  it("opens the queue from the home page, takes the oldest request, accepts it, gets the next one and refuses it", {
    timeout: 240_000,
  }, async () => {
    const [first = "", second = ""] = [
      await requestExamination(guichet, items[0]),
      await requestExamination(guichet, items[1]),
    ];
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const page = await browser.context.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    await page.goto(`${guichet.office}/demo`);
    await signIn(page, "validator@demo.example");
    const waiting = page.getByRole("listitem").filter({ hasText: t("overview.queue.documents") });
    expect(await waiting.locator(".queue-count").textContent()).toBe("2");
    expect(await page.getByText(t("overview.queue.parcels")).count()).toBe(0);
    await waiting.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/demo/documents");
    expect(await faultsOf(page)).toEqual([]);
    const oldest = page.getByRole("row").nth(1).getByRole("link");
    expect(await oldest.textContent()).toBe(first);
    await oldest.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: t("documents.one", { number: first }) }).waitFor();
    expect(await page.locator("iframe.sent-file").count()).toBe(1);
    const response = await page.request.get(
      new URL((await page.locator("iframe").getAttribute("src")) ?? "", page.url()).href,
    );
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, "application/pdf"]);

    const accept = page.getByRole("button", { name: t("documents.accept") });
    await pressUntil(page, "t", () => accept.isVisible());
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("a");
    const said = (number: string, status: string) =>
      page.getByRole("status").filter({ hasText: number }).filter({ hasText: status });
    await said(first, t("documents.status.accepted")).waitFor();
    await page.getByRole("heading", { name: t("documents.one", { number: second }) }).waitFor();

    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const reason = page.getByLabel(t("documents.reason"), { exact: true });
    await pressUntil(page, "t", () => reason.isVisible());
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await pressUntil(page, "r", hasFocus(reason));
    await reason.selectOption("unreadable");
    await press(page, t("documents.refuse"));
    await said(second, t("documents.status.refused")).waitFor();
    await page.getByText(t("documents.none")).waitFor();
    expect((await page.goto(`${guichet.office}/demo/cards`))?.status()).toBe(200);
    expect((await page.goto(`${guichet.office}/demo/cards?q=morvan`))?.status()).toBe(403);
  });
});

describe("the permissions of each role", () => {
  // covers §6: screens by staff role
  it("a validator sees no cards, an admin sees the staff, and signing out ends the session", {
    timeout: 120_000,
  }, async () => {
    const browser = await browserOfTest({ locale: "en-GB" });
    const page = await browser.context.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    const say = officeWords("en");
    await page.goto(guichet.office);
    await page.getByLabel(say("staff.email")).fill("validator@demo.example");
    await page.getByLabel(say("staff.password"), { exact: true }).fill("Not-this-one-2026");
    await page.getByRole("button", { name: say("staff.sign-in.do") }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel(say("staff.password"), { exact: true }).inputValue()).toBe("");
    await page.getByLabel(say("staff.email")).fill("");
    await signIn(page, "validator@demo.example", say);
    const navigation = page.getByRole("navigation", { name: say("shell.navigation") });
    await navigation.waitFor();
    expect(await navigation.getByRole("link", { name: say("shell.transportCards") }).count()).toBe(0);
    expect((await page.goto(`${guichet.office}/demo/cards?q=morvan`))?.status()).toBe(403);
    await page.context().clearCookies();
    await page.goto(`${guichet.office}/zones/staff`);
    await signIn(page, "admin@demo.example", say);
    await page.getByRole("rowheader", { name: "Soazig Perrot" }).waitFor();
    expect((await page.goto(`${guichet.office}/nowhere`))?.status()).toBe(404);
    await page.goto(guichet.office);
    await page.getByText("Maëlle Le Bihan").first().click();
    await page.getByRole("button", { name: say("shell.sign-out") }).click();
    await page.getByRole("heading", { name: say("staff.sign-in") }).waitFor();
    await page.goto(`${guichet.office}/demo`);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });
});

describe("the search in the header", () => {
  // covers: screens and actions are opened by typing their name, only those that one's roles may open
  // covers: one search of the office finds orders, documents, payments, tickets, customers, cards and requests
  // covers: the search of the office finds names and e-mail addresses in spite of a wrong letter, accents, case and order
  it("finds a customer in spite of typing errors, whose order opens, and an invoice by its number", {
    timeout: 240_000,
  }, async () => {
    const number = await buyParcel(guichet);
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const page = await browser.context.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    await page.goto(`${guichet.office}/demo`);
    await signIn(page, "agent@demo.example");
    const box = page.locator("#office-search");
    await pressUntil(page, "Control+k", hasFocus(box));
    await page.keyboard.type("mrovan camile");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: t("search.kind.customer") }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Camille Morvan", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Camille Morvan" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.locator("#orders").getByRole("link", { name: number }).click();
    const heading = page.getByRole("heading", { name: t("orders.one", { number }) });
    await heading.waitFor();
    const invoice = /F-DEMO-\d{4}-\d{6}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";

    await page.goto(`${guichet.office}/demo`);
    await pressUntil(page, "/", hasFocus(box));
    await page.keyboard.type(invoice);
    await page.keyboard.press("Enter");
    await heading.waitFor();

    // A screen by its name, also from a screen with a search of its own.
    await page.goto(`${guichet.office}/demo/orders`);
    await pressUntil(page, "Control+k", hasFocus(box));
    await page.keyboard.type("caisse");
    const screen = page.getByRole("option", { name: t("shell.command.ownDrawer") });
    await screen.waitFor();
    expect(await page.getByRole("option", { name: t("shell.home.drawers") }).count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    expect(await screen.getAttribute("aria-selected")).toBe("true");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/demo/counter/drawer");
  });
});

/** Addresses that show no page of their own: actions, files, steps of a sign-in. */
const withoutPage: readonly RouteName[] = [
  ...(["start", "signOut", "preferences", "secondFactorCode", "choosePassword", "setUpSecondFactor"] as const),
  ...(["ticketCheckResult", "ticketCheckReports", "ticketCheckList"] as const),
];
/** Every page that is opened without a choice before it. */
const places = (Object.keys(paths) as RouteName[])
  .filter((name) => !withoutPage.includes(name) && !name.endsWith("Csv") && !/:(?!network)/u.test(paths[name]))
  .map((name) => paths[name].replace(":network", "demo"))
  .filter((place) => place !== paths.signIn);
const queried = ["cards?q=morvan", "cards?q=nobody", "search?q=morvan", "travellers?q=morvan", "counter?q=carnet"];

/** Every screen in each reading before a release; otherwise in one of them, the next screen in the other (decision 165). */
function placesIn(reading: (typeof readings)[number]): readonly string[] {
  const every = [
    ...places,
    ...[...queried, "cards?q=camille", "cards?q=belkacem"].map((query) => `/demo/${query}`),
    "/nowhere",
  ];
  const turn = readings.indexOf(reading);
  return checksEachLanguage() ? every : every.filter((_, index) => index % readings.length === turn);
}

// covers: every screen of the office has no violations of axe rules, in French and Arabic
describe.each(readings)(
  "every screen of the office has no violations of axe rules, and fits the viewport",
  (reading) => {
    const { language, locale, colorScheme } = reading;
    it(`in ${language}, ${colorScheme}`, { timeout: 300_000 }, async () => {
      const browser = await browserOfTest({ locale, ...seenAs(reading) });
      const page = await browser.context.newPage();
      page.setDefaultTimeout(actionTimeoutMs);
      const faults: string[] = [];
      const check = async (place: string) => {
        await page.goto(guichet.office + place);
        const found = [...(await faultsInReading(page, reading)), ...(await excessAt(page, phoneWidth))];
        faults.push(...found.map((fault) => `${place}: ${fault}`));
      };
      await check(paths.signIn);
      await signIn(page, "admin@demo.example", officeWords(language));
      for (const place of placesIn(reading)) await check(place);
      expect(faults).toEqual([]);
    });
  },
);
const phoneWidth = 360;
