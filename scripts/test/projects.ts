import path from "node:path";
import type { TestProjectInlineConfiguration } from "vitest/config";

const root = path.join(import.meta.dirname, "../..");
const ticketApi = "apps/ticket-api/**/*.test.ts";

/** Where the programs that tests start keep their compiled code: each is started dozens of times. */
const compiledCode = { NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled") };

/** What all tests run in, one group without a wait in between: most of them wait for other processes half of their time. */
export const together = {
  root,
  pool: "forks" as const,
  maxWorkers: 2,
  // Files follow each other in one process, as each puts away what it opened: its modules are read once, a third of the time.
  isolate: false,
  env: compiledCode,
};

const common = { ...together, testTimeout: 30_000, hookTimeout: 60_000 };

/**
 * The Ticket API's tests. Each file starts an app and a database of its own and closes them.
 */
export const ticketApiTests = {
  ...common,
  include: [ticketApi],
  exclude: ["**/node_modules/**", "**/build/**"],
};

/** All but the journeys. Files that need PostgreSQL get it from one global set-up; each takes a database of its own. */
export const ownProjects: TestProjectInlineConfiguration[] = [
  {
    test: {
      ...ticketApiTests,
      name: "ticket-api",
      globalSetup: ["apps/ticket-api/src/testing/global-setup.ts"],
    },
  },
  {
    test: {
      ...common,
      name: "guichet",
      include: ["packages/**/*.test.{ts,tsx}", "apps/**/*.test.{ts,tsx}", "tidy/**/*.test.ts", "scripts/**/*.test.ts"],
      exclude: [...ticketApiTests.exclude, ticketApi],
      globalSetup: ["apps/ticket-api/src/testing/global-setup.ts", "scripts/test/built.setup.ts"],
    },
  },
];
