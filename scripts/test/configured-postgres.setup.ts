import type { TestProject } from "vitest/node";
import { provideDatabase } from "../../apps/ticket-api/src/testing/global-setup.ts";
import { findConfiguredPostgres, startConfiguredPostgres } from "./configured-postgres.ts";

/** Runs the database tests on the machine's own PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = findConfiguredPostgres();
  if (found === undefined) throw new Error("This machine has no PostgreSQL to test with.");
  const server = await startConfiguredPostgres(found.programs);
  const end = await provideDatabase(project, server.url);
  return async () => {
    await end();
    await server.stop();
  };
}
