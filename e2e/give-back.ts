import { expect } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import type { Shopper } from "./shopper.ts";

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
