import { expect, test } from "vitest";
import type { Call } from "./call.ts";
import { calls } from "./calls.ts";

const definitions: Call[] = Object.values(calls);

// covers §7: envelope, codes, unknown fields
test("no response has a top-level field named status, which belongs to the envelope (§7)", () => {
  expect(definitions.filter(({ answer }) => "status" in answer).map(({ path }) => path)).toEqual([]);
});
