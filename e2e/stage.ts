import { spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";

/** The installation that journeys of this process share. */
let shared: Promise<Installation> | undefined;

/**
 * The installation of the demo that the journeys of this process share, started by the first of them: it contains what customers did in
 * the others. For journeys that do not expect untouched demo accounts, and that do not change what others see, such as its clock, its texts
 * or its staff. Starting an installation takes a fifth of the time of a short journey, and a program answers its first requests slowly.
 */
export function sharedGuichet(): Installation {
  const guichet = {} as Installation;
  beforeAll(async () => {
    shared ??= copyOfUsedFolder().then((dataDir) => startInstallation({ dataDir, command: "bundled" }));
    Object.assign(guichet, await shared);
  });
  return guichet;
}

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

/** Copies a data folder with the demo in it, for a separate installation; it is removed after all journeys at the latest. */
export async function copyOfUsedFolder(): Promise<string> {
  const folder = await mkdtemp(`${inject("usedFolder")}-`);
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
