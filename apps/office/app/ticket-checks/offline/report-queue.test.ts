import type { TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import { expect, test } from "vitest";
import type { Sent } from "../send-form.ts";
import { checkQueue } from "./check-queue.ts";
import { type Reported, reportQueue, type SentCheck } from "./report-queue.ts";

const at = "2026-11-20T09:00:00.000Z";
const answered = (checkId: string): TicketCheckResult => ({
  ...{ checkId, checkedAt: at, outcome: "valid", reasons: [], ticket: null, otherChecks: [] },
});

function queueOf(...ids: string[]) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const queue = checkQueue("demo", "s1", storage);
  for (const checkId of ids) queue.add({ checkId, text: checkId, checkedAt: at, outcome: "valid", ticketId: null });
  return queue;
}
const idsOf = (checks: readonly { checkId: string }[]) => checks.map(({ checkId }) => checkId);

/** Reports to a server that answers like this, and tells what it got. */
async function reported(queue: ReturnType<typeof queueOf>, answer: (checks: SentCheck[]) => Sent<Reported>) {
  const got: string[][] = [];
  const was = await reportQueue(
    queue,
    async (checks) => {
      got.push(idsOf(checks));
      return answer(checks);
    },
    () => undefined,
  );
  return { was, got };
}
const takeAll = (checks: SentCheck[]): Sent<Reported> => ({
  was: "answered",
  answer: { checks: checks.map(({ checkId }) => answered(checkId)) },
});
const refuse = (code: string): Sent<Reported> => ({ was: "answered", answer: { code } });

// covers: a ticket that was shown twice is noticed, also when the checks were made without a connection and reported later
test("a check that the server refuses is set aside, and the others are reported", async () => {
  const queue = queueOf("a", "bad", "c");
  const isBad = (checks: SentCheck[]) => checks.some(({ checkId }) => checkId === "bad");
  const { was, got } = await reported(queue, (checks) => (isBad(checks) ? refuse("FIELD_INVALID") : takeAll(checks)));
  expect(was).toBe("answered");
  expect(got).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
  expect(queue.read().queue).toEqual([]);
  expect(idsOf(queue.read().refused)).toEqual(["bad"]);
  expect(queue.clearFindings().refused).toEqual([]);
});

test("without an answer, a permission or a session everything stays; an answer about other checks ends the report", async () => {
  const queue = queueOf("a", "b");
  for (const was of ["offline", "signed-out", "other-staff"] as const)
    expect(await reported(queue, () => ({ was }))).toEqual({ was, got: [["a", "b"]] });
  const aboutOthers: Sent<Reported> = { was: "answered", answer: { checks: [answered("x")] } };
  for (const answer of [refuse("ROLE_NOT_ALLOWED"), aboutOthers])
    expect((await reported(queue, () => answer)).got).toEqual([["a", "b"]]);
  expect(idsOf(queue.read().queue)).toEqual(["a", "b"]);
  expect(queue.read().refused).toEqual([]);
});
