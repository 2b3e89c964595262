import { usableMark } from "@guichet/web/usable-mark.ts";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/test/chromium.ts";

/** A fresh browser of one person. */
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
  // Fewer processes, whose start and messages take time; pages are the same.
  "--in-process-gpu",
  "--process-per-site",
  // Pages live for seconds: to optimise their scripts takes more time than it saves.
  "--js-flags=--no-opt --no-maglev --no-memory-reducer",
];

/** The Chromium of this process: each person has a separate profile in it, kept in memory only. */
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

/** For tests of pages without a connection: the service worker stores them. */
export const withServiceWorker: BrowserContextOptions = { serviceWorkers: "allow" };

/**
 * Opens Chromium on a fresh profile. `options` as in Playwright: `locale`, `colorScheme`, `viewport`, ... Without a service worker unless
 * they allow it: each profile would install it anew, which takes a sixth of the time of a journey.
 */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  const browser = await ourChromium();
  const context = await browser.newContext({ timezoneId: "Europe/Paris", serviceWorkers: "block", ...options });
  if (options.javaScriptEnabled !== false) context.on("page", waitsUntilUsable);
  return { context, close: () => context.close() };
}

/** How long hydration may take; a page that never hydrates fails at the next action. */
const usableWithinMs = 15_000;

/** Makes `goto` and `reload` wait until the page has hydrated, so that its controls work. */
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

/** Collects the script errors of a page, except that it was left while reading a response. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => {
    if (!leftWhileReading.test(message)) errors.push(message);
  });
  return errors;
}

/** Chromium's message for that, where the router does not catch it. */
const leftWhileReading = /^BodyStreamBuffer was aborted$/;
