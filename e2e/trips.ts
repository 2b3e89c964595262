import { check, type TicketCheck } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketKeys } from "@guichet/ticket-code/ticket-keys.ts";
import { expect } from "vitest";
import type { Installation } from "./installation.ts";
import { codeOnScreen } from "./read-documents.ts";
import type { Shopper } from "./shopper.ts";

/** Uses a trip of the presented ticket, and opens its details. */
export async function takeTrip({ page, words: { t }, link, button, heading }: Shopper): Promise<void> {
  await link(t("wallet.present.validate")).click();
  await heading(t("wallet.use")).waitFor();
  await button(t("wallet.use")).click();
  await page.waitForURL(/flash=used/);
  await page
    .getByRole("status")
    .filter({ hasText: t("wallet.ride.until", { time: "" }).trim() })
    .waitFor();
  await link(t("wallet.present.details")).click();
  await page.getByText(t("wallet.uses.trip"), { exact: true }).first().waitFor();
}

/** Checks the first code on the screen offline. */
export async function readCode({ page }: Shopper, { api }: Installation): Promise<TicketCheck> {
  const keys = parseTicketKeys(await (await fetch(`${api}/.well-known/guichet-ticket-keys.json`)).json());
  if (keys === null) throw new Error("the Ticket API publishes no keys");
  const text = await codeOnScreen(page, page.locator("svg[role=img]").filter({ visible: true }).first());
  return check(text, { keys, now: new Date().toISOString(), network: "demo" });
}

/** Waits until the browser has stored the wallet for offline use. */
export async function walletIsKept({ page, words: { language } }: Shopper): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => (await (await caches.open("wallet")).keys()).map(({ url }) => new URL(url).pathname));
  await expect.poll(isKept, { timeout: 30_000 }).toEqual([`/${language}/account/wallet`]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.match(`${location.pathname}`, { cacheName: "wallet" }))?.text())?.includes("<svg"),
      ),
    )
    .toBe(true);
}

/** Waits until the browser has stored the page that stands for all others offline. */
export async function offlinePageIsKept({ page }: Shopper): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      if (!(await caches.has("offline"))) return false;
      return (await (await caches.open("offline")).keys()).some(({ url }) => url.endsWith("/offline-shop"));
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Opens the wallet offline, presents its first ticket, and returns the result of checking it. */
export async function readWithoutNetwork(shopper: Shopper, guichet: Installation): Promise<TicketCheck> {
  const { page, words } = shopper;
  await page.context().setOffline(true);
  await page.goto(`${guichet.shop}/${words.language}/account/wallet?ticket=any`);
  await page.getByText(words.t("wallet.offline.title")).waitFor();
  await shopper.link(words.t("wallet.present")).click();
  const checked = await readCode(shopper, guichet);
  expect(await page.locator("script").count()).toBe(1);
  await page.context().setOffline(false);
  return checked;
}
