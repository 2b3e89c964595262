import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { actionTimeoutMs, demoPassword, paymentCards } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();

const words = wordsIn("fr");
const { t } = words;

describe("a customer without a mouse", () => {
  // covers: a purchase by the keyboard alone
  it("signs in, chooses, orders, pays and opens the ticket by the keyboard alone", { timeout: 300_000 }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
    const page = await browser.context.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    await page.goto(guichet.shop);
    await hydrated(page);

    await page.keyboard.press("Tab");
    await expectFocus(page.getByRole("link", { name: t("shell.skip") }));

    await press(page, page.getByRole("link", { name: t("shell.sign-in") }));
    await type(page, page.getByLabel(t("identity.email")), "holder@demo.example");
    await type(page, page.getByLabel(t("identity.password"), { exact: true }), demoPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !url.pathname.includes("/auth"));

    const navigation = page.getByRole("navigation", { name: t("shell.navigation") });
    await press(page, navigation.getByRole("link", { name: t("shell.shop") }));
    await press(page, page.getByRole("link", { name: `${t("home.details")} ${words.article("carnet-10")}` }));
    await chooseAndAdd(page);
    await acceptAndGoOn(page);

    const payButton = page.getByRole("button", {
      name: t("checkout.order-and-pay", { amount: words.euros(1_100) }),
    });
    await press(page, payButton);
    await type(page, page.getByLabel(words.sandbox("payment.number")), paymentCards.accepted);
    await type(page, page.getByLabel(words.sandbox("payment.expiry")), "12/30");
    await type(page, page.getByLabel(words.sandbox("payment.code")), "123");
    await page.keyboard.press("Enter");

    await page.getByRole("heading", { name: t("checkout.result.confirmed.title") }).waitFor();
    await press(page, page.getByRole("link", { name: t("checkout.result.ticket") }));
    const said = { product: words.article("carnet-10"), traveller: "", validity: "" };
    const [lead = ""] = t("wallet.code.alt", said).split(said.product);
    await page.getByRole("img", { name: lead + said.product }).waitFor();
  });
});

/** The product: support by the arrows, quantity by its buttons, then the dialog that has received the focus. */
async function chooseAndAdd(page: Page): Promise<void> {
  const support = page.getByRole("group", { name: t("shell.support.question") });
  const phone = support.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") });
  await phone.waitFor();
  await hydrated(page);
  await reach(page, support.getByRole("radio", { checked: true }).or(phone));
  await page.keyboard.press("ArrowDown");
  expect(await phone.isChecked()).toBe(false);
  await page.keyboard.press("ArrowUp");
  if (!(await phone.isChecked())) await page.keyboard.press("Space");
  expect(await phone.isChecked()).toBe(true);
  await press(page, page.getByRole("button", { name: t("catalogue.add") }));
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await press(page, dialog.getByRole("link", { name: t("cart.view") }));
}

/** The cart: without the ticked boxes, the error summary receives the focus and links to them. */
async function acceptAndGoOn(page: Page): Promise<void> {
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
  const onward = page.getByRole("button", { name: t("cart.continue") });
  await press(page, onward);
  const summary = page.getByRole("alert").filter({ hasText: t("cart.problem") });
  await expectFocus(summary);
  const terms = page.getByRole("checkbox", { name: t("cart.accept.terms") });
  await press(page, summary.getByRole("link", { name: t("refusals.terms") }));
  await expectFocus(terms);
  await page.keyboard.press("Space");
  expect(await terms.isChecked()).toBe(true);
  await press(page, onward);
  await page.getByRole("heading", { name: t("checkout.pay.title") }).waitFor();
}

/** Presses Tab until the target has the focus; no element on the way may trap it. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 150; step++) {
    if (await hasFocus(target)) return expectSeen(page);
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reachable with Tab`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.type(text);
}

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((node) => node === document.activeElement);

async function expectFocus(target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  await expect.poll(() => hasFocus(target), { timeout: actionTimeoutMs }).toBe(true);
}

/** Checks that the focus is visible: an outline on the element or its visual substitute, on the screen. */
async function expectSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    const near = [focused, focused.parentElement, focused.nextElementSibling].filter((one) => one !== null);
    const isMarked = near.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    const { bottom, top } = (focused.closest("label") ?? focused).getBoundingClientRect();
    return isMarked && bottom > 0 && top < innerHeight;
  });
  expect(seen, `the focus is not seen on ${await page.evaluate(() => document.activeElement?.outerHTML)}`).toBe(true);
}

/** Waits for hydration. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}
