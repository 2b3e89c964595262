import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { prefetching } from "../database/pipelining/prefetch.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPerson } from "../testing/test-people.ts";
import { once } from "./idempotency.ts";
import type { KeyOf } from "./idempotency-store.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

test("a handler uses the values prefetched for its request; another request reads its own", async () => {
  let times = 0;
  const answer = prefetching(
    async (_ask: object) => ++times,
    async (_ask, read) => read(),
  );
  const ask = {};
  await answer.prefetch(ask, api.deps.db);
  expect(await answer(ask)).toBe(1);
  expect(await answer({ ...ask })).toBe(2);
});

test("a failed prefetch is reported to the handler, or to nobody if it does not run", async () => {
  const failing = prefetching(
    (_ask: object) => Promise.reject(new Error("the database is gone")),
    async (_ask, read) => read(),
  );
  const [answered, unanswered] = [{}, {}];
  await Promise.all([answered, unanswered].map((ask) => failing.prefetch(ask, api.deps.db)));
  await expect(failing(answered)).rejects.toThrow("the database is gone");
});

test("a request that waited for another one knows that it waited, so that it uses no older values", async () => {
  const key: KeyOf = { client: "shop", user: "somebody", call: "/a/call", key: crypto.randomUUID(), network: "north" };
  const sent = { httpStatus: 200, body: {} };
  const first = Promise.withResolvers<typeof sent>();
  const begun = vi.fn(() => first.promise);
  const one = once(api.deps, key, { cart: 1 }, { answer: begun });
  await vi.waitFor(() => expect(begun).toHaveBeenCalledWith(false, expect.anything()));
  const second = vi.fn(async () => sent);
  const two = once(api.deps, key, { cart: 1 }, { answer: second });
  // Responses of 5xx are not stored: the waiting request computes its own.
  setTimeout(() => first.resolve({ ...sent, httpStatus: 500 }), 100);
  await Promise.all([one, two]);
  expect(second).toHaveBeenCalledExactlyOnceWith(true, expect.anything());
});

test("prefetched reads run on the connection of the claim, behind it; a request that waited prefetches nothing", async () => {
  const key: KeyOf = { client: "shop", user: "somebody", call: "/a/call", key: crypto.randomUUID(), network: "north" };
  const backend = async (db: Database) => {
    const read = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return read.rows[0]?.pid;
  };
  const pids: (number | undefined)[] = [];
  const prefetch = vi.fn(async (db: Database) => void pids.push(...(await Promise.all([backend(db), backend(db)]))));
  const first = Promise.withResolvers<{ httpStatus: number; body: object }>();
  const begun = vi.fn(() => first.promise);
  // One connection is left: claim and reads must share it.
  const held = await Promise.all(
    Array.from({ length: api.deps.config.databasePool - 1 }, () => api.deps.pool.connect()),
  );
  const one = once(api.deps, key, { cart: 1 }, { answer: begun, prefetch });
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  for (const client of held) client.release();
  expect(new Set(pids).size).toBe(1);
  const two = once(api.deps, key, { cart: 1 }, { answer: async () => ({ httpStatus: 200, body: {} }), prefetch });
  setTimeout(() => first.resolve({ httpStatus: 500, body: {} }), 200);
  await Promise.all([one, two]);
  // When the first request is in progress in the same process, its key is not even claimed.
  expect(prefetch).toHaveBeenCalledTimes(1);
});

test("a repeated purchase reads again, and gets the same response", async () => {
  const person = await testPerson(api.deps);
  const order = () =>
    api.call(
      "placeOrder",
      {
        articles: [{ quantity: 1, productId: "single", customerId: person.userId, support: "DEMATERIALIZED" }],
        paymentMethod: "CARD",
        termsAccepted: true,
        totalAmount: { amount: 1, currency: "EUR" },
        returnUrl: "/cart",
      },
      { token: person.token, idempotencyKey: "the-key-of-a-wrong-total" },
    );
  const [first, second] = [await order(), await order()];
  expect(first.body.error?.code).toBe("ORDER_AMOUNT_CHANGED");
  expect(second.body).toEqual(first.body);
});
