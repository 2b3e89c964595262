import { sql } from "kysely";
import { expect } from "vitest";
import { audit } from "../../audit/audit.ts";
import type { CrashCustomer } from "./crash-customer.ts";
import { cart, refundJourneys } from "./crash-journeys.ts";
import type { Round } from "./crash-rounds.ts";
import type { CrashWorld } from "./crash-world.ts";

interface OrderSnapshot {
  id: string;
  status: string;
  invoices: number;
  tickets: number;
  mails: string[];
  confirmations: number;
  paidInstallments: number;
  creditNotes: number;
  cancelledTickets: number;
  refundEmails: number;
  /** Disputes that the bank has decided. */
  disputes: number;
}

interface LedgerLine {
  kind: string;
  amount: { amount: number };
}

/** What the cart of the journeys costs, in minor units. */
const pricePaid = cart.total;

/** Checks what is left of a round: one order, one capture, one invoice, one set of tickets, each refund and each e-mail once. */
export async function expectExactlyOnce(
  world: CrashWorld,
  customer: CrashCustomer,
  { name, journey, next }: { name: string } & Pick<Round, "journey" | "next">,
): Promise<void> {
  const { accountId, email } = customer.person;
  expect(await audit(world.deps, { grace: 0 }), name).toEqual([]);
  const orders = await sql<OrderSnapshot>`select id, status,
      (select count(*) from invoice i where i.order_id = o.id and i.series = 'invoice') as invoices,
      (select count(*) from invoice i where i.order_id = o.id and i.series = 'credit-note') as "creditNotes",
      (select count(*) from ticket t where t.order_id = o.id and t.status = 'cancelled') as "cancelledTickets",
      (select count(*) from mail m where m.template = 'refund-made' and m.contents ->> 'orderId' = o.id::text) as "refundEmails",
      (select count(*) from dispute d where d.order_id = o.id and d.decided_at is not null) as disputes,
      (select count(*) from ticket t where t.order_id = o.id) as tickets,
      array(select message_id from mail m where m.contents ->> 'orderId' = o.id::text) as mails,
      (select count(*) from mail m where m.contents ->> 'orderId' = o.id::text
        and m.template in ('order-confirmation', 'order-refunded')) as confirmations,
      (select count(*) from installment i where i.order_id = o.id and i.status = 'paid') as "paidInstallments"
    from orders o where account_id = ${accountId}`.execute(world.deps.db);
  expect(orders.rows.length, name).toBeLessThanOrEqual(1);
  const [order] = orders.rows;
  if (customer.orderId !== undefined) expect(order?.id, `${name}: an acknowledged order exists`).toBe(customer.orderId);
  expect((await mailbox(world, email)).sort(), `${name}: each message once in the mailbox`).toEqual(
    (order?.mails ?? []).sort(),
  );
  if (order !== undefined && refundJourneys.has(journey)) {
    const isAsked = next !== "does nothing" || customer.refundId !== undefined;
    return expectRefundedOnce(world, order, { name, isAsked, isDisputed: journey.startsWith("disputes") });
  }
  const moved = order === undefined ? [] : await atProvider(world, order.id);
  const count = (kind: string) => moved.filter((entry) => entry.kind === kind).length;
  const paidInstallments = order?.paidInstallments ?? 0;
  const capturedCount = count("capture") + count("debit") - count("refund");
  if (paidInstallments > 0) expect(capturedCount, `${name}: each installment is collected once`).toBe(paidInstallments);
  else expect(count("capture"), name).toBeLessThanOrEqual(1);
  const paid = capturedCount >= 1;
  const completed = order?.status === "COMPLETED" || order?.status === "REGULARIZATION";
  if (paid) expect(completed, `${name}: a paid order is completed`).toBe(true);
  expect([order?.invoices ?? 0, order?.tickets ?? 0], name).toEqual(completed ? [1, 2] : [0, 0]);
  expect(order?.confirmations ?? 0, name).toBe(completed || count("refund") > 0 ? 1 : 0);
  if (journey.startsWith("disputes")) expect(order?.disputes, `${name}: the dispute is booked and decided`).toBe(1);
}

/** Checks that what was asked for is refunded once, at the provider too, with its tickets, its credit note and its e-mail. */
async function expectRefundedOnce(
  world: CrashWorld,
  order: OrderSnapshot,
  { name, isAsked, isDisputed }: { name: string; isAsked: boolean; isDisputed: boolean },
): Promise<void> {
  const found = await sql<{ scope: string; amount: number; tickets: number }>`select scope, amount,
      (select count(*) from order_refund_ticket t where t.order_refund_id = r.id)::integer as tickets
    from order_refund r where order_id = ${order.id} and status = 'approved' and amount > 0`.execute(world.deps.db);
  const refunds = found.rows;
  const scopes = refunds.map(({ scope }) => scope);
  expect(new Set(scopes).size, `${name}: nothing is refunded twice`).toBe(scopes.length);
  if (isAsked)
    expect(scopes.length, `${name}: a refund that was acknowledged or asked for again is made`).toBeGreaterThan(0);
  expect([order.invoices, order.tickets, order.confirmations, order.creditNotes], name).toEqual([
    1,
    2,
    1,
    scopes.length,
  ]);
  const cancelled = scopes.includes("order") ? 2 : refunds.reduce((sum, { tickets }) => sum + tickets, 0);
  if (!isDisputed) expect(order.cancelledTickets, `${name}: no ticket is usable and refunded`).toBe(cancelled);
  expect(order.refundEmails, `${name}: each refund is announced once`).toBe(scopes.length);
  const promised = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const moved = await atProvider(world, order.id);
  const total = (kind: string) =>
    moved.filter((entry) => entry.kind === kind).reduce((sum, entry) => sum + entry.amount.amount, 0);
  const withdrawn = total("dispute");
  expect([total("capture"), total("refund")], `${name}: what is refunded is refunded once`).toEqual([
    pricePaid,
    // The bank may have withdrawn everything before the refund was sent, which then waits, and is over with a lost dispute.
    isDisputed && withdrawn === pricePaid ? 0 : promised,
  ]);
  expect(withdrawn + total("refund"), `${name}: no more leaves than was paid`).toBeLessThanOrEqual(pricePaid);
}

async function atProvider(world: CrashWorld, orderId: string): Promise<LedgerLine[]> {
  const answer = await fetch(new URL(`/payment/ledger?orderId=${orderId}`, world.sandbox().url));
  const { items }: { items: LedgerLine[] } = await answer.json();
  return items;
}

async function mailbox(world: CrashWorld, address: string): Promise<string[]> {
  const answer = await fetch(new URL(`/mailbox/messages?to=${encodeURIComponent(address)}`, world.sandbox().url));
  const { items }: { items: { messageId: string }[] } = await answer.json();
  return items.map(({ messageId }) => messageId);
}
