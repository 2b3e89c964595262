import { heartbeatDeadMs, heartbeatMs } from "@guichet/contract/limits/process-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { claim, claimStands, forget, isClaimLost, kept, read } from "../http/idempotency-store.ts";
import { leaseDue } from "../jobs/job-store.ts";
import { plan } from "../jobs/plan-job.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { heartbeat } from "./heartbeat.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const silent = { warn: () => undefined, info: () => undefined };
async function started(othersDied = () => {}) {
  const { db } = api.deps;
  const one = heartbeat(crypto.randomUUID(), () => ({ db, close: async () => undefined }), { log: silent, othersDied });
  await one.start();
  return { ...one, id: one.holder ?? "" };
}
/** Sets the time of its last heartbeat. */
const lastSeen = (id: string, ms: number) =>
  sql`update heartbeat set seen_at = clock_timestamp() - ${ms} * interval '1 millisecond' where id = ${id}`.execute(
    api.deps.db,
  );
const keyOf = (key: string) => ({ client: "shop", user: "", call: "/call", key, network: "north" });
const times = (holder: string) => ({
  at: api.clock.iso(),
  oldest: new Date(0).toISOString(),
  leaseMs: 0,
  holder,
});

test("a claim stays its holder's while its heartbeat is seen, however long it takes; afterwards any process may take it, and the first can neither store nor release it", async () => {
  const { db } = api.deps;
  const [first, second] = [await started(), await started()];
  const key = keyOf("claimed");
  expect(await claim(db, key, "digest", times(first.id))).toBe(true);
  expect(await claim(db, key, "digest", times(second.id))).toBe(false);
  expect(await read(db, key)).toMatchObject({ isHeld: true });
  await db.transaction().execute((tx) => claimStands(key, first.id).execute(tx));
  await first.stop();
  expect(await read(db, key)).toMatchObject({ isHeld: false });
  expect(await claim(db, key, "another digest", times(second.id))).toBe(false);
  expect(await claim(db, key, "digest", times(second.id))).toBe(true);
  const lost = db.transaction().execute((tx) => claimStands(key, first.id).execute(tx));
  await expect(lost.catch(isClaimLost)).resolves.toBe(true);
  await kept(key, first.id, { httpStatus: 200, body: "of the first" }).execute(db);
  await forget(db, key, first.id);
  expect(await read(db, key)).toMatchObject({ isHeld: true, sent: undefined });
  await kept(key, second.id, { httpStatus: 200, body: "of the second" }).execute(db);
  expect(await read(db, key)).toMatchObject({ sent: { body: "of the second" } });
  await second.stop();
});

test("a job of a dead process is taken over immediately, unless its kind waits for its lease", async () => {
  const { db, clock } = api.deps;
  const [dead, living] = [await started(), await started()];
  await plan(db, api.deps, { networkId: "north", kind: "payment", key: "one" });
  await plan(db, api.deps, { networkId: "north", kind: "card-removal", key: "left" });
  const wanted = { queue: "others", limit: 9, leaseMs: 60_000, leftToLease: ["card-removal"] } as const;
  const take = async (holder: string) => {
    const taken = await leaseDue(db, clock.iso(), { ...wanted, holder, only: ["payment", "card-removal"] });
    return taken.map(({ kind }) => kind).sort();
  };
  expect(await take(dead.id)).toEqual(["card-removal", "payment"]);
  expect(await take(living.id)).toEqual([]);
  await dead.stop();
  expect(await take(living.id)).toEqual(["payment"]);
  expect(await take(living.id)).toEqual([]);
  await living.stop();
});

test("a late process is found dead once by the others, and its next heartbeat revives it", async () => {
  const died = vi.fn();
  const late = await started();
  const watching = await started(died);
  const isHeld = async () => (await read(api.deps.db, key))?.isHeld;
  const key = keyOf("of the late one");
  await claim(api.deps.db, key, "digest", times(late.id));
  expect(await isHeld()).toBe(true);
  await late.stop();
  const revived = sql`insert into heartbeat values (${late.id}, clock_timestamp(), clock_timestamp())`;
  await revived.execute(api.deps.db);
  expect(await isHeld()).toBe(true);
  await lastSeen(late.id, heartbeatDeadMs + 100);
  expect(await isHeld()).toBe(false);
  await expect.poll(() => died.mock.calls.length, { timeout: 4 * heartbeatMs + 2_000 }).toBe(1);
  await watching.stop();
});

test("a release that failed is repeated with a later heartbeat; a proper stop leaves no row", async () => {
  const one = await started();
  let attempts = 0;
  one.letGoLater(async () => {
    attempts += 1;
    if (attempts < 2) throw new Error("the database is down");
  });
  await expect.poll(() => attempts, { timeout: 10_000 }).toBe(2);
  await one.stop();
  const rows = await sql`select from heartbeat where id = ${one.id}`.execute(api.deps.db);
  expect(rows.rows).toEqual([]);
});

test("a process whose heartbeat does not reach the database is not fresh, and logs that once", async () => {
  const { db } = api.deps;
  let isAway = false;
  const failing = new Proxy(db, {
    get: (target, name) => {
      if (isAway) throw new Error("away");
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const id = crypto.randomUUID();
  const log = { warn: vi.fn(), info: vi.fn() };
  const one = heartbeat(id, () => ({ db: failing, close: async () => undefined }), {
    log,
    othersDied: () => {},
  });
  expect([one.holder, one.isFresh()]).toEqual([null, true]);
  await one.start();
  expect([one.holder, one.isFresh()]).toEqual([id, true]);
  isAway = true;
  await expect.poll(() => one.isFresh(), { timeout: 10_000 }).toBe(false);
  const warnings = log.warn.mock.calls.filter(([, text]) => String(text).startsWith("the heartbeat cannot be written"));
  expect(warnings).toHaveLength(1);
  await expect(one.fresh()).rejects.toThrow("away");
  isAway = false;
  expect(await one.fresh()).toBe(true);
  await expect.poll(() => log.info.mock.calls.length, { timeout: 10_000 }).toBe(1);
  await one.stop();
});
