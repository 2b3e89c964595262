import { type RawBuilder, sql } from "kysely";
import { type Mock, vi } from "vitest";
import { type Connection, connect } from "../../database/connection.ts";
import { testDatabase } from "../database.ts";

/** A connection to a table of words, whose socket writes are counted. */
export interface WatchedConnection extends Connection {
  /** How often data was sent to the database. */
  writes: Mock;
  /** The words in the table, in alphabetical order. */
  words(): Promise<string[]>;
}

export async function watchedConnection(): Promise<WatchedConnection> {
  const database = await testDatabase();
  const connection = connect(database.url, 1, () => undefined);
  const writes = vi.fn();
  connection.pool.on("connect", ({ connection: { stream } }) => {
    const watched = stream as Required<typeof stream>;
    const write = watched._writev.bind(watched);
    vi.spyOn(watched, "_writev").mockImplementation((...written) => {
      writes();
      write(...written);
    });
  });
  await sql`create table noted (word text primary key)`.execute(connection.db);
  return {
    ...connection,
    writes,
    words: async () => {
      const found = await sql<{ word: string }>`select word from noted order by word`.execute(connection.db);
      return found.rows.map(({ word }) => word);
    },
    close: async () => {
      await connection.close();
      await database.drop();
    },
  };
}

/** Statement that inserts a word and returns it. */
export const wordWritten = (word: string): RawBuilder<{ word: string }> =>
  sql<{ word: string }>`insert into noted values (${word}) returning word`;
