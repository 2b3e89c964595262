import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect as connectDatabase } from "../../database/connection.ts";
import { testDatabase } from "../../testing/database.ts";
import { type LyraStore, lyraStore } from "./lyra-store.ts";

const now = new Date("2026-11-24T12:00:00.000Z");
let connection: ReturnType<typeof connectDatabase>;
let drop: () => Promise<void>;
let store: LyraStore;

beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  connection = connectDatabase(database.url, 10, () => undefined);
  store = lyraStore(connection.db, "lyra/main");
});
afterAll(async () => {
  await connection.close();
  await drop();
});

async function opened(reference: string = randomUUID()): Promise<string> {
  await store.open({
    reference,
    orderId: "order",
    kind: "page",
    amount: 150,
    currency: "EUR",
    method: null,
    isManual: false,
    endsAt: null,
    createdAt: now.toISOString(),
  });
  return reference;
}

test("when several processes choose a transaction at once, all see the same one", async () => {
  const reference = await opened();
  const choices = await Promise.all(["a", "b", "c", "d", "e", "f"].map((id) => store.choose(reference, id)));
  expect(new Set(choices.map(({ transactionId }) => transactionId)).size).toBe(1);
});

test("a session is either closed or paid, even if both happen at once", async () => {
  for (let round = 0; round < 20; round += 1) {
    const reference = await opened();
    await Promise.all([store.choose(reference, "a"), store.close(reference, now)]);
    const { transactionId, closedAt } = (await store.find(reference)) ?? {};
    expect([transactionId, closedAt].filter((each) => each !== null)).toHaveLength(1);
  }
});

test("what was captured of a closed session is recorded, once", async () => {
  const reference = await opened();
  await store.close(reference, now);
  await store.captured(reference, "a", 150);
  expect(await store.captured(reference, "b", 90)).toMatchObject({ transactionId: "a", capturedAmount: 150 });
});

test("a session has one request at a time, and a request that never ended does not block it for ever", async () => {
  const reference = await opened();
  const until = new Date(now.getTime() + 60_000);
  const reserved = await Promise.all(Array.from({ length: 8 }, () => store.reserve(reference, now, until)));
  expect(reserved.filter(Boolean)).toHaveLength(1);
  expect(await store.reserve(reference, until, new Date(until.getTime() + 60_000))).toBe(true);
  await store.release(reference);
  expect(await store.reserve(reference, now, until)).toBe(true);
});

test("an unchanged session keeps its place among the changes; a changed one moves to their end", async () => {
  const reference = await opened();
  await store.observed(reference, "open", now);
  const last = await store.lastPosition();
  await store.observed(reference, "open", now);
  expect(await store.changedAfter(last, 10)).toEqual([]);
  await store.observed(reference, "captured", now);
  expect((await store.changedAfter(last, 10)).map((each) => each.reference)).toEqual([reference]);
});

test("another account sees nothing of it", async () => {
  const reference = await opened();
  const other = lyraStore(connection.db, "lyra/coast");
  expect(await other.find(reference)).toBeUndefined();
  expect(await other.after(0, 10)).toEqual([]);
  expect(await other.lastPosition()).toBe(0);
});
