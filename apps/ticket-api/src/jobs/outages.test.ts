import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { type OutageWorld, openOutageWorld } from "../testing/providers/outage-world.ts";
import { orderByDebit } from "../testing/test-debits.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";

let world: OutageWorld;
beforeAll(async () => {
  world = await openOutageWorld();
}, 60_000);
afterAll(() => world.close());

async function order(person: TestPerson, total = 150, more: Record<string, unknown> = {}) {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await world.api.call("placeOrder", { ...orderOf(person, total), ...more }, asking);
  expect(body.error).toBeUndefined();
  return { orderId: body.orderId, paymentUrl: body.paymentUrl };
}

async function statusOf(person: TestPerson, orderId: string) {
  const { body } = await world.api.call("getOrders", { orderId }, { token: person.token });
  return body.items[0]?.status;
}

const voucherUses = async () =>
  (await sql<{ uses: number }>`select uses from voucher where code = 'MINUS50'`.execute(world.api.deps.db)).rows[0]
    ?.uses;

/** A booked debit that its bank returns within the next hours. */
async function debitAboutToReturn() {
  const person = await testPerson(world.api.deps);
  const { body } = await orderByDebit(world.api, person, testIbans["no-money"]);
  expect(body.error).toBeUndefined();
  const { body: orders } = await world.api.call("getOrders", { orderId: body.orderId }, { token: person.token });
  const day = orders.items[0]?.parts[0]?.collectedOn;
  const now = world.api.clock.now().getTime();
  await world.advance(`PT${Math.round((Date.parse(`${day}T04:00:00Z`) + 2 * 86_400_000 - now) / 60_000)}M`);
  expect(await statusOf(person, body.orderId)).toBe("COMPLETED");
  return { person, orderId: body.orderId };
}

// covers §9: provider, bank and mail server down for hours, days or weeks: everything recovers by itself
test.each([
  ["6 hours", "PT2H", "PT4H"],
  ["3 days", "P1D", "P2D"],
  ["3 weeks", "P7D", "P14D"],
])(
  "provider, bank and mail server unreachable for %s, a process killed meanwhile: everything recovers by itself",
  async (_, before, after) => {
    const { api } = world;
    const returning = await debitAboutToReturn();
    const late = await testPerson(api.deps);
    const lateOrder = await order(late);
    await world.advance("PT40M");
    expect(await statusOf(late, lateOrder.orderId)).toBe("CANCELED");

    const [paid, left] = [await testPerson(api.deps), await testPerson(api.deps)];
    const paidOrder = await order(paid);
    const leftOrder = await order(left, 100, { vouchers: ["MINUS50"] });
    const uses = await voucherUses();
    expect(await world.payUnheard(paidOrder.paymentUrl)).toBe("captured");
    await world.behave("payment", "late-capture");
    expect(await world.payUnheard(lateOrder.paymentUrl)).toBe("captured");

    await world.partiesLeave();
    await world.advance(before);
    await world.processDies();
    await world.advance(after);
    expect(await statusOf(left, leftOrder.orderId)).toBe("PROCESSING");
    await world.partiesReturn();
    await world.advance("PT3H15M");

    expect(await statusOf(paid, paidOrder.orderId)).toBe("COMPLETED");
    expect(await world.mailbox(paid.email)).toHaveLength(1);
    expect(await statusOf(left, leftOrder.orderId)).toBe("CANCELED");
    expect(await voucherUses()).toBe((uses ?? 0) - 1);
    const deletion = await api.call("requestDeletion", { confirmed: true }, { token: left.token });
    expect(deletion.body.error?.code).not.toBe("DELETION_BLOCKED");
    const cancelled = expect.stringMatching(/^Commande .* annulée/);
    expect(await world.mailbox(left.email)).toEqual([cancelled]);
    // Cancelled before the outage; captured late and refunded after it.
    expect(await world.mailbox(late.email)).toEqual([expect.stringMatching(/^Commande .* remboursée/), cancelled]);
    expect(await statusOf(returning.person, returning.orderId)).toBe("REGULARIZATION");
    expect(await world.mailbox(returning.person.email)).not.toHaveLength(0);
    expect(await audit(api.deps)).toEqual([]);
  },
  120_000,
);
