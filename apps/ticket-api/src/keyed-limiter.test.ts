import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { keyedLimiter } from "./keyed-limiter.ts";

test("tasks of one key run up to the limit, in order of arrival, and another key does not wait for them", async () => {
  const turns = keyedLimiter(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((end) => ends.push(() => end(name)));
  };
  const all = ["first", "second", "third", "fourth"].map((name) => turns("demo", work(name)));
  const other = turns("zones", work("other"));
  await turn();
  expect(begun).toEqual(["first", "second", "other"]);
  for (let ended = 0; ended < 5; ended += 1) {
    ends[ended]?.();
    await turn();
  }
  expect(begun).toEqual(["first", "second", "other", "third", "fourth"]);
  expect(await Promise.all([...all, other])).toEqual(["first", "second", "third", "fourth", "other"]);
});

test("a failed task rejects for its caller, and the next one runs", async () => {
  const turns = keyedLimiter(1);
  const failed = turns("demo", () => Promise.reject(new Error("no number")));
  const next = turns("demo", () => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("no number");
  expect(await next).toBe("done");
});
