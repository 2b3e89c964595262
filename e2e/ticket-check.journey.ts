import { aztecSvg } from "@guichet/ticket-code/barcode.ts";
import { sign } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketKeys, signingKey } from "@guichet/ticket-code/ticket-keys.ts";
import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { errorsOf, withServiceWorker } from "./browser.ts";
import { buyAndUse, customerOf } from "./households.ts";
import { actionTimeoutMs } from "./shopper.ts";
import { officeWords, signInAtOffice } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
const t = officeWords("fr");
const buyer = "holder@demo.example";

/** A pass on the phone, bought and validated today. */
async function boughtPass() {
  const orderId = await buyAndUse(guichet, buyer, "pass-31");
  const { api, asking } = await customerOf(guichet, buyer);
  const tickets = await api.call("tickets", { orderId }, asking);
  const ticket = tickets.ok ? tickets.value.items[0] : undefined;
  if (!ticket?.code) throw new Error("the pass has no code");
  return { ...ticket, code: ticket.code };
}

/** A code like this one that somebody else has signed, in the name of the operator's key. */
async function forgedCode(ticketId: string): Promise<string> {
  const keys = parseTicketKeys(await (await fetch(`${guichet.api}/.well-known/guichet-ticket-keys.json`)).json());
  const stranger = signingKey(crypto.getRandomValues(new Uint8Array(32)));
  const window = { validFrom: "2020-01-01T00:00:00Z", validUntil: "2040-01-01T00:00:00Z" };
  const fields = { network: "demo", product: "pass-31", ticketId, ...window };
  return sign(fields, { ...stranger, kid: keys?.keys[0]?.kid ?? "" });
}

/** A photo of a code: a little turned, on a grey ground. */
async function pictureOf(context: BrowserContext, code: string): Promise<Buffer> {
  const page = await context.newPage();
  const style = "margin:0;padding:30px;background:#bbb";
  await page.setContent(`<body style="${style}"><div style="rotate:4deg;width:290px">${aztecSvg(code)}</div></body>`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

const show = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel(t("ticket-checks.picture")).setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer });
const result = (page: Page) => page.locator(".check-result");
const outcome = (page: Page, is: "valid" | "forged" | "blocked" | "unknown") =>
  page.getByRole("heading", { name: t(`ticket-checks.outcome.${is}`), exact: true }).waitFor();

async function typed(page: Page, text: string): Promise<void> {
  await page.getByLabel(t("ticket-checks.number")).fill(text);
  await page.getByRole("button", { name: t("ticket-checks.check"), exact: true }).click();
}

/** Waits until the browser has everything for checks without a connection. */
async function isKept(page: Page): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect
    .poll(kept, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining(["/demo/ticket-check", "/demo/ticket-check/list", expect.stringMatching(/\.wasm$/)]),
    );
}

// covers: a ticket is checked by the staff: valid, not yet valid, expired, used, blocked, forged, of another network or unknown
// covers: a ticket is checked in the office's browser without a connection
// covers: a ticket that was shown twice is noticed, also when the checks were made without a connection and reported later
it("an inspector with a phone checks pictures and numbers, with and without a connection, and learns of a block later", {
  timeout: 300_000,
}, async () => {
  const pass = await boughtPass();
  const phone = { locale: "fr-FR", viewport: { width: 360, height: 740 }, ...withServiceWorker };
  const { context } = await browserOfTest(phone);
  const [real, forged] = [
    await pictureOf(context, pass.code),
    await pictureOf(context, await forgedCode(pass.ticketId)),
  ];
  const page = await context.newPage();
  const errors = errorsOf(page);
  page.setDefaultTimeout(actionTimeoutMs);
  await page.goto(`${guichet.office}/demo/ticket-check`);
  await signInAtOffice(page, "inspector@demo.example", t);

  await page.getByLabel(t("ticket-checks.picture")).waitFor();
  await page.locator("[role=status]").evaluateAll((all) => {
    for (const each of all) each.setAttribute("data-early", "");
  });
  await show(page, "real", real);
  await outcome(page, "valid");
  // Screen readers announce what changes in an element that was there before.
  const announced = page.locator("[data-early]", { hasText: t("ticket-checks.outcome.valid") });
  await announced.waitFor({ state: "attached" });
  expect(await result(page).textContent()).toContain(pass.serial);
  expect(await result(page).textContent()).toContain(`${pass.traveller?.firstName} ${pass.traveller?.lastName}`);
  expect(await page.getByText(t("ticket-checks.block")).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await show(page, "forged", forged);
  await outcome(page, "forged");
  expect(await faultsOf(page)).toEqual([]);
  await typed(page, "https://example.org");
  await outcome(page, "unknown");
  await typed(page, pass.serial);
  await outcome(page, "valid");
  await page.getByText(t("ticket-checks.repeated"), { exact: true }).waitFor();
  await show(page, "empty", await page.locator("h1").screenshot());
  await page.getByText(t("ticket-checks.fault.no-code")).waitFor();

  await isKept(page);
  await context.setOffline(true);
  await page.reload();
  await blockAtDesk(pass.serial);
  await show(page, "real", real);
  await outcome(page, "valid");
  await result(page).getByText(t("ticket-checks.offline.result")).waitFor();
  await page.getByText(t("ticket-checks.queue", { count: 1 })).waitFor();
  expect(await page.getByText(/Liste de \d\d:\d\d/).count()).toBe(1);
  await show(page, "forged", forged);
  await outcome(page, "forged");
  await page.reload();
  await page.getByText(t("ticket-checks.queue", { count: 2 })).waitFor();

  await context.setOffline(false);
  const { shown, is } = { shown: t("ticket-checks.outcome.valid"), is: t("ticket-checks.outcome.blocked") };
  await page.getByText(t("ticket-checks.late.differs", { shown, outcome: is })).waitFor({ timeout: 60_000 });
  await page.getByText(t("ticket-checks.queue", { count: 2 })).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: t("ticket-checks.late.read") }).click();
  await show(page, "real", real);
  await outcome(page, "blocked");
  expect(errors).toEqual([]);
});

/** An agent at a desk finds the ticket by its number and blocks it. */
async function blockAtDesk(serial: string): Promise<void> {
  const { context } = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(actionTimeoutMs);
  await page.goto(`${guichet.office}/demo/ticket-check`);
  await signInAtOffice(page, "agent@demo.example", t);
  await typed(page, serial);
  await outcome(page, "valid");
  await page.getByText(t("ticket-checks.block"), { exact: true }).first().click();
  await page.getByLabel(t("ticket-checks.reason")).fill("Capture d’écran vendue en ligne");
  await page.getByRole("button", { name: t("ticket-checks.block") }).click();
  await outcome(page, "blocked");
  await result(page).getByText(t("ticket-checks.reason.staff")).waitFor();
  expect(await faultsOf(page)).toEqual([]);
}

// covers: a ticket is checked by its number without script
it("a ticket is checked by its number without script", async () => {
  const pass = await boughtPass();
  const { context } = await browserOfTest({ locale: "fr-FR", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${guichet.office}/demo/ticket-check`);
  await signInAtOffice(page, "inspector@demo.example", t);
  await typed(page, pass.serial);
  await outcome(page, "valid");
});
