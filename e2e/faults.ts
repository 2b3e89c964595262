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
