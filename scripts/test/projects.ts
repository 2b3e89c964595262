import path from "node:path";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { testsByNeed } from "./test-needs.ts";

const root = path.join(import.meta.dirname, "../..");
const tests = testsByNeed();

const environment = {
  /** Where the programs that tests start keep their compiled code: each is started dozens of times. */
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
  /** The settings of whoever develops are not those of the programs that tests start. */
  GUICHET_ENV_FILE: "",
};

/** What all tests run in, one group without a wait in between: most of them wait for other processes half of their time. */
export const together = {
  root,
  pool: "forks" as const,
  maxWorkers: 2,
  // Files follow each other in one process, as each puts away what it opened: its modules are read once, a third of the time.
  isolate: false,
  env: environment,
};

const common = {
  ...together,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  exclude: ["**/node_modules/**", "**/build/**"],
};
const database = "apps/ticket-api/src/testing/global-setup.ts";
const builtPages = "scripts/test/built.setup.ts";

/** The tests of the Ticket API on a database: each file has a whole Ticket API and a database of its own. */
export const ticketApiTests = { ...common, include: tests.ticketApi };

/** All but the journeys, by what is made before they run: for unit tests nothing. */
export const ownProjects: TestProjectInlineConfiguration[] = [
  { test: { ...ticketApiTests, name: "ticket-api", globalSetup: [database] } },
  { test: { ...common, name: "programs", include: tests.programs, globalSetup: [database, builtPages] } },
  { test: { ...common, name: "pages", include: tests.pages, globalSetup: [builtPages] } },
  { test: { ...common, name: "unit", include: tests.unit } },
];
