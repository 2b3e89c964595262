import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PaymentProvider, ProviderDispute } from "../integrations/payment-provider.ts";
import { paymentProviders } from "../integrations/payment-providers.ts";
import { configuredBank } from "../payments/configured-bank.ts";
import { testAccount, testProvider } from "../testing/providers/test-provider.ts";
import { testCard } from "../testing/test-cards.ts";
import { debitNetwork, giveAccount, signed } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { audit } from "./audit.ts";
import { type DifferenceKind, remedies } from "./differences.ts";

let shop: Shop;
/** A completed order, one refunded after a late capture, an unpaid one with a voucher, a refused one. */
let completed: string;
let refunded: string;
let open: string;
/** An order in three installments, of which the first is paid. */
let inInstallments: string;
/** A card that was declared lost. */
let blockedCard: string;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "debited", price: 150, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] }),
    testArticle({
      id: "yearly",
      price: 900,
      paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
    }),
  ];
  shop = await openTestShop({
    packs: [testPack({ articles, network: debitNetwork, vouchers: [{ code: "MINUS50", type: "AMOUNT", amount: 50 }] })],
  });
  const person = await testPerson(shop.api.deps);
  const place = async (more: Record<string, unknown> = {}) => {
    const { body } = await shop.api.call("placeOrder", { ...orderOf(person, 150), ...more }, { token: person.token });
    return body;
  };
  const paid = await place();
  completed = paid.orderId;
  await shop.pay(paid.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: completed }, { token: person.token });
  const parts = await place({ ...orderOf(person, 900, { productId: "yearly" }), installments: 3 });
  inInstallments = parts.orderId;
  await shop.pay(parts.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: inInstallments }, { token: person.token });
  const account = await giveAccount(shop.api, person, testIbans.good);
  const byDebit = { paymentMethod: "TRANSFER", cardId: account, mandate: await signed(shop.api, person) };
  await place({ ...orderOf(person, 150, { productId: "debited" }), ...byDebit });
  const late = await place();
  refunded = late.orderId;
  await shop.behave("late-capture");
  await shop.api.call("cancelOrder", { orderId: refunded }, { token: person.token });
  await shop.pay(late.paymentUrl);
  await vi.waitFor(
    async () => {
      await shop.api.work.drain();
      expect((await shop.ledger(refunded)).map(({ kind }) => kind)).toContain("refund");
    },
    { timeout: 45_000, interval: 50 },
  );
  const unpaid = await place({ vouchers: ["MINUS50"], totalAmount: { amount: 100, currency: "EUR" } });
  open = unpaid.orderId;
  blockedCard = (await testCard(shop.api.deps, { status: "blocked", incident: "lost" })).id;
  await shop.api.work.drain();
}, 120_000);
afterAll(() => shop.close());

const found = async (deps: Parameters<typeof audit>[0] = shop.api.deps) =>
  (await audit(deps, { grace: 0 })).map(({ kind, orderNumber }) => `${kind} ${orderNumber === null ? "-" : "order"}`);

// covers: the audit reports every difference between provider, ledger, orders and documents
test("a shop in use has no difference: paid, paid in installments, to be debited, refunded automatically, and still open", async () => {
  expect(await audit(shop.api.deps)).toEqual([]);
  expect(await found()).toEqual([]);
});

/** A subscription of the person who placed an order, valid for what that paid, without a job. */
const subscribedBy = (orderId: string, leftOn: string | null = null) => sql`with made as (
    insert into subscription (id, network_id, account_id, traveller_id, status, shop_item_id, product_id, renewal_interval,
      method, anchor_on, starts_at, ends_at, created_at)
    select gen_random_uuid(), network_id, account_id, gen_random_uuid(), 'active', 'month', 'month', 'P1M', 'CARD',
      created_at::date, created_at, created_at + interval '1 month', created_at from orders where id = ${orderId} returning *)
  insert into subscription_period (subscription_id, position, network_id, order_id, starts_at, ends_at, left_on)
  select id, 1, network_id, ${orderId}, starts_at, ends_at, ${leftOn}::date from made`;

