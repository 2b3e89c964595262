import { randomUUID } from "node:crypto";
import { createDatabase, databaseUrlFor, dropDatabase } from "@guichet/postgres/databases.ts";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the tests' PostgreSQL. */
    postgresUrl: string;
    /** The database with all migrations, which each test file copies. */
    templateName: string;
  }
}

/** Creates a database for this test file, copied from the migrated template. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `guichet_test_${randomUUID().replaceAll("-", "")}`;
  const server = inject("postgresUrl");
  await createDatabase(server, name, inject("templateName"));
  return { url: databaseUrlFor(server, name), drop: () => dropDatabase(server, name) };
}
