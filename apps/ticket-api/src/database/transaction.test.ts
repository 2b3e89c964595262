import { ok } from "@guichet/contract/result.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waiting } from "../testing/held-rows.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import type { Tx } from "./database.ts";
import { inTransaction, runTransaction } from "./transaction.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await sql`create table locked_twice (id text primary key, count integer not null default 0)`.execute(api.deps.db);
});
afterAll(() => api.close());

type Transaction = (work: (tx: Tx) => Promise<void>) => Promise<unknown>;

/** Two transactions that lock the same two rows in opposite sequences, each its second one only when the other has its first. */
async function crossing(run: Transaction): Promise<{ ended: PromiseSettledResult<unknown>[]; counts: number[] }> {
  const { db } = api.deps;
  await sql`delete from locked_twice`.execute(db);
  await sql`insert into locked_twice (id) values ('a'), ('b')`.execute(db);
  const add = (tx: Tx, id: string) => sql`update locked_twice set count = count + 1 where id = ${id}`.execute(tx);
  const first = Promise.withResolvers<void>();
  const one = run(async (tx) => {
    await add(tx, "a");
    first.resolve();
    await expect.poll(() => waiting(db, "locked_twice")).toBe(1);
    await add(tx, "b");
  });
  const other = run(async (tx) => {
    await add(tx, "b");
    await first.promise;
    await add(tx, "a");
  });
  const ended = await Promise.allSettled([one, other]);
  const found = await sql<{ count: number }>`select count from locked_twice order by id`.execute(db);
  return { ended, counts: found.rows.map(({ count }) => count) };
}

test("two transactions that wait for each other's rows both take place, each once", async () => {
  const plain = await crossing((work) => inTransaction(api.deps.db, work));
  expect(plain).toMatchObject({ ended: [{ status: "fulfilled" }, { status: "fulfilled" }], counts: [2, 2] });
  const decided = await crossing((work) =>
    runTransaction(api.deps.db, async (tx) => {
      await work(tx);
      return ok({});
    }),
  );
  expect(decided).toMatchObject({ ended: [{ status: "fulfilled" }, { status: "fulfilled" }], counts: [2, 2] });
});

test("control: where a transaction runs once, the database ends one of the two", async () => {
  const { ended, counts } = await crossing((work) => api.deps.db.transaction().execute(work));
  expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(counts).toEqual([1, 1]);
});

test("a transaction that fails for a reason of its own, or is ended again and again, throws", async () => {
  let runs = 0;
  const failing = (message: string, code?: string) =>
    inTransaction(api.deps.db, async () => {
      runs += 1;
      throw Object.assign(new Error(message), code === undefined ? {} : { code });
    });
  await expect(failing("own")).rejects.toThrow("own");
  expect(runs).toBe(1);
  await expect(failing("ended", "40001")).rejects.toThrow("ended");
  expect(runs).toBe(6);
});