/** A prorated refund of an order, made or pending, and its ledger rows. */
const proratedRefundOf = (orderId: string, { given, booked }: { given: boolean; booked: number }) => sql`with made as (
    insert into refund (id, network_id, order_id, payment_id, amount, currency, created_at, given_at)
    select gen_random_uuid(), network_id, order_id, id, 50, currency, created_at, case when ${given} then created_at end
    from payment where order_id = ${orderId} returning *)
  insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
  select 'rest:' || made.id, side, network_id, order_id, amount, currency, created_at
  from (select id, network_id, order_id, currency, created_at from made) made,
    (values ('provider', -(${booked}::integer)), ('sales', ${booked}::integer)) as written(side, amount)
  where ${booked} > 0`;

/** A running campaign whose compensation of the completed order says what no refund and no job bear out. */
const compensatedBy = (status: string, refunded: number) => sql`with campaign as (
    insert into compensation_campaign (id, network_id, status, name, reasons, from_day, to_day, articles, categories, lines, zones,
      kind, amount, currency, unpayable, drafted_by, drafted_at)
    values (gen_random_uuid(), 'north', 'running', 'Strike', '{}', '2026-11-20', '2026-11-20', '{}', '{}', '{}', '{}', 'fixed', 100,
      'EUR', 'report', gen_random_uuid(), now()) returning id)
  insert into compensation (id, network_id, campaign_id, ticket_id, order_id, article_id, name, days, amount, currency, status,
    refunded_amount, done_at)
  select gen_random_uuid(), 'north', campaign.id, t.id, t.order_id, 'single', 'Ticket', 1, 100, 'EUR', ${status}, ${refunded}, now()
  from campaign, (select * from ticket where order_id = ${completed} limit 1) t`;
/** A dispute of an order's payment, with this loss in the ledger, in minor units. */
const disputeOf = (orderId: string, { tickets = "usable", loss = 0 }: { tickets?: string; loss?: number } = {}) =>
  sql`with made as (
    insert into dispute (id, network_id, order_id, payment_id, provider_account, reference, state, reason, amount, currency,
      opened_at, read_at, tickets)
    select gen_random_uuid(), network_id, order_id, id, provider_account, 'du_1', 'won', 'fraudulent', 150, currency, created_at,
      created_at, ${tickets} from payment where order_id = ${orderId} returning *)
  insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
  select 'dispute-loss:' || made.id || ':1', written.side, network_id, order_id, written.amount, currency, opened_at
  from made, (values ('disputed', -(${loss}::integer)), ('losses', ${loss}::integer)) as written(side, amount) where ${loss} > 0`;

