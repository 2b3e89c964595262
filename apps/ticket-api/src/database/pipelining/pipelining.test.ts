import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WatchedConnection, watchedConnection, wordWritten } from "../../testing/providers/watched-connection.ts";
import { executeOnCommit } from "./execute-on-commit.ts";
import { pipelined } from "./pipelined.ts";

let connection: WatchedConnection;
beforeEach(async () => {
  connection = await watchedConnection();
});
afterEach(() => connection.close());

test("statements sent without waiting leave in one socket write, and return their results in order", async () => {
  const answers = await connection.db.transaction().execute(async (tx) => {
    connection.writes.mockClear();
    const words = ["one", "two", "three", "four"];
    const asked = words.map((word) =>
      sql<{ word: string }>`insert into noted values (${word}) returning word`.execute(tx),
    );
    const answered = await pipelined(asked);
    expect(connection.writes).toHaveBeenCalledTimes(1);
    return answered.map(({ rows }) => rows[0]?.word);
  });
  expect(answers).toEqual(["one", "two", "three", "four"]);
});

test("an error in one of several statements rolls back all of them, and the connection serves the next", async () => {
  const broken = connection.db.transaction().execute(async (tx) => {
    const words = ["one", "one", "two"];
    await pipelined(words.map((word) => sql`insert into noted values (${word})`.execute(tx)));
  });
  await expect(broken).rejects.toThrow(/duplicate key/);
  const left = await sql`select word from noted`.execute(connection.db);
  expect(left.rows).toEqual([]);
});

test("a transaction's first write contains begin and the first statement, its last write the last statements and commit, in order", async () => {
  await sql`select 1`.execute(connection.db);
  connection.writes.mockClear();
  await connection.db.transaction().execute(async (tx) => {
    await wordWritten("first").execute(tx);
    expect(connection.writes).toHaveBeenCalledTimes(1);
    await executeOnCommit(tx, [wordWritten("second")]);
    await executeOnCommit(tx, [sql`update noted set word = 'third' where word = 'second'`]);
    expect(connection.writes).toHaveBeenCalledTimes(1);
  });
  expect(connection.writes).toHaveBeenCalledTimes(2);
  expect(await connection.words()).toEqual(["first", "third"]);
});

test("an error in a last statement rolls back the transaction and is reported; the connection serves the next", async () => {
  const broken = connection.db.transaction().execute(async (tx) => {
    await wordWritten("one").execute(tx);
    await executeOnCommit(tx, [wordWritten("two"), wordWritten("one"), wordWritten("three")]);
  });
  await expect(broken).rejects.toThrow(/duplicate key/);
  expect(await connection.words()).toEqual([]);
});

test("statements queued for the commit of a rolled back transaction are never sent", async () => {
  const given = connection.db.transaction().execute(async (tx) => {
    await executeOnCommit(tx, [wordWritten("one")]);
    throw new Error("given up");
  });
  await expect(given).rejects.toThrow("given up");
  await connection.db.transaction().execute((tx) => wordWritten("two").execute(tx));
  expect(await connection.words()).toEqual(["two"]);
});

test("a commit resolves only when its result is known: it rejects if a statement failed unnoticed", async () => {
  const broken = connection.db.transaction().execute(async (tx) => {
    await wordWritten("one").execute(tx);
    await wordWritten("one")
      .execute(tx)
      .catch(() => undefined);
  });
  await expect(broken).rejects.toThrow();
  expect(await connection.words()).toEqual([]);
});
