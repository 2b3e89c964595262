import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";
import type { CDPSession, Page } from "playwright-core";

/** The minified script: each document loads it, and it is less than half as long. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Combinations of language, colours and width such that each pair of values occurs. */
export const viewports = [
  { language: "fr", locale: "fr-FR", colorScheme: "light", width: 320 },
  { language: "fr", locale: "fr-FR", colorScheme: "dark", width: 1280 },
  { language: "ar", locale: "ar-MA", colorScheme: "light", width: 1280 },
  { language: "ar", locale: "ar-MA", colorScheme: "dark", width: 320 },
] as const;

/** Axe rules that depend on colours and on the available space. */
export const visualRules = ["color-contrast", "target-size", "scrollable-region-focusable"];

/** Runs axe on the current page, with all our rules or `only` some; also reports a page wider than the screen. */
export async function faultsOf(page: Page, { only }: { only?: string[] } = {}): Promise<string[]> {
  const screen = windowOf(page);
  await resize(page, screen, thumbnail);
  const found = await faultsAt(page, screen, only);
  await resize(page, screen, fullSize);
  return found;
}

/** The same in a window of the given width, which stays as tall as the page. */
async function faultsAt(page: Page, screen: Size, only?: string[]): Promise<string[]> {
  const { excess } = await sizeOf(page);
  const wider = excess > 0 ? [`${excess} px wider than the screen`] : [];
  for (let look = 1; ; look++) {
    const height = await showWhole(page, screen);
    const found = await violationsOf(page, only);
    // Content that appeared during the check changed the layout.
    const moved = (await sizeOf(page)).height !== height;
    if (!moved || look === checksMax) return [...found, ...wider];
  }
}
const checksMax = 3;

/**
 * Makes the window as tall as the page, so that the bar at the bottom covers nothing that scrolling would uncover; returns the page's
 * height.
 */
async function showWhole(page: Page, screen: Size): Promise<number> {
  let window = screen.height;
  let { height } = await sizeOf(page);
  // A page whose height follows the window's never fits: only a few attempts are made.
  for (let step = 0; step < fitsMax && height > window; step++) {
    window = height;
    await resize(page, { ...screen, height: window }, thumbnail);
    ({ height } = await sizeOf(page));
  }
  return height;
}
const fitsMax = 4;

interface Size {
  width: number;
  height: number;
}

/** The scale at which a window is drawn; the layout, which axe reads, does not depend on it. */
const fullSize = 1;
/** Nobody looks at the picture during a check, and drawing a whole page takes longer than checking it. */
const thumbnail = 0.05;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Resizes the window, as Playwright does, and draws it at a scale, which Playwright cannot set. */
async function resize(page: Page, { width, height }: Size, scale: number): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const deviceScaleFactor = await page.evaluate(() => devicePixelRatio);
  const screen = { screenWidth: width, screenHeight: height };
  await (await session).send("Emulation.setDeviceMetricsOverride", {
    ...{ width, height, ...screen, deviceScaleFactor, scale },
    mobile: false,
  });
}

function windowOf(page: Page): Size {
  const size = page.viewportSize();
  if (size === null) throw new Error("the window has no fixed size");
  return size;
}

/** How much wider than the window the page is, and its height, in CSS pixels. */
async function sizeOf(page: Page): Promise<{ excess: number; height: number }> {
  return await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { excess: scrollWidth - innerWidth, height: scrollHeight };
  });
}

/** Loads axe once per document, and requests violations only: describing passed rules takes long. */
async function violationsOf(page: Page, only?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeScript);
  const options: RunOptions = {
    runOnly: only === undefined ? { type: "tag", values: rules } : { type: "rule", values: only },
    resultTypes: ["violations"],
  };
  const violations = await page.evaluate(async (asked) => {
    // Colours in transition are not final: finishes running animations.
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

/** Views of each screen: all rules at both widths, and in the other colours and width those that depend on them. */
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

/** The window of a view's colours and width. */
export const seenAs = ({ colorScheme, width }: View) => ({ colorScheme, viewport: { width, height: 800 } });

/** Runs axe on the current page in both views of a reading, then restores the window. `ofShop`: false for pages of the sandbox. */
export async function viewsOf(page: Page, { whole, also }: Reading, { ofShop = true } = {}): Promise<string[]> {
  const before = windowOf(page);
  if (ofShop) await hydrated(page);
  await seeAs(page, whole, seenAs(whole).viewport);
  const found = await faultsAt(page, seenAs(whole).viewport);
  // The window stays as tall as it became: each resize lays the page out again.
  const screen = { width: also.width, height: await page.evaluate(() => innerHeight) };
  await seeAs(page, also, screen);
  found.push(...(await faultsAt(page, screen, visualRules)));
  await seeAs(page, whole, before, fullSize);
  return found;
}

/** Applies the colours of a view in a window of this size. */
async function seeAs(page: Page, view: View, window: Size, scale = thumbnail): Promise<void> {
  await resize(page, window, scale);
  await page.emulateMedia({ colorScheme: view.colorScheme });
  await stilled(page);
}

/** Waits for hydration. */
async function hydrated(page: Page): Promise<void> {
  // React marks every hydrated element; there is no other outside sign of it.
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main && Object.keys(main).some((key) => key.startsWith("__reactProps"));
  });
}

/** Our animations are shorter than this; longer ones are checked in progress. */
const fadeMaxMs = 2_000;

/** Waits until animations end: a text that fades in has no final contrast. */
async function stilled(page: Page): Promise<void> {
  await page.evaluate((limitMs) => {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (animation.playState === "running" && Number(endTime) <= limitMs) animation.finish();
    }
  }, fadeMaxMs);
}