/** Damage that somebody (or a fault) may do to the books, and what the audit must report. Guards of the database are off. */
const harms: [DifferenceKind, () => ReturnType<typeof sql>][] = [
  [
    "movement-unbalanced",
    () => sql`update ledger_entry set amount = amount + 1 where order_id = ${completed} and side = 'sales'`,
  ],
  [
    "booked-twice",
    () => sql`insert into ledger_entry select 'counter:again', side, network_id, order_id, amount, currency, at
    from ledger_entry where order_id = ${completed}`,
  ],
  ["completed-unpaid", () => sql`delete from ledger_entry where order_id = ${completed}`],
  ["captured-not-booked", () => sql`delete from ledger_entry where order_id = ${completed}`],
  ["movement-other-amount", () => sql`update ledger_entry set amount = 2 * amount where order_id = ${completed}`],
  ["captured-other-amount", () => sql`update ledger_entry set amount = 2 * amount where order_id = ${completed}`],
  ["booked-not-captured", () => sql`update payment set status = 'cancelled' where order_id = ${completed}`],
  ["paid-not-completed", () => sql`update orders set status = 'CANCELED', completed_at = null where id = ${completed}`],
  ["payment-other-amount", () => sql`update payment set amount = 151 where order_id = ${completed}`],
  [
    "payment-discrepancy",
    () => sql`insert into payment_discrepancy (id, network_id, kind, order_id, payment_id, provider_session, detail, found_at)
    select gen_random_uuid(), network_id, 'refund', order_id, id, provider_session, '{"mismatches": []}', created_at
    from payment where order_id = ${completed}`,
  ],
  ["late-capture-kept", () => sql`delete from ledger_entry where order_id = ${refunded} and movement like 'refund:%'`],
  ["refund-differs", () => sql`delete from ledger_entry where order_id = ${refunded} and movement like 'refund:%'`],
  ["parts-wrong", () => sql`delete from installment where order_id = ${inInstallments} and position = 3`],
  [
    "part-unfounded",
    () => sql`update installment set status = 'paid' where order_id = ${inInstallments} and position = 2`,
  ],
  ["part-forgotten", () => sql`delete from due_work where kind = 'installment'`],
  ["owed-wrong", () => sql`delete from ledger_entry where order_id = ${inInstallments} and side = 'receivable'`],
  ["regularization-wrong", () => sql`update orders set status = 'REGULARIZATION' where id = ${inInstallments}`],
  ["subscription-forgotten", () => subscribedBy(completed)],
  ["subscription-unpaid", () => subscribedBy(open)],
  ["subscription-left-wrong", () => subscribedBy(completed, "2026-11-22")],
  [
    "refund-transfer-wrong",
    () => sql`with made as (
        insert into refund (id, network_id, order_id, payment_id, amount, currency, created_at)
        select gen_random_uuid(), network_id, order_id, id, 50, currency, created_at from payment where order_id = ${completed}
        returning *)
      insert into refund_transfer (refund_id, network_id, order_id, status, cause, requested_at)
      select id, network_id, order_id, 'made-at-card', 'card', created_at from made`,
  ],
  [
    "settled-refund-reinstated",
    () => sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
      select 'refund:' || p.id, written.side, p.network_id, p.order_id, written.amount, p.currency, p.created_at
      from payment p, (values ('losses', -50), ('sales', 50)) as written(side, amount) where p.order_id = ${completed}`,
  ],
  ["rest-kept", () => proratedRefundOf(completed, { given: false, booked: 0 })],
  ["rest-booked-wrong", () => proratedRefundOf(completed, { given: true, booked: 0 })],
  ["rest-booked-wrong", () => proratedRefundOf(completed, { given: true, booked: 51 })],
  ["rest-booked-wrong", () => proratedRefundOf(completed, { given: false, booked: 50 })],
  [
    "credit-note-total-wrong",
    () => sql`insert into invoice select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(),
    'series', 'credit-note', 'number', 'A-1'))).* from invoice i where order_id = ${completed}`,
  ],
  ["cancelled-not-refunded", () => sql`update orders set status = 'CANCELED' where id = ${completed}`],
  ["mandate-missing", () => sql`update installment set mandate_id = null`],
  ["card-missing", () => sql`update payment_method set removed_at = created_at`],
  ["order-total-wrong", () => sql`update orders set amount = 149 where id = ${completed}`],
  [
    "cart-ordered-twice",
    () => sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
    'number', 'copy', 'idempotency_key', null))).* from orders o where id = ${open}`,
  ],
  ["order-overdue", () => sql`update orders set expires_at = created_at - interval '1 minute' where id = ${open}`],
  ["order-forgotten", () => sql`delete from due_work where kind = 'unpaid-order' and key = ${open}`],
  [
    "payment-forgotten",
    () =>
      sql`delete from due_work where kind = 'payment' and key in (select id::text from payment where order_id = ${open})`,
  ],
  ["voucher-count-wrong", () => sql`update voucher set uses = uses + 1`],
  ["voucher-kept", () => sql`update orders set status = 'CANCELED' where id = ${open}`],
  ["voucher-given-back", () => sql`update voucher_use set order_id = ${completed}, given_back_at = at`],
  ["closed-but-payable", () => sql`update payment set status = 'cancelled' where order_id = ${open}`],
  ["session-twice", () => sql`update payment set provider_session = 'another' where order_id = ${open}`],
  ["session-lost", () => sql`update payment set provider_session = 'another' where order_id = ${open}`],
  ["captured-for-nobody", () => sql`update payment set id = gen_random_uuid() where order_id = ${completed}`],
  ["invoice-missing", () => sql`delete from invoice where order_id = ${completed}`],
  ["invoice-unfounded", () => sql`update invoice set order_id = ${open}`],
  ["invoice-total-wrong", () => sql`update invoice set contents = jsonb_set(contents, '{total,amount}', '151')`],
  ["invoice-gap", () => sql`update invoice set sequence = sequence + 1`],
  ["invoice-counter-wrong", () => sql`update invoice_counter set last = last + 1`],
  [
    "invoice-number-twice",
    () =>
      sql`insert into invoice select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).* from invoice i`,
  ],
  ["tickets-missing", () => sql`delete from ticket where order_id = ${completed}`],
  [
    "tickets-too-many",
    () =>
      sql`insert into ticket select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'serial', 'copy'))).* from ticket t`,
  ],
  ["ticket-transferred-nowhere", () => sql`update ticket set status = 'transferred' where order_id = ${completed}`],
  [
    "trips-miscounted",
    () => sql`with sold as (update order_line set article = article || '{"trips": 3}' where order_id = ${completed})
      update ticket set trips_left = 2 where order_id = ${completed}`,
  ],
  [
    "ticket-not-blocked",
    () => sql`update ticket set card_id = ${blockedCard}, support = 'MEDIA' where order_id = ${completed}`,
  ],
  [
    "ticket-left-behind",
    () => sql`with gone as (update transport_card set status = 'replaced', replaced_by = id where id = ${blockedCard})
      update ticket set card_id = ${blockedCard}, status = 'blocked', blocked_for = '{incident}' where order_id = ${completed}`,
  ],
  [
    "unpaid-not-suspended",
    () => sql`update orders set status = 'REGULARIZATION', suspended_at = now() where id = ${completed}`,
  ],
  [
    "suspended-though-paid",
    () => sql`update ticket set status = 'blocked', blocked_for = '{unpaid}' where order_id = ${completed}`,
  ],
  [
    "unsettled-not-held",
    () => sql`insert into settlement_hold (network_id, order_id, held_at)
      select network_id, id, now() from orders where id = ${completed}`,
  ],
  [
    "held-though-settled",
    () => sql`update ticket set status = 'blocked', blocked_for = '{unsettled}' where order_id = ${completed}`,
  ],
  ["ticket-moved-nowhere", () => sql`update ticket set status = 'moved' where order_id = ${completed}`],
  [
    "card-not-made",
    () => sql`update order_line set card_work = 'new', process_status = 'PROCESSED' where order_id = ${completed}`,
  ],
  ["compensation-wrong", () => compensatedBy("paid", 100)],
  ["compensation-forgotten", () => compensatedBy("pending", 0)],
  ["dispute-loss-wrong", () => disputeOf(completed, { loss: 50 })],
  ["disputed-not-suspended", () => disputeOf(completed, { tickets: "suspended" })],
  [
    "suspended-undisputed",
    () => sql`update ticket set status = 'blocked', blocked_for = '{disputed}' where order_id = ${completed}`,
  ],
  ["mail-missing", () => sql`delete from mail where contents ->> 'orderId' = ${refunded}`],
  ["mail-missing", () => sql`delete from mail where contents ->> 'orderId' = ${completed}`],
  [
    "mail-twice",
    () =>
      sql`insert into mail select (jsonb_populate_record(m, jsonb_build_object('message_id', m.message_id || '2',
        'id', gen_random_uuid()))).* from mail m`,
  ],
  [
    "bank-entry-open",
    () => sql`with instruction as (
        insert into bank_instruction (id, bank_file_id, kind, order_id, amount, currency, state, changed_at)
        values (gen_random_uuid(), gen_random_uuid(), 'debit', ${completed}, 150, 'EUR', 'handed-over', now()) returning id)
      insert into bank_entry (id, bank_file_id, bank_instruction_id, says, attention, created_at)
      select gen_random_uuid(), gen_random_uuid(), id, 'returned', 'says returned', now() from instruction`,
  ],
  [
    "work-given-up",
    () => sql`update due_work set given_up_at = created_at, attempts = 20, last_error = 'no' where key = ${open}`,
  ],
];

