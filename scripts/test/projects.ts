import path from "node:path";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { testSettings } from "./config.ts";
import { testsByNeed } from "./test-needs.ts";

const root = path.join(import.meta.dirname, "../..");
const tests = testsByNeed();

const environment = {
  /** Compile cache of the programs that tests start: each is started dozens of times. */
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
  /** A developer's settings do not apply to the programs that tests start. */
  GUICHET_ENV_FILE: "",
};

/** Common settings of all tests. */
export const together = {
  root,
  pool: "forks" as const,
  // Files run one after the other in one process, since each closes what it opened: modules are loaded once, which takes a third of the
  // time.
  isolate: false,
  env: environment,
  provide: { isThorough: testSettings().isThorough },
  // What a test waits for takes milliseconds alone, and seconds while other tests keep the processors busy.
  expect: { poll: { timeout: 15_000 } },
};

const common = {
  ...together,
  // More than the processors of a small machine: most of these tests wait for other processes part of their time.
  maxWorkers: 3,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  exclude: ["**/node_modules/**", "**/build/**"],
};
const database = "apps/ticket-api/src/testing/global-setup.ts";
const builtPages = "scripts/test/built.setup.ts";

/** Tests of the Ticket API on a database: each file has its own Ticket API and database. */
export const ticketApiTests = { ...common, include: tests.ticketApi };
export const ticketApiName = "ticket-api";

/** All tests except journeys, grouped by what is prepared before they run; unit tests need nothing. */
export const ownProjects: TestProjectInlineConfiguration[] = [
  { test: { ...ticketApiTests, name: ticketApiName, globalSetup: [database] } },
  { test: { ...common, name: "programs", include: tests.programs, globalSetup: [database, builtPages] } },
  { test: { ...common, name: "pages", include: tests.pages, globalSetup: [builtPages] } },
  { test: { ...common, name: "unit", include: tests.unit } },
];
