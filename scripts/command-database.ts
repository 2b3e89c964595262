import { isDemoMode } from "@guichet/contract/demo-mode.ts";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { type MovableClock, movableClock } from "../apps/ticket-api/src/clock.ts";
import { type Connection, connect } from "../apps/ticket-api/src/database/connection.ts";
import { migrate, pendingMigrations } from "../apps/ticket-api/src/database/migrate.ts";
import { refuseDemoDatabase } from "../apps/ticket-api/src/installation/claim-installation.ts";
import { recordInstallation } from "../apps/ticket-api/src/installation/installation-store.ts";
import { readOffset } from "../apps/ticket-api/src/jobs/clock-store.ts";
import { Refused, WrongUse } from "./command.ts";
import { databaseConfig } from "./database-config.ts";

/** Resources of a running command. */
export interface CommandDatabase extends Connection {
  url: string;
  /** The installation's clock. */
  clock: MovableClock;
}

/**
 * Opens the installation's database for a command, and closes it at the end. `write`: migrates it first; commands in production refuse a
 * demo's database, except with `repair`. `read`: changes nothing, and refuses an outdated schema. Production needs `DATABASE_URL`: a
 * command must not create a database of its own (`WrongUse`).
 */
export async function withDatabase<T>(
  kind: "read" | "write" | "repair",
  work: (database: CommandDatabase) => Promise<T>,
) {
  const { databaseUrl, dataDir, ...mode } = databaseConfig();
  const demo = isDemoMode(mode);
  if (!demo && databaseUrl === undefined)
    throw new WrongUse(
      "DATABASE_URL: required in production. Without it this command would use a database of its own.",
    );
  const postgres = await openPostgres({ databaseUrl, dataDir, role: "command" });
  try {
    const connection = connect(postgres.url, 2, () => undefined);
    try {
      if (kind === "read") await refuseOlderShape(connection);
      else await migrate(connection.pool);
      if (kind === "write" && !demo) {
        await refuseDemoDatabase(connection.db);
        await recordInstallation(connection.db, "production");
      }
      const clock = movableClock(await readOffset(connection.db));
      return await work({ ...connection, url: postgres.url, clock });
    } finally {
      await connection.close();
    }
  } finally {
    await postgres.close();
  }
}

async function refuseOlderShape({ pool }: Connection): Promise<void> {
  const pending = await pendingMigrations(pool);
  if (pending.length > 0)
    throw new Refused(
      `The database lacks ${pending.length} migrations of this version (${pending[0]} first): run \`npm run migrate\`, or start Guichet.`,
    );
}
