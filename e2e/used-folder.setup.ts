import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startInstallation } from "./installation.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder of an installation that was started and stopped once, to copy from. */
    usedFolder: string;
    /** The folder of all installations of this run. */
    installations: string;
  }
}

/** One first start for all journeys, which takes some seconds (tested by `scripts/start.test.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const installations = await mkdtemp(path.join(tmpdir(), "guichet-e2e-"));
  const dataDir = path.join(installations, "used");
  await mkdir(dataDir);
  const guichet = await startInstallation({ dataDir, environment: { GUICHET_DEMO_ORDERS: "0" } });
  await guichet.stop();
  await rm(path.join(dataDir, "logs"), { recursive: true, force: true });
  project.provide("usedFolder", dataDir);
  project.provide("installations", installations);
  // The last installations may still be stopping: they write until they have.
  return () => rm(installations, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
