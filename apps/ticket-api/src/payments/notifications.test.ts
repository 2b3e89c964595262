import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { closeWorld, expectExactlyOnce, openWorld, play, steps, type World } from "../testing/notification-world.ts";
import { withoutIdempotency } from "../testing/without-guards.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));

const allAgrees = (of: World) =>
  fc.asyncProperty(steps, async (played) => {
    await play(of, played);
    await expectExactlyOnce(of.shop);
  });

test("notifications may come twice, late, in any order, never or forged, among clicks, reloads, cancels and time-outs: all agrees in the end", async () => {
  await fc.assert(allAgrees(world), { numRuns: 15, endOnFailure: true });
}, 180_000);

test("control: with a provider that opens a new session each time it is asked, the same steps do not agree in the end", async () => {
  const control = await openWorld();
  try {
    control.shop.api.house.payments = withoutIdempotency(control.shop.api.house.payments);
    const checked = await fc.check(allAgrees(control), { numRuns: 60, endOnFailure: true });
    expect(checked.failed).toBe(true);
    const kinds = (await audit(control.shop.api.house, { grace: 0 })).map(({ kind }) => kind);
    expect(kinds).toContain("session-twice");
  } finally {
    await closeWorld(control);
  }
}, 180_000);
