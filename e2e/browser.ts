import { usableMark } from "@guichet/web/usable.ts";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/test/chromium.ts";

/** A browser as one person has it: nothing kept from before. */
export interface OpenBrowser {
  context: BrowserContext;
  close(): Promise<void>;
}

const chromiumFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The Chromium of this process: each person has a profile of their own in it, which is in memory and gone with them. */
let running: Promise<Browser> | undefined;

function ourChromium(): Promise<Browser> {
  const before = running;
  running = (async () => {
    const browser = await before?.catch(() => undefined);
    if (browser?.isConnected()) return browser;
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error("No Chromium was found: set CHROMIUM_PATH.");
    return chromium.launch({ executablePath, args: chromiumFlags });
  })();
  return running;
}

/** Opens Chromium on a fresh profile. `options` as Playwright takes them: `locale`, `colorScheme`, `viewport`, ... */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  const browser = await ourChromium();
  const context = await browser.newContext({ timezoneId: "Europe/Paris", ...options });
  if (options.javaScriptEnabled !== false) context.on("page", waitsUntilUsable);
  return { context, close: () => context.close() };
}

/** How long script may take to take a page over; one that it never does fails by what is then pressed in vain. */
const usableWithinMs = 15_000;

/** A page of ours that is opened or loaded anew is one whose controls act already, as they do for somebody who reads first. */
function waitsUntilUsable(page: Page): void {
  const { goto, reload } = page;
  const usable = () =>
    page
      .waitForFunction(
        (mark) => !("request" in document.documentElement.dataset) || performance.getEntriesByName(mark).length > 0,
        usableMark,
        { timeout: usableWithinMs },
      )
      .catch(() => undefined);
  page.goto = async (...asked) => {
    const response = await goto.apply(page, asked);
    await usable();
    return response;
  };
  page.reload = async (...asked) => {
    const response = await reload.apply(page, asked);
    await usable();
    return response;
  };
}

/** What a page's scripts fail with from now on; that a page is left while it still reads an answer is none of it. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => {
    if (!leftWhileReading.test(message)) errors.push(message);
  });
  return errors;
}

/** How Chromium says it where the router does not catch it. */
const leftWhileReading = /^BodyStreamBuffer was aborted$/;
