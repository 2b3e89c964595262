import type { Queue, QueueName } from "@guichet/contract/office/overview.ts";
import { StaffRole } from "@guichet/contract/staff-roles.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { type StoredOrder, storeOrder, storePayment } from "../testing/test-orders.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let api: TestApi;
let admin: TestStaff;
let person: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  api = await openTestApi();
  admin = await testStaff(api, { north: ["admin"] });
  person = await testPerson(api.deps);
  stranger = await testPerson(api.deps, { network: "south" });
}, 60_000);
afterAll(() => api.close());

const queues = async ({ token } = admin, network = "north"): Promise<Queue[]> =>
  (await api.call("getQueues", {}, { token, network })).body.queues;
const queue = async (name: QueueName) => (await queues()).find((one) => one.name === name);
/** The queue as it is shown, for an expectation: count, whether there are more, since when, and how many are late. */
const waiting = (name: QueueName, count: number, oldestAt: string, missedCount: number | null = null): Queue => ({
  name,
  count,
  hasMore: false,
  oldestAt,
  missedCount,
});
/** Instants of this test; it is Friday, 20 November 2026, 10:00 in Paris. */
const on = (day: number, time = "08:00") => `2026-11-${String(day).padStart(2, "0")}T${time}:00.000Z`;
const order = (at: string, more: StoredOrder = {}) => storeOrder(api.deps, person.accountId, at, more);
const prepared = (support: string, more: { processStatus?: string; cardWork?: string } = {}) => ({
  lines: [
    { support, ...more },
    { productId: "shipping", support: "SHIPPING", ...more, cardWork: null },
  ].slice(0, support === "SHIPPING" ? 2 : 1),
});

const orderQueues = ["cards", "parcels", "collections", "hand-overs"];
const moneyQueues = ["refunds", "transfers", "refund-accounts", "unpaid", "disputes", "discrepancies", "payments"];
const ofExaminers = ["documents", "refund-requests"];
const ofService = [...orderQueues, "terminations", ...moneyQueues];

// covers: the home of the office shows each role only the queues whose items it may list
test("every role may open the office, and gets only the queues whose items it may list", async () => {
  const expected: Record<StaffRole, string[]> = {
    admin: [...ofExaminers, ...ofService, "catalogue-drafts", "emails", "jobs"],
    manager: [...ofExaminers, ...ofService, "catalogue-drafts"],
    agent: ofService,
    examiner: ofExaminers,
    accountant: [...orderQueues, ...moneyQueues],
    inspector: [],
    reader: ofService,
  };
  for (const role of StaffRole.options) {
    const found = await queues(await testStaff(api, { north: [role] }));
    expect([role, found.map(({ name }) => name)]).toEqual([role, expected[role]]);
    for (const one of found) expect(one).toMatchObject({ count: 0, hasMore: false, oldestAt: null });
  }
  const { http, body } = await api.call("getQueues", {}, { token: admin.token, network: "south" });
  expect([http, body.error?.code]).toEqual([403, "ROLE_NOT_ALLOWED"]);
});

// covers: the home of the office counts what waits for the staff, with its age and whether its target is missed
test("documents wait from their submission, or the last time they were completed, and are late after the promised day", async () => {
  const submit = ({ accountId, userId }: TestPerson, item: string, status: string, day: number, expectedOn: string) =>
    sql`
    insert into submission (id, network_id, account_id, traveller_id, number, shop_item_id, status, language, created_at,
      waiting_since, expected_on)
    select ${api.deps.ids.uuid()}, network_id, ${accountId}, ${userId}, ${`D-${item}`}, ${item}, ${status}, 'fr', ${on(1)}, ${on(day)}, ${expectedOn}
    from account where id = ${accountId}`.execute(api.deps.db);
  await submit(person, "a", "pending", 18, "2026-11-20");
  await submit(person, "b", "processing", 17, "2026-11-19");
  await submit(person, "c", "to complete", 2, "2026-11-04");
  await submit(person, "d", "accepted", 3, "2026-11-05");
  await submit(stranger, "e", "pending", 4, "2026-11-06");
  expect(await queue("documents")).toEqual(waiting("documents", 2, on(17), 1));
});

