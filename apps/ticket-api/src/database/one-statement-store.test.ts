import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../testing/database.ts";
import { type Connection, connect } from "./connection.ts";
import { inOneStatement } from "./one-statement-store.ts";

let connection: Connection;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await testDatabase();
  drop = database.drop;
  connection = connect(database.url, 1, () => undefined);
  await sql`create table noted (word text primary key)`.execute(connection.db);
});
afterEach(async () => {
  await connection.close();
  await drop();
});

const note = (word: string) => sql<{ word: string }>`insert into noted values (${word}) returning word`;
const words = async () => {
  const found = await sql<{ word: string }>`select word from noted order by word`.execute(connection.db);
  return found.rows.map(({ word }) => word);
};

test("all are done, and what the last one answers is the answer", async () => {
  const answer = await inOneStatement(note("one"), note("two"), note("three")).execute(connection.db);
  expect(answer.rows).toEqual([{ word: "three" }]);
  expect(await words()).toEqual(["one", "three", "two"]);
});

test("one alone stays as it is", () => {
  const alone = note("one");
  expect(inOneStatement(alone)).toBe(alone);
});

test("one that fails takes the others back", async () => {
  await note("two").execute(connection.db);
  await expect(inOneStatement(note("one"), note("two"), note("three")).execute(connection.db)).rejects.toThrow(
    /duplicate key/,
  );
  expect(await words()).toEqual(["two"]);
});
