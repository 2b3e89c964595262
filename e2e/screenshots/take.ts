import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Language, languages } from "@guichet/contract/languages.ts";
import { buildOutdated } from "../../scripts/building/build.ts";
import { openBrowser, withServiceWorker } from "../browser.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { shopperAt } from "../shopper.ts";
import { wordsIn } from "../words.ts";
import { accountScreens, purchaseScreens, type Tour, unavailableScreens, visitorScreens } from "./screens.ts";

const help = `Takes pictures of the shop's main screens, to compare a change with what was before.

  npm run screenshots -- <folder>                     French and Arabic, at 360 and 1280 pixels, light and dark
  npm run screenshots -- <folder> --language fr,it    other languages (${languages.join(", ")})
  npm run screenshots -- <folder> --width 360         other widths, separated by commas
  npm run screenshots -- <folder> --theme light       one theme (light, dark)
  npm run screenshots -- <folder> --only cart,wallet  only some of the screens, by the names of their files
  npm run screenshots -- --help                       this text

Builds what is outdated, starts a demo on free ports with its own data, buys and signs in there, and writes
<folder>/<screen>-<language>-<width>-<theme>.png. Needs Chromium, as the browser tests do. Exit codes: 0 done, 1 a
screen could not be reached, 2 wrong use.`;

type Theme = "light" | "dark";
interface Looks {
  folder: string;
  languages: readonly Language[];
  widths: readonly number[];
  themes: readonly Theme[];
  /** The screens to take; undefined: all. */
  only: readonly string[] | undefined;
}

/** Height of the window: what a phone and a notebook show. */
const heightOf = (width: number): number => (width < 768 ? 780 : 900);

const looks = readLooks();
if (typeof looks === "string") {
  console.error(looks);
  process.exit(2);
}
await mkdir(looks.folder, { recursive: true });
await buildOutdated((line) => console.log(line));
const guichet = await startInstallation();
try {
  for (const language of looks.languages) await takeAll(guichet, language, looks);
} finally {
  await guichet.remove();
}
process.exit(process.exitCode);

/** The options, or what is wrong with them. */
function readLooks(): Looks | string {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" }, language: text, width: text, theme: text, only: text },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) return help;
  const listOf = (value: string | undefined, usual: string) => (value ?? usual).split(",").map((one) => one.trim());
  const named = listOf(values.language, "fr,ar");
  const asked = languages.filter((one) => named.includes(one));
  if (asked.length !== named.length) return `--language: known are ${languages.join(", ")}`;
  const widths = listOf(values.width, "360,1280").map(Number);
  if (!widths.every((one) => Number.isInteger(one) && one >= 240 && one <= 3840))
    return "--width: whole numbers of pixels from 240 to 3840";
  const themes = listOf(values.theme, "light,dark");
  if (!themes.every((one) => one === "light" || one === "dark")) return "--theme: light, dark";
  return {
    folder: path.resolve(folder),
    languages: asked,
    widths,
    themes: themes as Theme[],
    only: values.only === undefined ? undefined : listOf(values.only, ""),
  };
}

async function takeAll(guichet: Installation, language: Language, looks: Looks): Promise<void> {
  const [width = 360] = looks.widths;
  const viewport = { width, height: heightOf(width) };
  const words = wordsIn(language);
  const browser = await openBrowser({ locale: language, viewport, reducedMotion: "reduce", ...withServiceWorker });
  const fresh = await openBrowser({ locale: language, viewport, reducedMotion: "reduce", ...withServiceWorker });
  const tourIn = async ({ context }: typeof browser): Promise<Tour> => {
    const shopper = shopperAt(await context.newPage(), words);
    return { shopper, guichet, take: (name, extent) => take(shopper, name, extent ?? "page", looks) };
  };
  try {
    const visitor = await tourIn(fresh);
    const customer = await tourIn(browser);
    await report("visitor", () => visitorScreens(visitor));
    await report("purchase", () => purchaseScreens(customer));
    await report("account", () => accountScreens(customer));
    await report("unavailable", () => unavailableScreens(visitor));
  } finally {
    await browser.close();
    await fresh.close();
  }
}

/** Goes through some screens; a screen that is not reached ends them, and the command goes on with the others. */
async function report(part: string, go: () => Promise<void>): Promise<void> {
  try {
    await go();
  } catch (error) {
    console.error(`${part}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function take(
  { page, words: { language } }: Tour["shopper"],
  name: string,
  extent: "page" | "window",
  { folder, widths, themes, only }: Looks,
): Promise<void> {
  if (only !== undefined && !only.includes(name)) return;
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightOf(width) });
    // As tall as the page, so that the bar at its bottom covers nothing.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (extent === "page") await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (const { finished } of document.getAnimations()) await Promise.race([finished, undefined]);
      });
      const file = path.join(folder, `${name}-${language}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, caret: "hide" });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
  console.log(name);
}
