import { expect, test } from "vitest";
import { checkRuns } from "./check-runs.ts";

// covers: a ticket is checked by the staff: valid, not yet valid, expired, used, blocked, forged, of another network or unknown
test("a late answer for one ticket is not shown in front of the next one, and does not end its busy state", async () => {
  const seen: (string | boolean)[] = [];
  const run = checkRuns((isBusy) => seen.push(isBusy));
  const answers = new Map<string, () => void>();
  const check = (ticket: string) =>
    run(async (ifNewest) => {
      ifNewest(() => seen.push(`checking ${ticket}`));
      await new Promise<void>((resolve) => answers.set(ticket, resolve));
      ifNewest(() => seen.push(`result ${ticket}`));
    });
  const [first, second] = [check("A"), check("B")];
  answers.get("A")?.();
  await first;
  expect(seen).toEqual([true, "checking A", true, "checking B"]);
  answers.get("B")?.();
  await second;
  expect(seen.slice(4)).toEqual(["result B", false]);
});

test("a check that fails ends the busy state as well", async () => {
  const seen: boolean[] = [];
  const run = checkRuns((isBusy) => seen.push(isBusy));
  await expect(run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(seen).toEqual([true, false]);
});