// covers: the home of the office counts what waits for the staff, with its age and whether its target is missed
test("fulfilments are counted as the list of orders filters them: a parcel is late until it is shipped, a collection until it is ready", async () => {
  // Paid on Monday it was to leave by Wednesday, paid on Wednesday by today.
  await order(on(16), prepared("SHIPPING", { processStatus: "PROCESSING" }));
  await order(on(18), prepared("SHIPPING", { cardWork: "new" }));
  await order(on(15), prepared("SHIPPING", { processStatus: "PROCESSED" }));
  await order(on(12), { ...prepared("COLLECT", { cardWork: "duplicate" }), collectFrom: on(19) });
  await order(on(11), { ...prepared("COLLECT", { processStatus: "PROCESSING" }), collectFrom: on(18) });
  await order(on(13), { ...prepared("COLLECT"), collectFrom: on(20, "06:00") });
  await order(on(14), { ...prepared("PHYSICAL"), status: "REGULARIZATION" });
  for (const status of ["PROCESSING", "CANCELED"])
    await order(on(9), { ...prepared("SHIPPING"), status, completedAt: null });
  await storeOrder(api.deps, stranger.accountId, on(9), { ...prepared("SHIPPING"), network: "south" });
  const found = (await queues()).filter(({ name }) => orderQueues.includes(name));
  expect(found).toEqual([
    waiting("cards", 2, on(12), 1),
    waiting("parcels", 2, on(16), 1),
    waiting("collections", 3, on(11), 1),
    waiting("hand-overs", 1, on(14)),
  ]);
  const { items } = (await api.call("officePreparations", { limit: 100 }, { token: admin.token })).body;
  const listed = (support: string) => items.filter((one) => one.support === support).length;
  expect(["SHIPPING", "COLLECT", "PHYSICAL"].map(listed)).toEqual([2, 3, 1]);
  expect(items.filter(({ isLate }) => isLate)).toHaveLength(2);
});

