import type { Kysely, Transaction } from "kysely";

/** The database as stores see it: SQL statements only, rows typed where they are read. */
export type Database = Kysely<unknown>;
export type Tx = Transaction<unknown>;
