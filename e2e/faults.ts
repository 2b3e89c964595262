import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** The shortened script: each document reads it, and it is less than half as long. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
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
  const found = await faultsAt(page, screen, only);
  await page.setViewportSize(screen);
  return found;
}

/** The same in a window as large as said, which is left as tall as the page. */
async function faultsAt(page: Page, screen: { width: number; height: number }, only?: string[]): Promise<string[]> {
  const { excess } = await sizeOf(page);
  const wider = excess > 0 ? [`${excess} px wider than the screen`] : [];
  for (let look = 1; ; look++) {
    const height = await showWhole(page, screen);
    const found = await violationsOf(page, only);
    // What came while axe looked moved what it looked at.
    const moved = (await sizeOf(page)).height !== height;
    if (!moved || look === looksMax) return [...found, ...wider];
  }
}
const looksMax = 3;

/** Makes the window as tall as the page, so that the bar at the bottom covers nothing that scrolling would free; the page's height. */
async function showWhole(page: Page, screen: { width: number; height: number }): Promise<number> {
  let window = screen.height;
  let { height } = await sizeOf(page);
  // A page whose height goes by the window's never fits: it is followed a few times only.
  for (let step = 0; step < fitsMax && height > window; step++) {
    window = height;
    await page.setViewportSize({ ...screen, height: window });
    ({ height } = await sizeOf(page));
  }
  return height;
}
const fitsMax = 4;

/** How much wider than the window the page is, and how tall, in CSS pixels. */
async function sizeOf(page: Page): Promise<{ excess: number; height: number }> {
  return await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { excess: scrollWidth - innerWidth, height: scrollHeight };
  });
}

/** Axe is read once for each document, and asked for what is wrong alone: what is right it would describe at length. */
async function violationsOf(page: Page, only?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeScript);
  const options: RunOptions = {
    runOnly: only === undefined ? { type: "tag", values: rules } : { type: "rule", values: only },
    resultTypes: ["violations"],
  };
  const violations = await page.evaluate(async (asked) => {
    // A colour on its way to another is neither: what passes is brought to its end.
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    for (const one of passing) one.finish();
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const results: AxeResults = await inPage.run(document, asked);
    return results.violations;
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
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
  const found = await faultsAt(page, seenAs(whole).viewport);
  // The window stays as tall as it became: each resize draws the page anew.
  const screen = { width: also.width, height: page.viewportSize()?.height ?? before.height };
  await seeAs(page, also, screen);
  found.push(...(await faultsAt(page, screen, rulesOfLooks)));
  await seeAs(page, whole, before);
  return found;
}

/** In the colours of a view, and in its window or one as large as said. */
async function seeAs(
  page: Page,
  view: View,
  window: { width: number; height: number } = seenAs(view).viewport,
): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== window.width || now.height !== window.height) await page.setViewportSize(window);
  await page.emulateMedia({ colorScheme: view.colorScheme });
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

/** No fade of ours lasts as long; what does is looked at as it stands. */
const fadeMaxMs = 2_000;

/** Lets what fades in be there: a text that is half there has no contrast yet. */
async function stilled(page: Page): Promise<void> {
  await page.evaluate((limitMs) => {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (animation.playState === "running" && Number(endTime) <= limitMs) animation.finish();
    }
  }, fadeMaxMs);
}
