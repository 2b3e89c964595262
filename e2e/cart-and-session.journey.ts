import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoPassword, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;
const holder = "holder@demo.example";
const patienceMs = 15_000;

/** The other account has no name yet, and is led to the form for it. */
async function signInAsOther({ page, button, link }: Shopper): Promise<void> {
  await link(t("shell.sign-in")).click();
  await page.getByLabel(t("identity.email")).fill("new@demo.example");
  await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
  await button(t("identity.login.submit")).click();
  await page.waitForURL(/finalize/);
}

async function openPhone(): Promise<Shopper> {
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), words);
  await shopper.page.goto(`${guichet.shop}/fr`);
  return shopper;
}

/** Adds a ticket on the current page, and stays there. */
async function addTicket({ page, button }: Shopper): Promise<void> {
  await page.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") }).check();
  await button(t("catalogue.add")).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: t("cart.view") })
    .waitFor();
}

const openTicket = ({ page }: Shopper) => page.goto(`${guichet.shop}/fr/products/ticket-1h`);
const keptCart = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));
const linesIn = async (page: Page) => JSON.parse((await keptCart(page)) ?? '{"lines":[]}').lines.length;

describe("the cart of a phone", () => {
  // covers §2: the cart is verified after each change on phones too
  it("is verified by the server after each change, on any page", async () => {
    const shopper = await openPhone();
    const { page } = shopper;
    await openTicket(shopper);
    const asked = page.waitForResponse("**/cart/verify", { timeout: patienceMs });
    await addTicket(shopper);
    expect((await asked).ok()).toBe(true);
    await expect
      .poll(async () => JSON.parse((await keptCart(page)) ?? "{}").verifiedTotalAmount?.amount)
      .toBeGreaterThan(0);
  });
});

describe("the cart of an account", () => {
  // covers §2: signing out by its address clears cart and tunnel in every tab; a cart belongs to its account only
  it("is cleared when its account signs out by the address, in every tab, and a tab left open shows it to nobody else", async () => {
    const shopper = await openPhone();
    const { page } = shopper;
    await signIn(shopper, holder);
    await openTicket(shopper);
    await addTicket(shopper);
    await page.evaluate(() => localStorage.setItem("tunnel", JSON.stringify({ ownerId: "u1", ready: true })));
    const other = shopperAt(await page.context().newPage(), words);
    await openTicket(other);

    await page.goto(`${guichet.shop}/fr/auth/logout`);
    await page.waitForURL(`${guichet.shop}/fr`);
    expect(await linesIn(page)).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("tunnel"))).toBeNull();

    // That tab still shows the page of the signed-in account.
    await addTicket(other);
    expect(await linesIn(page)).toBe(1);
    await signInAsOther(shopper);
    await expect.poll(() => linesIn(page), { message: "another account's cart" }).toBe(0);
    await expect.poll(() => linesIn(other.page)).toBe(0);
  });

  // covers §2: signing out by its address clears cart and tunnel in every tab; a cart belongs to its account only
  it("waits for the same account when the session ends by itself, and is empty for another account", async () => {
    const shopper = await openPhone();
    const { page, heading } = shopper;
    const endSession = async () => {
      await page.context().clearCookies();
      await page.context().addCookies([{ name: "userTicketToken", value: "spent", url: guichet.shop }]);
    };
    await signIn(shopper, holder);
    await openTicket(shopper);
    await addTicket(shopper);
    await endSession();
    await page.goto(`${guichet.shop}/fr/account`);
    await heading(t("shell.expired.title")).waitFor({ timeout: patienceMs });
    expect(new URL(page.url()).pathname).toBe("/fr/auth");
    expect(await linesIn(page)).toBe(1);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("shell.expired.sign-in") })
      .click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    await page.goto(`${guichet.shop}/fr`);
    await signIn(shopper, holder);
    await expect.poll(() => linesIn(page)).toBe(1);
    await endSession();
    await page.goto(`${guichet.shop}/fr`);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("shell.close") })
      .click();
    await signInAsOther(shopper);
    await expect.poll(() => linesIn(page)).toBe(0);
  });
});

describe("the theme of an account", () => {
  // covers §2: the account's theme at sign-in, without a reload
  it("is applied at sign-in, to the page that is open", async () => {
    const first = await openPhone();
    await signIn(first, holder);
    await first.page
      .locator("summary")
      .filter({ hasText: t("shell.theme") })
      .click();
    const noted = first.page.waitForResponse((response) => new URL(response.url()).pathname === "/fr/theme.data");
    await first.button(t("shell.theme.dark")).click();
    await (await noted).finished();

    const shopper = await openPhone();
    const theme = () => shopper.page.evaluate(() => document.documentElement.dataset.theme);
    await shopper.link(t("shell.sign-in")).click();
    expect(await theme()).toBeUndefined();
    await shopper.page.evaluate(() => document.documentElement.setAttribute("data-kept", ""));
    await shopper.page.getByLabel(t("identity.email")).waitFor();
    await signIn(shopper, holder);
    await expect.poll(theme).toBe("dark");
    expect(await shopper.page.evaluate(() => document.documentElement.hasAttribute("data-kept"))).toBe(true);
    const chosen = shopper.page.locator("button[name=theme][aria-current=true]");
    expect(await chosen.getAttribute("value")).toBe("dark");
  });
});
