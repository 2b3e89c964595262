import type { Shopper } from "./shopper.ts";

/** Opens the incident page of somebody's card from the account's cards; returns the card's number. */
export async function openIncident({ page, words: { t }, heading }: Shopper, bearer: string): Promise<string> {
  const own = page.locator("li", { has: page.locator(".transport-card", { hasText: bearer }) });
  const number = (await own.locator("bdi[dir=ltr]").first().textContent()) ?? "";
  await own.getByRole("link", { name: t("transport-cards.declare.of", { number }) }).click();
  await heading(t("transport-cards.declare.title.declare")).waitFor();
  return number;
}

/** Declares the card lost: it is blocked with its tickets. */
export async function declareLost({ page, words: { t }, button, heading }: Shopper): Promise<void> {
  await page.getByRole("radio", { name: t("transport-cards.declare.lost") }).check();
  await page.getByRole("checkbox", { name: t("transport-cards.declare.sure") }).check();
  await button(t("transport-cards.declare.submit")).click();
  await heading(t("transport-cards.declare.title.blocked")).waitFor();
}

/** Adds a replacement card to the cart, to be collected at the counter. */
export async function askForReplacement({ page, words: { t }, button }: Shopper): Promise<void> {
  await page.getByRole("radio", { name: t("transport-cards.replace.PHYSICAL") }).check();
  await button(t("transport-cards.replace.submit")).click();
  await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
}
