import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WatchedConnection, watchedConnection } from "../../testing/providers/watched-connection.ts";
import { deferredWrites, withoutDiskWait } from "./deferred-writes.ts";

let connection: WatchedConnection;
beforeEach(async () => {
  connection = await watchedConnection();
});
afterEach(() => connection.close());

const word = (text: string) => sql`${withoutDiskWait} insert into noted select ${text} from unhurried`;
test("writes of the same turn leave in one socket write, after the immediate ones", async () => {
  const note = deferredWrites(connection.db);
  connection.writes.mockClear();
  const noted = ["one", "three", "two"].map((text) => note(word(text)));
  await Promise.resolve();
  expect(connection.writes).not.toHaveBeenCalled();
  await Promise.all(noted);
  expect(connection.writes).toHaveBeenCalledTimes(1);
  expect(await connection.words()).toEqual(["one", "three", "two"]);
});

test("a write that fails rejects for its caller, and does not affect the others", async () => {
  const note = deferredWrites(connection.db);
  const results = await Promise.allSettled([note(word("one")), note(word("one")), note(word("two"))]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await connection.words()).toEqual(["one", "two"]);
});

test("a write rejects when the database does not respond", async () => {
  const note = deferredWrites(connection.db);
  await connection.close();
  await expect(note(word("one"))).rejects.toThrow();
});

test("only deferred writes skip the wait for the disk: the next statement of the connection waits again", async () => {
  // As outside of tests, on the only connection.
  await sql`set synchronous_commit = on`.execute(connection.db);
  await deferredWrites(connection.db)(word("one"));
  const hurry = await sql`show synchronous_commit`.execute(connection.db);
  expect(hurry.rows).toEqual([{ synchronous_commit: "on" }]);
});
