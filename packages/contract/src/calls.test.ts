import { expect, test } from "vitest";
import type { Call } from "./call.ts";
import { calls } from "./calls.ts";

const definitions: Call[] = Object.values(calls);

// covers §7: envelope, codes, unknown fields
test("no call answers a field of its own named status: at the top that is the envelope's (§7)", () => {
  expect(definitions.filter(({ answer }) => "status" in answer).map(({ path }) => path)).toEqual([]);
});
