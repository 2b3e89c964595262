import { type Config, readConfig } from "../apps/ticket-api/src/config.ts";

/** The Ticket API's own configuration, for a command that works beside it on the database at `databaseUrl`. */
export const commandConfig = (databaseUrl: string): Config => readConfig({ ...process.env, DATABASE_URL: databaseUrl });
