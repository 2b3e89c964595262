import { spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";

/** Starts an installation for this file, without previous data, from its first test to its last. */
export function openGuichet(environment: Record<string, string> = {}): Installation {
  const guichet = {} as Installation;
  beforeAll(async () => {
    const dataDir = await copyOfUsedFolder();
    Object.assign(guichet, await startInstallation({ dataDir, environment, command: "bundled" }));
  });
  afterAll(() => guichet.remove?.());
  return guichet;
}

/** Copies a data folder with the demo in it, for a separate installation. */
export async function copyOfUsedFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "guichet-e2e-"));
  // `cp` keeps owners: the database's files belong to the server's account.
  const copied = spawnSync("cp", ["-a", `${inject("usedFolder")}/.`, folder], { encoding: "utf8" });
  if (copied.status !== 0) throw new Error(`the data folder could not be copied: ${copied.stderr}`);
  return folder;
}

/** Opens a browser for this test, closed when it ends; not for concurrent tests. */
export async function browserOfTest(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  const browser = await openBrowser(options);
  onTestFinished(browser.close);
  return browser;
}
