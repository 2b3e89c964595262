import { afterEach, beforeEach, expect, test } from "vitest";
import { type WatchedConnection, watchedConnection, wordWritten } from "../../testing/watched-connection.ts";
import { combineStatements } from "./combine-statements.ts";

let connection: WatchedConnection;
beforeEach(async () => {
  connection = await watchedConnection();
});
afterEach(() => connection.close());

test("all are done, and what the last one answers is the answer", async () => {
  const answer = await combineStatements(wordWritten("one"), wordWritten("two"), wordWritten("three")).execute(
    connection.db,
  );
  expect(answer.rows).toEqual([{ word: "three" }]);
  expect(await connection.words()).toEqual(["one", "three", "two"]);
});

test("one alone stays as it is", () => {
  const alone = wordWritten("one");
  expect(combineStatements(alone)).toBe(alone);
});

test("one that fails takes the others back", async () => {
  await wordWritten("two").execute(connection.db);
  await expect(
    combineStatements(wordWritten("one"), wordWritten("two"), wordWritten("three")).execute(connection.db),
  ).rejects.toThrow(/duplicate key/);
  expect(await connection.words()).toEqual(["two"]);
});
