import { rm } from "node:fs/promises";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startInstallation } from "./installation.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder of an installation that was started and stopped once, to copy from. */
    usedFolder: string;
  }
}

/** One first start for all journeys, which takes some seconds (tested by `scripts/start.test.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const guichet = await startInstallation({ environment: { GUICHET_DEMO_ORDERS: "0" } });
  await guichet.stop();
  await rm(path.join(guichet.dataDir, "logs"), { recursive: true, force: true });
  project.provide("usedFolder", guichet.dataDir);
  return () => rm(guichet.dataDir, { recursive: true, force: true });
}
