import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../testing/database.ts";
import { type Connection, connect } from "./connection.ts";
import { together } from "./together.ts";
import { withCommit } from "./with-commit.ts";

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

const note = (word: string) => sql`insert into noted values (${word})`;
const noted = async () => {
  const found = await sql<{ word: string }>`select word from noted order by word`.execute(connection.db);
  return found.rows.map(({ word }) => word);
};

test("a transaction begins in one write with its first statement, and its last leave in one with the commit, in their order", async () => {
  await sql`select 1`.execute(connection.db);
  writes?.mockClear();
  await connection.db.transaction().execute(async (tx) => {
    await note("first").execute(tx);
    expect(writes).toHaveBeenCalledTimes(1);
    await withCommit(tx, [note("second")]);
    await withCommit(tx, [sql`update noted set word = 'third' where word = 'second'`]);
    expect(writes).toHaveBeenCalledTimes(1);
  });
  expect(writes).toHaveBeenCalledTimes(2);
  expect(await noted()).toEqual(["first", "third"]);
});

test("a last statement that fails takes all of the transaction back, and says why; the connection serves the next", async () => {
  const broken = connection.db.transaction().execute(async (tx) => {
    await note("one").execute(tx);
    await withCommit(tx, [note("two"), note("one"), note("three")]);
  });
  await expect(broken).rejects.toThrow(/duplicate key/);
  expect(await noted()).toEqual([]);
});

test("what was left to the commit of a transaction that is taken back is never sent", async () => {
  const given = connection.db.transaction().execute(async (tx) => {
    await withCommit(tx, [note("one")]);
    throw new Error("given up");
  });
  await expect(given).rejects.toThrow("given up");
  await connection.db.transaction().execute((tx) => note("two").execute(tx));
  expect(await noted()).toEqual(["two"]);
});

test("a commit is answered only when it is known: one in which a statement failed unheard is an error", async () => {
  const broken = connection.db.transaction().execute(async (tx) => {
    await note("one").execute(tx);
    await note("one")
      .execute(tx)
      .catch(() => undefined);
  });
  await expect(broken).rejects.toThrow();
  expect(await noted()).toEqual([]);
});
