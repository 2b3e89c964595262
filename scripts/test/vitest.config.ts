import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { testSettings } from "./config.ts";
import { findConfiguredPostgres } from "./configured-postgres.ts";
import { LongestFirst } from "./longest-first.ts";
import { ownProjects, ticketApiName, ticketApiTests } from "./projects.ts";

const root = path.join(import.meta.dirname, "../..");
const { isThorough } = testSettings();

/** The tests of SQL. Tests of the call pipeline and of files do not depend on the server's version. */
const databaseTests = ticketApiTests.include.filter((file) => !/src\/(http|files)\//.test(file));
/** Those that run on both servers before a release: pipelined statements, purchases, and everything that happens at the same time. */
const onBothBeforeRelease = /src\/database\/|\/(purchase|[a-z-]*races|at-once|paid-once|two-tabs|unpaid-holds)\.test/;

/**
 * Tests of SQL run on the machine's own PostgreSQL, the oldest supported version first, because a statement that it accepts is accepted by
 * later ones. Programs and journeys run on ours.
 */
function projectsWith(version: number): TestProjectInlineConfiguration[] {
  const onlyGiven = isThorough ? databaseTests.filter((file) => !onBothBeforeRelease.test(file)) : databaseTests;
  const own = ownProjects.map((project) => {
    if (project.test?.name !== ticketApiName) return project;
    return { test: { ...project.test, exclude: [...ticketApiTests.exclude, ...onlyGiven] } };
  });
  const given = {
    ...ticketApiTests,
    name: `postgresql-${version}`,
    include: databaseTests,
    globalSetup: ["scripts/test/configured-postgres.setup.ts"],
  };
  return [...own, { test: given }];
}

const given = findConfiguredPostgres();

/** All tests of `npm test` in one run: those of SQL on the machine's own PostgreSQL if it has one, and the journeys. */
export default defineConfig({
  test: {
    root,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...(given === undefined ? ownProjects : projectsWith(given.version)),
      path.join(root, "e2e/vitest.config.ts"),
    ],
  },
});
