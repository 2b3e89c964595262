import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase, databaseUrlFor, dropDatabase } from "@guichet/postgres/databases.ts";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import type { TestProject } from "vitest/node";
import { connect } from "../database/connection.ts";
import { migrate } from "../database/migrate.ts";

/** Starts one PostgreSQL for all test files (our own, or that of `DATABASE_URL`), with a migrated template to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideDatabase(project, process.env.DATABASE_URL);
}

/** Provides the tests with the server of `databaseUrl`, or with our own; returns a function that stops it. */
export async function provideDatabase(
  project: TestProject,
  databaseUrl: string | undefined,
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "guichet-test-"));
  const postgres = await openPostgres({ dataDir, role: "test", ...(databaseUrl ? { databaseUrl } : {}) });
  const templateName = `guichet_template_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(postgres.url, templateName);
  const connection = connect(databaseUrlFor(postgres.url, templateName), 2, () => undefined);
  await migrate(connection.pool);
  await connection.close();
  project.provide("postgresUrl", postgres.url);
  project.provide("templateName", templateName);
  return async () => {
    await dropDatabase(postgres.url, templateName);
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
