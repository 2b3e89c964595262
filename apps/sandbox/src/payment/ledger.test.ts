import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLedger, type SessionRecord } from "./ledger.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ledger-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a long history is replaced by its result: sessions, ledger and pending notifications stay", async () => {
  const path = join(folder, "compact");
  const before = await openLedger(path);
  for (let round = 0; round < 20; round += 1) {
    for (const id of ["a", "b"]) await before.commit({ session: record(id, round) });
  }
  const entry = {
    session: "a",
    orderId: "o",
    kind: "capture",
    amount: { amount: 1, currency: "EUR" },
    at: "x",
  } as const;
  const notice = { id: "n", messageId: "m", url: "u", body: "b", dueAtMs: 1, scheme: "stripe" as const };
  await before.commit({ entries: [entry], notices: [notice, { ...notice, id: "done" }] });
  await before.commit({ delivered: "done" });
  await before.close();
  const longBytes = (await readFile(path)).length;

  const after = await openLedger(path, undefined, 1_000);
  expect((await readFile(path)).length).toBeLessThan(longBytes / 5);
  expect(after.session("a")).toEqual(record("a", 19));
  expect([...after.notices()]).toEqual([notice]);
  expect(after.entries()).toEqual([entry]);
  expect([...after.sessions()]).toHaveLength(2);
  await after.close();
});

test("a file of an earlier version is read: its sessions are there, and the notifications of its own protocol are dropped", async () => {
  const path = join(folder, "earlier");
  const notice = { id: "n", messageId: "m", url: "http://127.0.0.1:9/", body: "{}", dueAtMs: 1 };
  await writeFile(
    path,
    `${JSON.stringify({ position: 1, session: { ...record("a", 1), asked: "x" }, notices: [notice] })}\n`,
  );
  const ledger = await openLedger(path);
  expect(ledger.session("a")?.session).toEqual(record("a", 1).session);
  expect([...ledger.notices()]).toEqual([]);
  await ledger.close();
});

function record(id: string, round: number): SessionRecord {
  const money = { amount: 100, currency: "EUR" };
  const at = new Date(Date.UTC(2027, 0, 1, 0, round)).toISOString();
  return {
    session: {
      id,
      reference: `r-${id}`,
      orderId: "o",
      state: "open",
      amount: money,
      captured: { ...money, amount: 0 },
      refunded: { ...money, amount: 0 },
      refunds: [],
      capture: "automatic",
      createdAt: at,
      changedAt: at,
      expiresAt: at,
    },
    merchant: "m",
    locale: "fr",
    returnUrl: "",
    notifyUrl: "",
    customer: "c",
    saveMethod: false,
  };
}
