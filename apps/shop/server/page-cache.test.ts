import { expect, test } from "vitest";
import { createPageCache } from "./page-cache.ts";

const pageOf = (bytes: number) => ({ plain: Buffer.alloc(bytes) }) as never;
const page = pageOf(10);

function cacheAt(start: number) {
  let now = start;
  const cache = createPageCache(() => now);
  return {
    cache,
    passes: (ms: number) => {
      now += ms;
    },
  };
}

test("a page is cached for fifteen seconds, and then dropped", () => {
  const { cache, passes } = cacheAt(0);
  cache.put("home", "demo", page);
  passes(14_999);
  expect(cache.get("home")).toBe(page);
  passes(1);
  expect(cache.get("home")).toBeUndefined();
  expect(cache.size).toBe(0);
});

test("a changed network drops its own pages only; a moved clock drops all", () => {
  const { cache } = cacheAt(0);
  cache.put("a", "demo", page);
  cache.put("b", "demo", page);
  cache.put("c", "coast", page);
  cache.drop("demo");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([undefined, undefined, page]);
  cache.drop();
  expect(cache.size).toBe(0);
});

test("at most 400 pages are cached: a new page replaces the oldest, a renewed page replaces none", () => {
  const { cache } = cacheAt(0);
  for (let place = 0; place < 400; place += 1) cache.put(`page ${place}`, "demo", page);
  cache.put("page 7", "demo", page);
  expect(cache.get("page 0")).toBe(page);
  cache.put("one more", "demo", page);
  expect(cache.size).toBe(400);
  expect(cache.get("page 0")).toBeUndefined();
  expect(cache.get("one more")).toBe(page);
});

test("a page of more than 600 kB is not cached", () => {
  const { cache } = cacheAt(0);
  cache.put("large", "demo", pageOf(600_001));
  expect(cache.get("large")).toBeUndefined();
});