// covers: the home of the office counts what waits for the staff, with its age and whether its target is missed
test("refunds, transfers, unpaid orders, disputes, discrepancies and payments without a result are counted until they are done", async () => {
  const { db, ids } = api.deps;
  const paid = await order(on(2));
  const captured = await storePayment(api.deps, paid, on(2));
  const refund = async (status: string, at: string, released: (string | null)[] = []) => {
    const [orderId, id] = [await order(on(2)), ids.uuid()];
    await sql`insert into order_refund (id, network_id, order_id, scope, status, amount, currency, created_at)
      values (${id}, 'north', ${orderId}, 'goodwill', ${status}, 50, 'EUR', ${at})`.execute(db);
    for (const [index, releasedAt] of released.entries()) {
      const debit = await storePayment(api.deps, orderId, on(3), { kind: "debit", installment: index + 1 });
      await sql`insert into refund (id, network_id, order_id, payment_id, amount, currency, created_at, order_refund_id, needs_release, released_at)
        values (${ids.uuid()}, 'north', ${orderId}, ${debit}, 25, 'EUR', ${at}, ${id}, true, ${releasedAt})`.execute(
        db,
      );
    }
  };
  await refund("awaiting", on(10));
  await refund("awaiting", on(9));
  await refund("refused", on(1));
  await refund("approved", on(8), [null, null]);
  await refund("approved", on(7), [on(8)]);

  for (const [status, at] of [
    ["to-approve", on(6)],
    ["to-confirm", on(5)],
    ["needs-account", on(4)],
  ] as const) {
    const [orderId, id] = [await order(on(2)), ids.uuid()];
    const payment = await storePayment(api.deps, orderId, on(2));
    await sql`insert into refund (id, network_id, order_id, payment_id, amount, currency, created_at)
      values (${id}, 'north', ${orderId}, ${payment}, 25, 'EUR', ${on(3)})`.execute(db);
    await sql`insert into refund_transfer (refund_id, network_id, order_id, status, cause, requested_at, holder, iban, entered_at)
      values (${id}, 'north', ${orderId}, ${status}, 'card', ${on(3)}, 'Ana Silva', 'FR7630006000010000000000928', ${at})`.execute(
      db,
    );
  }

  const owing = await order(on(2), { status: "REGULARIZATION" });
  for (const [position, status] of ["paid", "unpaid", "unpaid", "planned"].entries())
    await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, status, tries)
      values ('north', ${owing}, ${position + 1}, 'CARD', 50, 'EUR', '2026-11-12', ${`2026-11-1${position}`}, ${status}, 1)`.execute(
      db,
    );

  const dispute = (state: string, openedAt: string, dueAt: string | null) => {
    const id = ids.uuid();
    return sql`insert into dispute (id, network_id, order_id, payment_id, provider_account, reference, state, reason, amount,
        currency, opened_at, evidence_due_at, read_at)
      values (${id}, 'north', ${paid}, ${captured}, 'stripe/main', ${id}, ${state}, 'other', 150, 'EUR', ${openedAt}, ${dueAt}, ${on(19)})
      returning id`.execute(db);
  };
  await dispute("needs-response", on(5), on(19));
  await dispute("needs-response", on(6), on(20, "09:30"));
  const { rows } = await dispute("needs-response", on(7), on(18));
  await dispute("under-review", on(4), on(10));
  await dispute("lost", on(3), on(10));
  await sql`insert into dispute_evidence (dispute_id, reference, state, requested_by, requested_at, ended_at)
    values (${(rows[0] as { id: string }).id}, ${ids.uuid()}, 'submitted', ${admin.staffId}, ${on(17)}, ${on(17)})`.execute(
    db,
  );

  for (const [foundAt, settledAt] of [
    [on(15), null],
    [on(1), on(2)],
  ] as const) {
    const id = ids.uuid();
    await sql`insert into payment_discrepancy (id, network_id, kind, order_id, payment_id, reference, detail, found_at, settled_at)
      values (${id}, 'north', 'refund', ${paid}, ${captured}, ${id}, '{}', ${foundAt}, ${settledAt})`.execute(db);
  }

  // At 09:00, a payment begun at 08:29 has had its half hour.
  for (const [at, kind] of [
    [on(20, "08:29"), "page"],
    [on(20, "08:31"), "page"],
    [on(1), "debit"],
  ] as const) {
    const waits = await order(at, { status: "PROCESSING", completedAt: null });
    await storePayment(api.deps, waits, at, { status: "open", kind });
  }

  const found = (await queues()).filter(({ name }) => moneyQueues.includes(name));
  expect(found).toEqual([
    waiting("refunds", 2, on(9)),
    waiting("transfers", 1, on(8)),
    waiting("refund-accounts", 2, on(5)),
    // Midnight in Paris.
    waiting("unpaid", 2, "2026-11-10T23:00:00.000Z"),
    waiting("disputes", 4, on(4), 1),
    waiting("discrepancies", 1, on(15)),
    waiting("payments", 1, on(20, "08:29")),
  ]);
});

// covers: the home of the office counts what waits for the staff, with its age and whether its target is missed
test("drafts of the catalogue that wait for a second person or could not be published at their time are counted", async () => {
  const author = (await testStaff(api, { north: ["manager"] })).staffId;
  const draft = (status: string, more: { requestedAt?: string; failedAt?: string } = {}, network = "north") =>
    sql`insert into catalogue_draft (id, network_id, name, status, created_by, created_at, requested_by, requested_at, failed_at)
      values (${api.deps.ids.uuid()}, ${network}, 'Draft', ${status}, ${author}, ${on(1)}, ${author}, ${more.requestedAt ?? null},
        ${more.failedAt ?? null})`.execute(api.deps.db);
  await draft("open");
  await draft("awaiting", { requestedAt: on(12) });
  await draft("open", { requestedAt: on(3), failedAt: on(14) });
  await draft("discarded", { requestedAt: on(2), failedAt: on(2) });
  await draft("awaiting", { requestedAt: on(2) }, "south");
  expect((await queues()).find(({ name }) => name === "catalogue-drafts")).toEqual(
    waiting("catalogue-drafts", 2, on(12), 1),
  );
});

// covers: the home of the office counts what waits for the staff, with its age and whether its target is missed
test("given-up e-mails and jobs are counted for their network, and jobs of no network for every one", async () => {
  const job = (kind: string, network: string | null, givenUpAt: string | null) =>
    sql`
    insert into due_work (id, network_id, kind, key, due_at, given_up_at, created_at)
    values (${api.deps.ids.uuid()}, ${network}, ${kind}, ${api.deps.ids.uuid()}, '2027-01-01', ${givenUpAt}, ${on(1)})`.execute(
      api.deps.db,
    );
  await job("mail", "north", on(12));
  await job("urgent-mail", "north", on(11));
  await job("mail", "north", null);
  await job("mail", "south", on(2));
  await job("order-timeout", "north", on(13));
  await job("bank-sweep", null, on(14));
  await job("order-timeout", "south", on(3));
  expect(await queue("emails")).toEqual(waiting("emails", 2, on(11)));
  expect(await queue("jobs")).toEqual(waiting("jobs", 2, on(13)));
});

// covers: the home of the office counts what waits for the staff, with its age and whether its target is missed
test("a queue is counted up to 1,000, with the age of its oldest", async () => {
  await sql`insert into termination_request (id, network_id, reference, number, first_name, last_name, email, contract, language, requested_at, answered_at)
    select gen_random_uuid(), 'north', 'R-' || n, 'n', 'Amal', 'Haddad', 'amal@example.org', 'Mon abonnement', 'fr',
      ${on(20)}::timestamptz - n * interval '1 minute', ${on(20)} from generate_series(1, 1000) n`.execute(api.deps.db);
  const since = new Date(Date.parse(on(20)) - 1000 * 60_000).toISOString();
  expect(await queue("terminations")).toEqual(waiting("terminations", 1000, since));
  await sql`insert into termination_request (id, network_id, reference, number, first_name, last_name, email, contract, language, requested_at, answered_at)
    values (gen_random_uuid(), 'north', 'R-one', 'n', 'Amal', 'Haddad', 'amal@example.org', 'Mon abonnement', 'fr', ${on(20)}, ${on(20)})`.execute(
    api.deps.db,
  );
  expect(await queue("terminations")).toEqual({ ...waiting("terminations", 1000, since), hasMore: true });
});
