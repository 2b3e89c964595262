/** Where a command finds the database: the PostgreSQL of `DATABASE_URL`, else our own in `DATA_DIR`. */
export function databaseConfig(): { databaseUrl: string | undefined; dataDir: string } {
  return { databaseUrl: process.env.DATABASE_URL || undefined, dataDir: process.env.DATA_DIR || "./.data" };
}
