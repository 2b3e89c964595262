import type { TestProject } from "vitest/node";
import { provideDatabase } from "../../apps/ticket-api/src/testing/global-setup.ts";
import { findGivenPostgres, startGivenPostgres } from "./given-postgres.ts";

/** The database tests once more, on a PostgreSQL that is not ours. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = findGivenPostgres();
  if (found === undefined) throw new Error("There is no PostgreSQL of this machine to test with.");
  const server = await startGivenPostgres(found.programs);
  const end = await provideDatabase(project, server.url);
  return async () => {
    await end();
    await server.stop();
  };
}