// covers: the audit reports every difference between provider, ledger, orders and documents
test.each(harms)("names %s, with the order where one is concerned", async (kind, harm) => {
  const { deps } = shop.api;
  const { db, clock, payments } = deps;
  class TakenBack extends Error {}
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await removeGuards(tx);
      await harm().execute(tx);
      // The bank is read in the same transaction, which has locked its tables.
      const debits = configuredBank({ kind: "manual" }, { ...deps, db: tx }, { isReadOnly: true });
      const differences = await audit({ db: within(tx), clock, payments, debits }, { grace: 0 });
      const [named] = differences.filter((difference) => difference.kind === kind);
      expect(named, JSON.stringify(differences, null, 1)).toMatchObject({ kind, remedy: remedies[kind] });
      const withoutOrder = [
        "voucher-count-wrong",
        "invoice-gap",
        "invoice-counter-wrong",
        "captured-for-nobody",
      ].concat("compensation-forgotten");
      if (!withoutOrder.includes(kind)) expect(named?.orderNumber).toMatch(/^2026-\d{6}$/);
      throw new TakenBack();
    })
    .catch((error) => {
      if (!(error instanceof TakenBack)) throw error;
    });
});

test("reports an order that was captured twice at the provider", async () => {
  const provider = testProvider(shop.api.deps);
  const twice: PaymentProvider = {
    ...provider,
    listSince: async (cursor) => {
      const page = await provider.listSince(cursor);
      const again = page.sessions
        .filter(({ orderId }) => orderId === completed)
        .map((one) => ({ ...one, id: "again" }));
      return { ...page, sessions: [...page.sessions, ...again] };
    },
  };
  const payments = paymentProviders({ [testAccount]: twice });
  expect(await found({ ...shop.api.deps, payments })).toEqual(["captured-twice order", "session-twice order"]);
});

