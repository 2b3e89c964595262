import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Each two of language, colours and width meet in one of these ways to look at a page. */
export const ways = [
  { language: "fr", locale: "fr-FR", colorScheme: "light", width: 320 },
  { language: "fr", locale: "fr-FR", colorScheme: "dark", width: 1280 },
  { language: "ar", locale: "ar-MA", colorScheme: "light", width: 1280 },
  { language: "ar", locale: "ar-MA", colorScheme: "dark", width: 320 },
] as const;

/** What of axe's rules hangs on colours and on the place that there is. */
export const rulesOfLooks = ["color-contrast", "target-size", "scrollable-region-focusable"];

/** What axe finds on the page as it stands, by all our rules or by `only` those, and whether it is wider than the screen. */
export async function faultsOf(page: Page, { only }: { only?: string[] } = {}): Promise<string[]> {
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  const { excess, height } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { excess: scrollWidth - innerWidth, height: scrollHeight };
  });
  // As tall as the page, so that the bar at the bottom covers nothing that scrolling would free.
  await page.setViewportSize({ ...screen, height: Math.max(screen.height, height) });
  // No page has a frame in it, and without them axe needs no second page.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (only === undefined ? axe.withTags(rules) : axe.withRules(only)).analyze();
  await page.setViewportSize(screen);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  return excess > 0 ? [...found, `${excess} px wider than the screen`] : found;
}

/** Each screen by all rules at both widths, and in the other colours and width by what hangs on them. */
export const readings = [
  {
    language: "fr",
    locale: "fr-FR",
    whole: { colorScheme: "light", width: 320 },
    also: { colorScheme: "dark", width: 1280 },
  },
  {
    language: "ar",
    locale: "ar-MA",
    whole: { colorScheme: "light", width: 1280 },
    also: { colorScheme: "dark", width: 320 },
  },
] as const;
export type Reading = (typeof readings)[number];
type View = Reading["whole" | "also"];

/** A window of a view's colours and width. */
export const seenAs = ({ colorScheme, width }: View) => ({ colorScheme, viewport: { width, height: 800 } });

/** What axe finds on the page as it stands, in both views of a reading; the window is then as it was. `ofShop`: not the sandbox's. */
export async function viewsOf(page: Page, { whole, also }: Reading, { ofShop = true } = {}): Promise<string[]> {
  const before = page.viewportSize() ?? seenAs(whole).viewport;
  if (ofShop) await hydrated(page);
  await seeAs(page, whole);
  const found = await faultsOf(page);
  await seeAs(page, also);
  found.push(...(await faultsOf(page, { only: rulesOfLooks })));
  await seeAs(page, whole);
  await page.setViewportSize(before);
  return found;
}

async function seeAs(page: Page, view: View): Promise<void> {
  const { colorScheme, viewport } = seenAs(view);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await stilled(page);
}

/** Waits until the script has taken over. */
async function hydrated(page: Page): Promise<void> {
  // React notes on every element what it has taken over; there is no other sign of it from outside.
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main && Object.keys(main).some((key) => key.startsWith("__reactProps"));
  });
}

/** No fade lasts as long; an animation that waits for something else is not waited for. */
const fadeMaxMs = 2_000;

/** Waits until nothing fades in any more: a text that is half there has no contrast yet. */
async function stilled(page: Page): Promise<void> {
  await page.evaluate(async (limitMs) => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const ended = Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, limitMs))]);
  }, fadeMaxMs);
}
