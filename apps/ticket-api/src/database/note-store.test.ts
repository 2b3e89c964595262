import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../testing/database.ts";
import { type Connection, connect } from "./connection.ts";
import { notes, unhurried } from "./note-store.ts";

let connection: Connection;
let drop: () => Promise<void>;
let writes: { mockClear(): unknown } | undefined;

beforeEach(async () => {
  const database = await testDatabase();
  drop = database.drop;
  connection = connect(database.url, 2, () => undefined);
  connection.pool.on("connect", ({ connection: { stream } }) => {
    writes = vi.spyOn(stream as Required<typeof stream>, "_writev");
  });
  await sql`create table noted (word text primary key)`.execute(connection.db);
});
afterEach(async () => {
  await connection.close();
  await drop();
});

const word = (text: string) => sql`${unhurried} insert into noted select ${text} from unhurried`;
const words = async () => {
  const found = await sql<{ word: string }>`select word from noted order by word`.execute(connection.db);
  return found.rows.map((row) => row.word);
};

test("notes of the same moment leave in one write, once what goes on at once has had its turn", async () => {
  const note = notes(connection.db);
  writes?.mockClear();
  const noted = ["one", "three", "two"].map((text) => note(word(text)));
  await Promise.resolve();
  expect(writes).not.toHaveBeenCalled();
  await Promise.all(noted);
  expect(writes).toHaveBeenCalledTimes(1);
  expect(await words()).toEqual(["one", "three", "two"]);
});

test("a note that fails says so to whoever made it, and takes no other with it", async () => {
  const note = notes(connection.db);
  const told = await Promise.allSettled([note(word("one")), note(word("one")), note(word("two"))]);
  expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await words()).toEqual(["one", "two"]);
});

test("a note is given up aloud where the database does not answer", async () => {
  const note = notes(connection.db);
  await connection.close();
  await expect(note(word("one"))).rejects.toThrow();
});

test("only what may come a moment late is hurried less: the next statement of its connection waits for the disk again", async () => {
  const hurry = async () => {
    const read = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(connection.db);
    return read.rows[0]?.synchronous_commit;
  };
  const before = await hurry();
  await notes(connection.db)(word("one"));
  expect(await hurry()).toBe(before);
});
