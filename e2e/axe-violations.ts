import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";
import type { CDPSession, Page } from "playwright-core";

/** The minified script: each document loads it, and it is less than half as long. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Runs axe on the current page; also reports a page wider than the screen. */
export async function faultsOf(page: Page): Promise<string[]> {
  const screen = windowOf(page);
  await resize(page, screen, thumbnail);
  const found = await faultsAt(page, screen);
  await resize(page, screen, fullSize);
  return found;
}

/** The same in a window of the given width, which stays as tall as the page. */
async function faultsAt(page: Page, screen: Size): Promise<string[]> {
  const { excess } = await sizeOf(page);
  const wider = excess > 0 ? [`${excess} px wider than the screen`] : [];
  for (let look = 1; ; look++) {
    const height = await showWhole(page, screen);
    const found = await violationsOf(page);
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

/** Whether the page is wider than a window of this width; restores the window. */
export async function excessAt(page: Page, width: number): Promise<string[]> {
  const before = windowOf(page);
  await resize(page, { ...before, width }, thumbnail);
  const { excess } = await sizeOf(page);
  await resize(page, before, fullSize);
  return excess > 0 ? [`${excess} px wider than a screen of ${width} px`] : [];
}

/** Loads axe once per document, and requests violations only: describing passed rules takes long. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeScript);
  const options: RunOptions = {
    runOnly: { type: "tag", values: rules },
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

/**
 * How each screen is checked: light and narrow in French, dark and wide in Arabic. No rule depends on two of these at
 * once: contrast depends on the colours, targets and scrolling on the width, the rest on neither.
 */
export const readings = [
  { language: "fr", locale: "fr-FR", colorScheme: "light", width: 320 },
  { language: "ar", locale: "ar-MA", colorScheme: "dark", width: 1280 },
] as const;
export type Reading = (typeof readings)[number];

/** The reading in a language; in one without its own, the first. */
export const readingIn = (language: string): Reading =>
  readings.find((one) => one.language === language) ?? readings[0];

/** The window of a reading. */
export const seenAs = ({ colorScheme, width }: Reading) => ({ colorScheme, viewport: { width, height: 800 } });

/** Runs axe on the current page in the colours and width of a reading, then restores the window. `ofShop`: false for pages of the sandbox. */
export async function faultsInReading(page: Page, reading: Reading, { ofShop = true } = {}): Promise<string[]> {
  const before = windowOf(page);
  if (ofShop) await hydrated(page);
  const { viewport } = seenAs(reading);
  await resize(page, viewport, thumbnail);
  await page.emulateMedia({ colorScheme: reading.colorScheme });
  await stilled(page);
  const found = await faultsAt(page, viewport);
  await resize(page, before, fullSize);
  return found;
}

/** The same in the colours and widths of several readings, by default of all. */
export async function faultsInReadings(
  page: Page,
  { ofShop = true, checked = readings }: { ofShop?: boolean; checked?: readonly Reading[] } = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const reading of checked) {
    const found = await faultsInReading(page, reading, { ofShop });
    faults.push(...found.map((fault) => `${reading.colorScheme}, ${reading.width} px: ${fault}`));
  }
  return faults;
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
