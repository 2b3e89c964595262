import { expect, test } from "vitest";
import { isUuid, randomIds } from "./ids.ts";

test("identifiers begin with their time, and many thousand are all different", () => {
  let now = Date.parse("2026-11-21T22:00:00.000Z");
  const ids = randomIds(() => now);
  const made = Array.from({ length: 20_000 }, () => ids.uuid());
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.map((id) => id.slice(15))).size).toBe(made.length);
  for (const id of made.slice(0, 600)) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(now);
  }
  now += 1;
  expect(ids.uuid() > (made.toSorted().at(-1) ?? "")).toBe(true);
});
