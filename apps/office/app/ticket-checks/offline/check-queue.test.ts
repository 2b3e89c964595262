import { queuedChecksMax } from "@guichet/contract/limits/ticket-check-limits.ts";
import type { TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import { expect, test } from "vitest";
import { checkQueue, forgetOldChecks, type QueuedCheck } from "./check-queue.ts";

function storage(isFull = () => false) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull()) throw new Error("QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}
const at = "2026-11-20T09:00:00.000Z";
const made = (checkId: string, more: Partial<QueuedCheck> = {}): QueuedCheck => ({
  ...{ checkId, text: "XYZ", checkedAt: at, outcome: "valid", ticketId: "t1" },
  ...more,
});
const answered = (checkId: string, more: Partial<TicketCheckResult> = {}): TicketCheckResult => ({
  ...{ checkId, checkedAt: at, outcome: "valid", reasons: [], ticket: null, otherChecks: [] },
  ...more,
});

// covers: a ticket that was shown twice is noticed, also when the checks were made without a connection and reported later
test("checks stay until the server has them; what it knew better or saw elsewhere stays until it is read", () => {
  const kept = storage();
  const queue = checkQueue("demo", "s1", kept);
  for (const id of ["a", "b", "c", "d"]) queue.add(made(id));
  const blocked = answered("b", { outcome: "blocked", reasons: ["staff"] });
  const seen = answered("c", { otherChecks: [{ checkedAt: at, by: "Iris" }] });
  const { queue: rest, findings } = queue.settle([answered("a"), blocked, seen]);
  expect(rest.map(({ checkId }) => checkId)).toEqual(["d"]);
  expect(findings).toMatchObject([
    { checkId: "b", shown: "valid", outcome: "blocked", reasons: ["staff"] },
    { checkId: "c", shown: "valid", outcome: "valid", otherChecks: [{ by: "Iris" }] },
  ]);
  // Also after the page was closed, and for nobody else.
  expect(checkQueue("demo", "s1", kept).read()).toEqual({ queue: rest, refused: [], findings });
  expect(checkQueue("demo", "s2", kept).read()).toEqual({ queue: [], refused: [], findings: [] });
  expect(queue.clearFindings()).toEqual({ queue: rest, refused: [], findings: [] });
});

test("a ticket that this device has seen within the hour is repeated, another or an older one is not", () => {
  const queue = checkQueue("demo", "s1", storage());
  queue.add(made("old", { checkedAt: "2026-11-20T07:30:00.000Z" }));
  queue.add(made("recent", { checkedAt: "2026-11-20T08:30:00.000Z" }));
  queue.add(made("other", { ticketId: "t2" }));
  expect(queue.repeated("t1", at)).toEqual([{ checkedAt: "2026-11-20T08:30:00.000Z", by: null }]);
  expect(queue.repeated(null, at)).toEqual([]);
});

test("a check for which there is no room is reported as such, and what is stored by somebody else is ignored", () => {
  let isFull = false;
  const kept = storage(() => isFull);
  kept.setItem("ticket-checks/demo/s1", "{nonsense");
  const queue = checkQueue("demo", "s1", kept);
  expect(queue.read().queue).toEqual([]);
  expect(queue.add(made("a"))?.queue).toHaveLength(1);
  isFull = true;
  expect(queue.add(made("b"))).toBeUndefined();
  isFull = false;
  const many = Array.from({ length: queuedChecksMax }, (_, index) => made(`${index}`));
  kept.setItem("ticket-checks/demo/s1", JSON.stringify({ queue: many, findings: [] }));
  expect(queue.add(made("b"))).toBeUndefined();
});

test("an entry that cannot be read does not take the others with it", () => {
  const kept = storage();
  const queue = [{ checkId: "broken" }, made("a"), made("when", { checkedAt: "yesterday" }), null];
  kept.setItem("ticket-checks/demo/s1", JSON.stringify({ queue, findings: "none" }));
  expect(checkQueue("demo", "s1", kept).read()).toEqual({ queue: [made("a")], refused: [], findings: [] });
});

test("what is older than checks are kept is forgotten, of everybody who used this browser", () => {
  const kept = storage();
  const old = { checkedAt: "2026-10-01T09:00:00.000Z" };
  const [mine, theirs] = [checkQueue("demo", "s1", kept), checkQueue("other", "s2", kept)];
  mine.add(made("old", old));
  mine.add(made("new"));
  theirs.add(made("seen", old));
  theirs.settle([answered("seen", { outcome: "blocked" })]);
  kept.setItem("ticket-checks/sound", "off");
  forgetOldChecks(kept, at);
  expect(mine.read().queue).toEqual([made("new")]);
  expect(kept.getItem("ticket-checks/other/s2")).toBeNull();
  expect(kept.getItem("ticket-checks/sound")).toBe("off");
});
