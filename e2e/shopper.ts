import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";
import { usableMark } from "@guichet/web/usable-mark.ts";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import type { Words } from "./words.ts";

export const demoPassword = "Guichet-demo-2026";

/** The payment cards of the sandbox; they work with any future date and any three digits. */
export const paymentCards = {
  accepted: "4970 1000 0000 0014",
  refused: "4970 1000 0000 0022",
  late: "4970 1000 0000 0048",
  /** Another accepted card; it expires next month, whatever date is entered. */
  other: "4970 1000 0000 0055",
};

/** How long a page may take on a busy machine. */
export const actionTimeoutMs = 60_000;

/** A person at a browser who reads the shop in their language: every action uses the words on the screen. */
export interface Shopper {
  page: Page;
  words: Words;
  link(name: string): Locator;
  button(name: string): Locator;
  heading(name: string): Locator;
}

export function shopperAt(page: Page, words: Words): Shopper {
  page.setDefaultTimeout(actionTimeoutMs);
  page.setDefaultNavigationTimeout(actionTimeoutMs);
  const shown = (found: Locator) => found.filter({ visible: true }).first();
  return {
    page,
    words,
    link: (name) => shown(page.getByRole("link", { name })),
    button: (name) => shown(page.getByRole("button", { name })),
    heading: (name) => shown(page.getByRole("heading", { name })),
  };
}

/** Waits until the page's script reacts to keys, clicks and files. */
export const interactive = (page: Page): Promise<unknown> =>
  page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, usableMark);

/** Signs in a person of the demo on the sign-in page; `choose`: and asks to choose among the account's travellers. */
export async function signIn(
  { page, words: { t }, link, button }: Shopper,
  email: string,
  { choose = false } = {},
): Promise<void> {
  await link(t("shell.sign-in")).click();
  await page.getByLabel(t("identity.email")).fill(email);
  await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
  if (choose) {
    await page.getByText(t("identity.login.family"), { exact: true }).click();
    await page.getByRole("checkbox", { name: t("identity.login.choose") }).check();
  }
  await button(t("identity.login.submit")).click();
  await page.waitForURL((url) => (choose ? url.searchParams.has("choose") : !url.pathname.includes("/auth")));
}

/** The status of a form that was accepted and leads on. */
const redirected = 303;

/** Opens a page of the shop as a person of the demo who has signed in, without the sign-in page: for journeys about something else. */
export async function openSignedIn({ page, words }: Shopper, email: string, url: string): Promise<void> {
  const shop = new URL(url).origin;
  const answer = await page.context().request.post(`${shop}/${words.language}/auth/login`, {
    form: { email, password: demoPassword },
    headers: { origin: shop },
    maxRedirects: 0,
  });
  if (answer.status() !== redirected) throw new Error(`the sign-in of ${email} was answered with ${answer.status()}`);
  await page.goto(url);
}

/** The link from the list to an article's page, next to the button that buys it or alone. */
export const articleLink = ({ words: { t, article }, link }: Pick<Shopper, "words" | "link">, id: string): Locator =>
  link(`${t("home.details")} ${article(id)}`).or(link(`${t("home.choose")} ${article(id)}`));

/**
 * Chooses zone and audience of an article on the card of its group, where the card asks for them; returns the number of
 * taps.
 */
export async function chooseInGroup({ page, words }: Pick<Shopper, "page" | "words">, id: string): Promise<number> {
  const { group, zone, audience } = words.choices(id);
  if (group === null) return 0;
  const card = page.getByRole("article").filter({ has: page.locator(`#group-${group}`) });
  let taps = 0;
  for (const value of [zone, audience]) {
    const chip = card.getByRole("list").getByRole("link", { name: value ?? "", exact: true });
    if (value === null || (await chip.count()) === 0) continue;
    await chip.click();
    await chip.and(page.locator("[aria-current]")).waitFor();
    taps += 1;
  }
  return taps;
}

/** Opens an article's page from the list. */
export async function openArticle(shopper: Pick<Shopper, "page" | "words" | "link">, id: string): Promise<void> {
  await chooseInGroup(shopper, id);
  await articleLink(shopper, id).click();
  await shopper.page.waitForURL(/\/products\//);
}

/** Adds an article to the cart from the home page, on a phone or as given. */
export async function choose(
  shopper: Shopper,
  article: string,
  support: "DEMATERIALIZED" | "SHIPPING" | "COLLECT" | "MEDIA" = "DEMATERIALIZED",
): Promise<void> {
  const { page, words, button } = shopper;
  const { t } = words;
  await openArticle(shopper, article);
  // The address changes before the page does, and the filters of the home page have the same radio buttons.
  await button(t("catalogue.add")).waitFor();
  await page.getByRole("radio", { name: t(`shell.support.${support}`) }).check();
  await button(t("catalogue.add")).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: t("cart.view") })
    .click();
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
}

/** Enters a voucher in the cart and waits until it is applied. */
export async function useVoucher({ page, words: { t }, button }: Shopper, code: string): Promise<void> {
  await page.getByText(t("cart.voucher"), { exact: true }).click();
  await page.getByLabel(t("cart.voucher.code")).fill(code);
  await button(t("cart.voucher.apply")).click();
  await button(t("cart.voucher.remove-code", { code })).waitFor();
}

