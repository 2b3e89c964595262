import { randomUUID } from "node:crypto";
import { createDatabase, databaseUrlFor, dropDatabase } from "@guichet/postgres/databases.ts";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests' PostgreSQL answers. */
    postgresUrl: string;
    /** The database with all migrations, from which each test file's own is copied. */
    templateName: string;
  }
}

/** A database of this test file's own, copied from the migrated template. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `guichet_test_${randomUUID().replaceAll("-", "")}`;
  const server = inject("postgresUrl");
  await createDatabase(server, name, inject("templateName"));
  return { url: databaseUrlFor(server, name), drop: () => dropDatabase(server, name) };
}
