import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectInstallmentsOnce,
  openInstallmentWorld,
  playProviderDebits,
  providerDebitSteps,
} from "../../testing/providers/installment-world.ts";
import { closeWorld, type World } from "../../testing/providers/notification-world.ts";
import { stripeShop } from "../../testing/providers/provider-shops.ts";
import { replaceProvider } from "../../testing/providers/test-provider.ts";
import { withoutDebitIdempotency } from "../../testing/providers/without-guards.ts";
import { repetitions } from "../../testing/repetitions.ts";

let world: World;
beforeAll(async () => {
  world = await openInstallmentWorld(stripeShop, { directDebit: "provider", debitRetryAfterDays: 14 });
}, 60_000);
afterAll(() => closeWorld(world));

/** After random steps, every installment is collected once or unpaid, and each debit at the provider is one of ours. */
const allAgrees = () =>
  fc.asyncProperty(providerDebitSteps, async (played) => {
    const customers = await playProviderDebits(world, played);
    await expectInstallmentsOnce(world.shop, customers);
    for (const { orderId } of customers) {
      const collected = (await world.shop.ledger(orderId)).filter(({ kind }) => kind === "debit");
      const ours = await sql<{ session: string }>`select provider_session as session from payment
        where order_id = ${orderId} and kind = 'debit' and status in ('captured', 'refunded')`.execute(
        world.shop.api.deps.db,
      );
      expect(collected.map(({ session }) => session).sort()).toEqual(ours.rows.map(({ session }) => session).sort());
    }
  });

// covers: SEPA direct debits collected by the payment provider
test("debits at the provider, with lost answers, an outage, webhooks twice, late, in any order or never, taken back or without a mandate, are each collected once", async () => {
  await fc.assert(allAgrees(), { numRuns: repetitions({ usual: 2, thorough: 20 }), endOnFailure: true });
}, 300_000);

test("control: with a provider that presents a debit for each request, the same steps end in a difference", async () => {
  replaceProvider(world.shop.api.deps, withoutDebitIdempotency);
  const checked = await fc.check(allAgrees(), { numRuns: 20, endOnFailure: true });
  expect(checked.failed).toBe(true);
  expect(String(checked.errorInstance)).toMatch(/what does not agree|taken for order/);
}, 120_000);