/** Ticks the cart's required boxes and continues to the payment step. */
export async function goToCheckout(
  { page, words: { t }, button }: Shopper,
  asks: { majority: boolean },
): Promise<void> {
  await page.getByRole("checkbox", { name: t("cart.accept.terms") }).check();
  if (asks.majority)
    await page.getByRole("checkbox", { name: t("cart.accept.majority", { age: adultAgeYears }) }).check();
  await button(t("cart.continue")).click();
  await confirmDuplicates(page, () => button(t("cart.continue")).click());
}

/** Confirms a pass in addition to an active subscription, which the demo's holder has, where the cart asks for it. */
async function confirmDuplicates(page: Page, again: () => Promise<void>): Promise<void> {
  const asked = page.locator('input[name^="duplicate-"]');
  const left = page.waitForURL((url) => !url.pathname.endsWith("/cart"), { waitUntil: "commit" });
  const answered = [left, asked.first().waitFor(), page.getByRole("alert").first().waitFor()];
  await Promise.race(answered.map((one) => one.catch(() => undefined)));
  if (!new URL(page.url()).pathname.endsWith("/cart") || !(await asked.first().isVisible())) return;
  for (const one of await asked.all()) await one.check();
  await again();
}

/** Continues through all checkout steps of this cart, up to the payment step. */
export async function goToPayStep({ page, words: { t }, heading }: Shopper): Promise<void> {
  const name = t("checkout.continue");
  const onward = page.getByRole("main").getByRole("link", { name }).or(page.getByRole("button", { name })).first();
  const paying = heading(t("checkout.pay.title"));
  // The address changes before the page, and the cart has a button and a link of this name.
  await page.waitForURL("**/cart/checkout**");
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor({ state: "hidden" });
  for (let step = 0; step < stepsMax; step++) {
    await paying.or(onward).first().waitFor();
    if (await paying.isVisible()) return;
    // The step may disappear meanwhile, completed or removed by a new quote: then there is nothing to press, and the loop checks the page again.
    await onward.click({ timeout: 1_000 }).catch(() => undefined);
  }
  await paying.waitFor();
}
const stepsMax = 20;

/** Presses the order button, whose text contains the amount, in cents. */
export async function order({ page, words, button }: Shopper, cents: number): Promise<void> {
  await button(words.t("checkout.order-and-pay", { amount: words.euros(cents) })).click();
  await page.getByLabel(words.sandbox("payment.number")).waitFor();
}

/** Fills in the provider's page and pays. */
export async function pay({ page, words: { sandbox } }: Shopper, card: string): Promise<void> {
  await page.getByLabel(sandbox("payment.number")).fill(card);
  await page.getByLabel(sandbox("payment.expiry")).fill("12/30");
  await page.getByLabel(sandbox("payment.code")).fill("123");
  const form = page.locator("form").filter({ has: page.getByLabel(sandbox("payment.number")) });
  await form.getByRole("button").click();
}

/** Buys the cart through all checkout steps; returns the order's id. */
export async function buyCart(shopper: Shopper, cents: number): Promise<string> {
  const { page, heading, words } = shopper;
  const { t } = words;
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
  await goToCheckout(shopper, { majority: false });
  await goToPayStep(shopper);
  await order(shopper, cents);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await page.waitForFunction(() => localStorage.getItem("cart")?.includes('"lines":[]'));
  return new URL(page.url()).searchParams.get("order") ?? "";
}

/** Chooses to continue without an account and enters the guest's details; the step ends with "continue". */
export async function enterGuestDetails({ page, words: { t }, link }: Shopper, email: string): Promise<void> {
  await link(t("identity.invite.guest")).click();
  await page.getByLabel(t("identity.first-name"), { exact: true }).fill("Inès");
  await page.getByLabel(t("identity.last-name"), { exact: true }).fill("Carvalho");
  await page.getByLabel(t("identity.email")).fill(email);
}

/** Buys an article as a guest from the home page; returns the order's id. The invoice goes to the same address, which is not asked again. */
export async function buyAsGuest(shopper: Shopper, email: string, article: string, cents: number): Promise<string> {
  const { page, words, button, heading } = shopper;
  const { t } = words;
  await choose(shopper, article);
  await goToCheckout(shopper, { majority: true });
  await enterGuestDetails(shopper, email);
  await button(t("identity.continue")).click();
  await page.getByText(email).waitFor();
  await order(shopper, cents);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  return new URL(page.url()).searchParams.get("order") ?? "";
}

/** Opens the page of an order in a shop, in the language of the current page. */
export async function openOrder(
  { page, heading, words: { t } }: Shopper,
  shop: string,
  orderId: string,
): Promise<void> {
  await page.goto(
    `${shop}/${await page.evaluate(() => document.documentElement.lang)}/account/invoices?order=${orderId}`,
  );
  await heading(t("orders.facts")).waitFor();
}

/** From the order's page: finds its only ticket preselected, checks the calculation, and confirms; `cents`: what is refunded. */
export async function giveBack({ page, link, button, heading, words }: Shopper, cents: number): Promise<void> {
  const { t } = words;
  await link(t("refunds.open")).click();
  await heading(t("refunds.title")).waitFor();
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await button(t("refunds.compute")).click();
  await heading(t("refunds.check")).waitFor();
  await page.getByText(t("refunds.to-card", { digits: "0014" })).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button(t("refunds.confirm", { amount: words.euros(cents) })).click();
  const done = t("refunds.done", { amount: words.euros(cents) });
  await page.getByRole("status").getByText(done).waitFor();
}
