import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WatchedConnection, watchedConnection } from "../../testing/watched-connection.ts";
import { deferredWrites, withoutDiskWait } from "./deferred-writes.ts";

let connection: WatchedConnection;
beforeEach(async () => {
  connection = await watchedConnection();
});
afterEach(() => connection.close());

const word = (text: string) => sql`${withoutDiskWait} insert into noted select ${text} from unhurried`;
test("notes of the same moment leave in one write, once what goes on at once has had its turn", async () => {
  const note = deferredWrites(connection.db);
  connection.writes.mockClear();
  const noted = ["one", "three", "two"].map((text) => note(word(text)));
  await Promise.resolve();
  expect(connection.writes).not.toHaveBeenCalled();
  await Promise.all(noted);
  expect(connection.writes).toHaveBeenCalledTimes(1);
  expect(await connection.words()).toEqual(["one", "three", "two"]);
});

test("a note that fails says so to whoever made it, and takes no other with it", async () => {
  const note = deferredWrites(connection.db);
  const told = await Promise.allSettled([note(word("one")), note(word("one")), note(word("two"))]);
  expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await connection.words()).toEqual(["one", "two"]);
});

test("a note is given up aloud where the database does not answer", async () => {
  const note = deferredWrites(connection.db);
  await connection.close();
  await expect(note(word("one"))).rejects.toThrow();
});

test("only what may come a moment late is hurried less: the next statement of its connection waits for the disk again", async () => {
  // As it is outside of tests, on the one connection there is.
  await sql`set synchronous_commit = on`.execute(connection.db);
  await deferredWrites(connection.db)(word("one"));
  const hurry = await sql`show synchronous_commit`.execute(connection.db);
  expect(hurry.rows).toEqual([{ synchronous_commit: "on" }]);
});
