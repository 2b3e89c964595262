import { glob, rm } from "node:fs/promises";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildOutdated } from "../scripts/building/build.ts";
import { bundlePrograms } from "./bundles/bundle-programs.ts";
import { startInstallation } from "./installation.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder of an installation that was started and stopped once, to copy from. */
    usedFolder: string;
  }
}

/** Builds the pages and bundles the programs; then one first start for all journeys, which takes some seconds (tested by `scripts/start.test.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildOutdated((line) => console.log(line));
  await bundlePrograms();
  const guichet = await startInstallation({ environment: { GUICHET_DEMO_ORDERS: "0" }, command: "bundled" });
  await guichet.stop();
  await rm(path.join(guichet.dataDir, "logs"), { recursive: true, force: true });
  project.provide("usedFolder", guichet.dataDir);
  return () => removeWithCopies(guichet.dataDir);
}

/** Removes the folder and its copies. An installation that several journeys shared ends with its process, and may still be writing. */
async function removeWithCopies(folder: string): Promise<void> {
  for await (const copy of glob(`${folder}*`)) await rm(copy, { recursive: true, force: true, ...stopping });
}
const stopping = { maxRetries: 50, retryDelay: 100 };
