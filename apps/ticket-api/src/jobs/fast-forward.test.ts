import { afterAll, beforeEach, expect, test } from "vitest";
import { daysMs, hoursMs, later, minutesMs } from "../clock.ts";
import { jobHandlers } from "../job-handlers.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { fastForward } from "./fast-forward.ts";
import type { JobHandler } from "./job.ts";
import { plan } from "./plan-job.ts";

const seen: { kind: string; at: string }[] = [];
const kinds = jobHandlers as Record<string, JobHandler>;
const own = { ...kinds };
/** A job that records when it ran, in addition to its usual work. */
const watched = (kind: string): JobHandler => {
  const act = own[kind];
  return async (deps, work) => {
    seen.push({ kind, at: deps.clock.iso() });
    return act?.(deps, work);
  };
};

let api: TestApi;
beforeEach(async () => {
  await api?.close();
  seen.length = 0;
  for (const kind of ["repetitions-cleaning", "tickets-by-clock"]) kinds[kind] = watched(kind);
  kinds["a-date"] = watched("a-date");
  api = await openTestApi();
});
afterAll(async () => {
  for (const kind of Object.keys(kinds)) delete kinds[kind];
  Object.assign(kinds, own);
  await api.close();
});

const atOf = (kind: string) => seen.filter((one) => one.kind === kind).map(({ at }) => at);
const moved = async () => undefined;

// covers §9: the demo's clock fast-forwards from one due instant to the next
test("a fast-forward stops at every instant at which a job is due, in order", async () => {
  const { deps, clock } = api;
  const start = clock.now();
  const dates = [daysMs(3), hoursMs(5), hoursMs(5) + minutesMs(1), daysMs(40)].map((ms) => later(start, ms));
  for (const [place, dueAt] of dates.entries())
    await plan(deps.db, deps, { networkId: null, kind: "a-date", key: `date-${place}`, dueAt });
  const target = later(start, daysMs(50));
  expect(await fastForward(deps, clock, target, moved)).toBe(4);
  const done = atOf("a-date").map((at) => Date.parse(at) - start.getTime());
  expect(done).toHaveLength(4);
  for (const [place, due] of [hoursMs(5), hoursMs(5) + minutesMs(1), daysMs(3), daysMs(40)].entries()) {
    // The clock of a fast-forward runs on while jobs run.
    expect((done[place] ?? 0) - due).toBeGreaterThanOrEqual(0);
    expect((done[place] ?? 0) - due).toBeLessThan(minutesMs(1));
  }
  expect(clock.now() >= target).toBe(true);
});

// covers §9: the demo's clock fast-forwards from one due instant to the next
test("a polling job runs at least once a day of a fast-forward and at its end, not at each of its own instants", async () => {
  const { deps, clock } = api;
  for (const kind of ["repetitions-cleaning", "tickets-by-clock"])
    await plan(deps.db, deps, { networkId: null, kind, key: kind });
  const steps = await fastForward(deps, clock, later(clock.now(), daysMs(30) + minutesMs(1)), moved);
  const at = [...atOf("repetitions-cleaning"), clock.iso()];
  const pauses = at.slice(1).map((next, place) => Date.parse(next) - Date.parse(at[place] ?? ""));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(daysMs(1) + hoursMs(1));
  expect(pauses.at(-1)).toBeLessThan(hoursMs(1));
  expect(at.length).toBeLessThan(2 * 31);
  expect(atOf("tickets-by-clock")).toHaveLength(31);
  expect(steps).toBeLessThan(2 * 31);
});