test("reports a dispute at the provider that is not booked, or booked otherwise", async () => {
  const { db } = shop.api.deps;
  const provider = testProvider(shop.api.deps);
  const payment = await sql<{ id: string }>`select id from payment where order_id = ${completed}`.execute(db);
  const dispute: ProviderDispute = {
    ...{ id: "du_1", reference: payment.rows[0]?.id ?? "", orderId: completed, state: "lost", reason: "other" },
    ...{ amount: { amount: 150, currency: "EUR" }, openedAt: "2026-11-20T09:00:00.000Z", evidenceDueAt: undefined },
    movements: [],
  };
  const disputing: PaymentProvider = {
    ...provider,
    listSince: async (cursor) => ({ ...(await provider.listSince(cursor)), disputes: [dispute] }),
  };
  const deps = { ...shop.api.deps, payments: paymentProviders({ [testAccount]: disputing }) };
  expect(await found(deps)).toEqual(["dispute-not-booked order"]);
  await disputeOf(completed).execute(db);
  expect(await found(deps)).toEqual(["dispute-differs order"]);
  await sql`delete from dispute where order_id = ${completed}`.execute(db);
});

test("every kind of difference is tested here", () => {
  const others = ["captured-twice", "dispute-not-booked", "dispute-differs"];
  // Those of the counter, in counter/cash-drawers.test.ts.
  const counter = ["counter-sale-wrong", "drawer-wrong"];
  // Those about fees and payouts, in payments/payouts/payout-differences.test.ts.
  const settled = ["payment-not-settled", "payment-settled-twice", "fee-wrong"];
  const ofPayouts = ["payout-not-booked", "payout-differs", "payout-sum-wrong", "payout-booked-wrong"];
  // Those of closed months, in finance/finance.test.ts.
  const closed = ["month-changed"];
  expect(new Set([...harms.map(([kind]) => kind), ...others, ...counter, ...settled, ...ofPayouts, ...closed])).toEqual(
    new Set(Object.keys(remedies)),
  );
});

type Db = Parameters<typeof audit>[0]["db"];
/** The audit within a transaction that is rolled back: its own transaction is then part of this one. */
function within(tx: Db): Db {
  const inner = { setIsolationLevel: () => inner, execute: <T>(work: (tx: Db) => Promise<T>) => work(tx) };
  return new Proxy(tx, { get: (target, name) => (name === "transaction" ? () => inner : Reflect.get(target, name)) });
}

/** Removes the database's constraints, so that the audit finds the damage by itself. */
async function removeGuards(tx: Db): Promise<void> {
  const constraints = await sql<{ text: string }>`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as text from pg_constraint
    where contype in ('u', 'c', 'f') and connamespace = 'public'::regnamespace and conislocal order by contype`.execute(
    tx,
  );
  for (const { text } of constraints.rows)
    await sql.raw(text.replace(" drop constraint ", " drop constraint if exists ")).execute(tx);
  await sql`drop index invoice_once, orders_one_unresolved, payment_one_alive, payment_session, ticket_once, ticket_moved_once, ticket_transferred_once`.execute(
    tx,
  );
}
