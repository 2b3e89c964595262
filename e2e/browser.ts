import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
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

/** Opens Chromium on a fresh profile. `options` as Playwright takes them: `locale`, `colorScheme`, `viewport`, ... */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium was found: set CHROMIUM_PATH.");
  const profile = mkdtempSync(path.join(tmpdir(), "guichet-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: chromiumFlags,
    timezoneId: "Europe/Paris",
    ...options,
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
