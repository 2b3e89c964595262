import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { findConfiguredPostgres } from "./configured-postgres.ts";
import { LongestFirst } from "./longest-first.ts";
import { ownProjects, ticketApiTests } from "./projects.ts";

const root = path.join(import.meta.dirname, "../..");

/** The tests of SQL, which also run on the machine's own PostgreSQL. Tests of the call pipeline and of files do not depend on its version. */
const databaseTests = globSync("apps/ticket-api/src/**/*.test.ts", { cwd: root }).filter(
  (file) =>
    !/src\/(http|files)\//.test(file) &&
    /testing\/(database|test-api)/.test(readFileSync(path.join(root, file), "utf8")),
);

const given = findConfiguredPostgres();
const givenProject = {
  test: {
    ...ticketApiTests,
    name: `postgresql-${given?.version}`,
    include: databaseTests,
    globalSetup: ["scripts/test/configured-postgres.setup.ts"],
  },
};

/** All tests of `npm test` in one run: the database tests also on the machine's own PostgreSQL, and the journeys. */
export default defineConfig({
  test: {
    root,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [...ownProjects, ...(given === undefined ? [] : [givenProject]), path.join(root, "e2e/vitest.config.ts")],
  },
});
