import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../testing/database.ts";
import { type Connection, connect } from "./connection.ts";
import { together } from "./together.ts";

let connection: Connection;
let drop: () => Promise<void>;
let writes: { mockClear(): unknown } | undefined;

beforeEach(async () => {
  const database = await testDatabase();
  drop = database.drop;
  connection = connect(database.url, 1, () => undefined);
  connection.pool.on("connect", ({ connection: { stream } }) => {
    writes = vi.spyOn(stream as Required<typeof stream>, "_writev");
  });
  await sql`create table noted (word text primary key)`.execute(connection.db);
});
afterEach(async () => {
  await connection.close();
  await drop();
});

test("what a transaction sends without waiting in between leaves in one write, and is answered in its order", async () => {
  const answers = await connection.db.transaction().execute(async (tx) => {
    writes?.mockClear();
    const words = ["one", "two", "three", "four"];
    const asked = words.map((word) =>
      sql<{ word: string }>`insert into noted values (${word}) returning word`.execute(tx),
    );
    const answered = await together(asked);
    expect(writes).toHaveBeenCalledTimes(1);
    return answered.map(({ rows }) => rows[0]?.word);
  });
  expect(answers).toEqual(["one", "two", "three", "four"]);
});

test("one that fails among several takes all of them back, and the connection serves the next", async () => {
  const broken = connection.db.transaction().execute(async (tx) => {
    const words = ["one", "one", "two"];
    await together(words.map((word) => sql`insert into noted values (${word})`.execute(tx)));
  });
  await expect(broken).rejects.toThrow(/duplicate key/);
  const left = await sql`select word from noted`.execute(connection.db);
  expect(left.rows).toEqual([]);
});
