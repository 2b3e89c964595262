import { afterEach, beforeEach, expect, test } from "vitest";
import { type WatchedConnection, watchedConnection, wordWritten } from "../../testing/providers/watched-connection.ts";
import { combineStatements } from "./combine-statements.ts";

let connection: WatchedConnection;
beforeEach(async () => {
  connection = await watchedConnection();
});
afterEach(() => connection.close());

test("all statements run, and the result is that of the last one", async () => {
  const answer = await combineStatements(wordWritten("one"), wordWritten("two"), wordWritten("three")).execute(
    connection.db,
  );
  expect(answer.rows).toEqual([{ word: "three" }]);
  expect(await connection.words()).toEqual(["one", "three", "two"]);
});

test("a single statement is unchanged", () => {
  const alone = wordWritten("one");
  expect(combineStatements(alone)).toBe(alone);
});

test("an error in one statement rolls back the others", async () => {
  await wordWritten("two").execute(connection.db);
  await expect(
    combineStatements(wordWritten("one"), wordWritten("two"), wordWritten("three")).execute(connection.db),
  ).rejects.toThrow(/duplicate key/);
  expect(await connection.words()).toEqual(["two"]);
});
