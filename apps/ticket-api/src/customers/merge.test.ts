import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { queueEmail } from "../email/queue-email.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { readOrder } from "../order-records/order-store.ts";
import { savedCardById, upsertSavedCard } from "../payment-records/saved-method-store.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { findContracts } from "../terminations/office-store.ts";
import { contractsByNumber } from "../terminations/request-store.ts";
import { peopleOf } from "../testing/people-api.ts";
import { belongingsPack, personWithEverything } from "../testing/test-belongings.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { findCardRows } from "../transport-cards/office-store.ts";
import { findTravellerRows } from "../travellers/office-store.ts";
import { endedTables, movedTables } from "./merge-store.ts";

let shop: Shop;
let api: Shop["api"];
let manager: TestStaff;
let rich: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [belongingsPack()] });
  api = shop.api;
  rich = await personWithEverything(shop, peopleOf(api, shop.sandbox.url));
  manager = await testStaff(api, { north: ["manager"] });
}, 60_000);
afterAll(() => shop.close());

const person = (more: Parameters<typeof testPerson>[1] = {}) => testPerson(api.deps, { proved: true, ...more });
const numberOf = async ({ accountId }: TestPerson) => {
  const found = await sql<{
    number: string;
  }>`select customer_number as number from account where id = ${accountId}`.execute(api.deps.db);
  return found.rows[0]?.number ?? "";
};
const asking = () => ({ token: manager.token });
const merge = (remaining: TestPerson, absorbed: TestPerson) =>
  api.call(
    "mergeCustomers",
    { customerId: remaining.accountId, absorbedId: absorbed.accountId, reason: "One person" },
    asking(),
  );
const preview = async (remaining: TestPerson, absorbed: TestPerson) =>
  (
    await api.call(
      "previewCustomerMerge",
      { customerId: remaining.accountId, number: await numberOf(absorbed) },
      asking(),
    )
  ).body;
const get = async (customerId: string) => (await api.call("getCustomer", { customerId }, asking())).body;
const kinds = async (remaining: TestPerson, absorbed: TestPerson) =>
  (await preview(remaining, absorbed)).obstacles.map(({ kind }) => kind);
/** Rows of every table by account, the totals of orders and tickets, and the order lines of its travellers. */
async function stateOf(accountIds: readonly string[]) {
  const rows = movedTables.map(
    (table) =>
      sql`(select count(*)::int from ${sql.table(table)} where account_id = any(${accountIds}::uuid[])) as ${sql.ref(table)}`,
  );
  const found = await sql<Record<string, number>>`select ${sql.join(rows)},
    (select sum(amount)::int from orders where account_id = any(${accountIds}::uuid[])) as total,
    (select sum(l.amount)::int from ledger_entry l join orders o on o.id = l.order_id
      where o.account_id = any(${accountIds}::uuid[])) as ledger,
    (select count(*)::int from order_line l join traveller t on t.id = l.traveller_id
      where t.account_id = any(${accountIds}::uuid[])) as lines`.execute(api.deps.db);
  return found.rows[0] ?? {};
}
const closeOrders = (accountId: string) =>
  sql`update orders set status = 'CANCELED', canceled_at = now() where account_id = ${accountId}
    and status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(api.deps.db);

// covers: two accounts of one person are merged: everything moves, or nothing
test("every table that belongs to an account is moved or ended with it", async () => {
  const found = await sql<{ table: string }>`select c.table_name as table from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'account_id'`.execute(
    api.deps.db,
  );
  expect([...movedTables, ...endedTables].toSorted()).toEqual(found.rows.map(({ table }) => table).toSorted());
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("an account with everything moves: orders, money, tickets, mandates and all else are as many and as much as before", async () => {
  const remaining = await person();
  await closeOrders(rich.accountId);
  const both = [remaining.accountId, rich.accountId];
  const before = await stateOf(both);
  const oldNumber = await numberOf(rich);
  const audited = await audit(api.deps, { grace: 0 });
  const alone = { networkId: "north", accountId: null, to: rich.email, language: "fr", cause: "alone" } as const;
  await api.deps.db.transaction().execute((tx) => {
    const values = { reference: "R-1", requestedAt: api.clock.iso(), endOn: null };
    return queueEmail(tx, api.deps, { ...alone, template: "termination-not-found", values });
  });
  const { moves, obstacles } = await preview(remaining, rich);
  expect(obstacles).toEqual([]);
  const merged = await merge(remaining, rich);
  expect([merged.body.error, merged.body.moved]).toEqual([undefined, moves]);
  const after = await stateOf([remaining.accountId]);
  expect(after).toEqual({
    ...before,
    mail: (before.mail ?? 0) + 2,
    staff_act: (before.staff_act ?? 0) + 2,
    merged_account: (before.merged_account ?? 0) + 1,
  });
  expect(Object.values(moves).every((count) => count > 0)).toBe(true);

  // The absorbed account is signed in no more, and its old number and links lead to the other one.
  expect((await api.call("getUser", {}, { token: rich.token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  const { customer } = await get(rich.accountId);
  expect(customer).toMatchObject({ customerId: remaining.accountId, email: remaining.email });
  expect(customer.travellers.filter(({ isHolder }) => isHolder)).toHaveLength(1);
  for (const query of [oldNumber, rich.email]) {
    const found = await api.call("searchOffice", { q: query }, asking());
    expect(JSON.stringify(found.body)).toContain(remaining.accountId);
  }
  const { db } = api.deps;
  const byNumber = { by: "number", number: oldNumber } as const;
  const foundBy = [
    await findTravellerRows(db, "north", byNumber, 9),
    await findTravellerRows(db, "north", { by: "email", email: rich.email }, 9),
    await findCardRows(db, "north", byNumber, 9),
    await findContracts(db, "north", { number: oldNumber, email: "" }),
    await contractsByNumber(db, "north", oldNumber),
  ];
  expect(foundBy.map((rows) => rows.some(({ accountId }) => accountId === remaining.accountId))).toEqual(
    foundBy.map(() => true),
  );
  const emails = (await api.call("listCustomerEmails", { customerId: remaining.accountId }, asking())).body.items;
  const told = emails.filter(({ template }) => template === "accounts-merged").map(({ to }) => to);
  expect(told.toSorted()).toEqual([remaining.email, rich.email].toSorted());
  const wallet = await api.call("tickets", {}, { token: remaining.token });
  expect(wallet.body.items.length).toBe(after.ticket);

  const acts = await sql<{ thing: string }>`select thing from staff_act where act = 'customer.merge'
    and account_id = ${remaining.accountId}`.execute(api.deps.db);
  expect(acts.rows.map(({ thing }) => thing).toSorted()).toEqual(both.toSorted());
  expect(await audit(api.deps, { grace: 0 })).toEqual(audited);
  // Afterwards one account is one person: an erasure leaves nothing.
  await closeOrders(remaining.accountId);
  await api.deps.db.transaction().execute((tx) => eraseAccount(tx, api.deps, "north", remaining.accountId));
  const left = await stateOf(both);
  expect(movedTables.map((table) => left[table])).toEqual(movedTables.map(() => 0));
  // Also of what is stored without an account, under an address of it.
  expect((await sql`select from mail where recipient = ${rich.email}`.execute(db)).rows).toEqual([]);
});

const buy = async (person: TestPerson, pay = true) => {
  const { body } = await api.call("placeOrder", orderOf(person, 150), {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  if (pay) {
    await shop.pay(body.paymentUrl ?? "");
    await api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  }
  return body;
};

// covers: two accounts of one person are merged: everything moves, or nothing
test("of merges at once, in both directions, one happens", async () => {
  const [one, another] = [await person(), await person()];
  for (const person of [one, another]) await buy(person);
  const before = await stateOf([one.accountId, another.accountId]);
  const all = await Promise.all([merge(one, another), merge(another, one), merge(one, another)]);
  // A merge that was sent twice is done, without anything left to move.
  expect(all.filter(({ body }) => (body.moved?.orders ?? 0) > 0)).toHaveLength(1);
  expect([
    [200, 200, 404],
    [200, 404, 404],
  ]).toContainEqual(all.map(({ http }) => http).toSorted());
  const after = await stateOf([one.accountId, another.accountId]);
  for (const table of ["orders", "ticket", "traveller", "total", "ledger", "lines"])
    expect([table, after[table]]).toEqual([table, before[table]]);
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("an account is not merged while an order of it is open or being paid, and then is", async () => {
  const [one, another] = [await person(), await person()];
  const { orderId, paymentUrl } = await buy(another, false);
  expect(await kinds(one, another)).toContain("open-order");
  const refused = await merge(one, another);
  expect(refused.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { reason: "open-order" } });
  // The payment and merges race: whichever comes first, the order is paid once and in one account.
  const paying = (async () => {
    await shop.pay(paymentUrl ?? "");
    await api.call("acknowledgePayment", { orderId }, { token: another.token });
  })();
  for (let tried = 0; tried < 5; tried += 1) await merge(one, another);
  await paying;
  await api.work.drain();
  await merge(one, another);
  const orders = await sql<{
    accountId: string;
    status: string;
    tickets: number;
  }>`select account_id as "accountId", status,
    (select count(*)::int from ticket t where t.order_id = o.id and t.account_id = o.account_id) as tickets
    from orders o where id = ${orderId}`.execute(api.deps.db);
  expect((await audit(api.deps, { grace: 0 })).filter((found) => found.orderId === orderId)).toEqual([]);
  expect(orders.rows).toEqual([{ accountId: one.accountId, status: "COMPLETED", tickets: 1 }]);
});

test("what prevents a merge is named: a guest that would remain, a deletion, an identity provider, too many travellers", async () => {
  const [one, guest] = [await person(), await person({ guest: true })];
  expect(await kinds(guest, one)).toEqual(["remaining-is-guest"]);
  expect(await kinds(one, one)).toEqual(["same-account"]);
  const federated = await person({ provider: "federation" });
  expect(await kinds(one, federated)).toEqual(["identity-provider"]);
  expect(await kinds(federated, one)).toEqual([]);
  const full = await person();
  await sql`insert into traveller (id, network_id, account_id, is_holder, first_name, last_name, created_at)
    select gen_random_uuid(), 'north', ${full.accountId}, false, 'Lou', 'Haddad', now() from generate_series(1, 19)`.execute(
    api.deps.db,
  );
  expect(await kinds(full, one)).toEqual(["travellers"]);
  const former = sql`select id from traveller where account_id = ${full.accountId} and not is_holder limit 1`;
  await sql`update traveller set deactivated_at = now() where id in (${former})`.execute(api.deps.db);
  expect(await kinds(full, one)).toEqual([]);
  await api.call("startCustomerDeletion", { customerId: one.accountId, reason: "Letter" }, asking());
  expect([await kinds(one, federated), await kinds(federated, one)]).toEqual([
    ["deletion", "identity-provider"],
    ["deletion"],
  ]);
  for (const [remaining, absorbed] of [
    [guest, full],
    [full, federated],
    [federated, one],
  ] as const)
    expect((await merge(remaining, absorbed)).http).toBe(409);
  const agent = await testStaff(api, { north: ["agent"] });
  const values = { customerId: full.accountId, absorbedId: guest.accountId, reason: "One person" };
  expect((await api.call("mergeCustomers", values, { token: agent.token })).body.error?.code).toBe("ROLE_NOT_ALLOWED");
});

test("a guest's purchases become those of the holder, without another traveller", async () => {
  const [one, guest] = [await person(), await person()];
  const { orderId } = await buy(guest);
  await sql`update account set guest = true where id = ${guest.accountId}`.execute(api.deps.db);
  await sql`update orders set customer = customer || '{"guest": true}', invoice_email = ${guest.email.toUpperCase()}
    where id = ${orderId}`.execute(api.deps.db);
  const { path, until } = guestOrderLink(api.deps, { id: orderId, networkId: "north" });
  const linkSignature = new URL(path, "http://shop.example").searchParams.get("link") ?? "";
  const follow = async () => (await api.call("readLinkedOrder", { orderId, until, linkSignature })).http;
  expect(await follow()).toBe(200);
  expect((await merge(one, guest)).http).toBe(200);
  // From now on it is a customer's order: its e-mails go to the address of the account, and old links show it no more.
  const order = await readOrder(api.deps.db, orderId);
  expect(order).toMatchObject({ invoiceEmail: one.email, customer: { email: one.email, guest: false } });
  expect(await follow()).toBe(404);
  expect((await get(one.accountId)).customer.travellers).toHaveLength(1);
  const [ticket] = (await api.call("tickets", {}, { token: one.token })).body.items;
  expect(ticket).toMatchObject({ orderId });
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("an account remains only if the owner of its address was proved, by a code or by a provider", async () => {
  const [one, another] = [await person({ proved: false }), await person({ proved: false, birthDate: null })];
  const shown = await preview(one, another);
  expect([shown.obstacles, shown.remaining, shown.absorbed]).toMatchObject([
    [{ kind: "remaining-unproved" }],
    { birthDate: "1990-05-04", isConfirmed: false },
    { birthDate: null, isConfirmed: false },
  ]);
  expect((await merge(one, another)).body.error?.details).toMatchObject({ reason: "remaining-unproved" });
  const vouching = JSON.stringify({ email: one.email, emailVerified: true });
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at, person)
    values ('north', ${one.accountId}, 'federation', ${one.accountId}, now(), ${vouching})`.execute(api.deps.db);
  expect((await merge(one, another)).http).toBe(200);
  const again = await merge(one, another);
  expect([again.http, again.body.moved.travellers]).toEqual([200, 0]);
});

test("of a card that is saved in both accounts the one that expires later is kept, until the customer saves it again", async () => {
  const [one, another] = [await person(), await person()];
  const { db } = api.deps;
  const card = { networkId: "north", providerAccount: "sandbox/main", brand: "visa", last4: "4242" } as const;
  const save = ({ accountId }: TestPerson, savedId: string, expiresOn: string) =>
    db.transaction().execute((tx) => {
      const row = { id: api.deps.ids.uuid(), accountId, savedId, expiresOn, wanted: true, at: api.clock.iso() };
      return upsertSavedCard(tx, { ...card, ...row, fingerprint: "renewed" });
    });
  const { id } = await save(one, "former-token", "2028-01");
  await save(another, "later-token", "2030-01");
  expect((await merge(one, another)).http).toBe(200);
  const kept = () => savedCardById(db, id);
  const later = { savedId: "later-token", expiresOn: "2030-01", customer: another.accountId, accountId: one.accountId };
  expect(await kept()).toMatchObject(later);
  const removal = await sql`select from due_work where kind = 'card-removal' and key = 'north:former-token'`.execute(
    db,
  );
  expect(removal.rows).toHaveLength(1);
  // Saved anew the provider has it under the account itself, and payment pages propose it.
  expect((await save(one, "own-token", "2030-01")).spare).toBe("later-token");
  expect(await kept()).toMatchObject({ savedId: "own-token", customer: one.accountId });
});

test("a bank account or card that is saved in both accounts is one afterwards, and what it pays stays paid by it", async () => {
  const [one, another] = [await person(), await person()];
  const save = async ({ accountId }: TestPerson, savedId: string) => {
    const [bank, card, mandate] = [api.deps.ids.uuid(), api.deps.ids.uuid(), api.deps.ids.uuid()];
    const at = api.clock.iso();
    await sql`insert into payment_method (id, network_id, account_id, kind, iban, holder, last4, bookmarked, created_at)
      values (${bank}, 'north', ${accountId}, 'IBAN', 'FR7630006000011234567890189', 'Amal', '0189', true, ${at})`.execute(
      api.deps.db,
    );
    await sql`insert into payment_method (id, network_id, account_id, kind, saved_id, provider_account, fingerprint, last4, expires_on, created_at)
      values (${card}, 'north', ${accountId}, 'CARD', ${savedId}, 'sandbox/main', 'print', '4242', '2030-01', ${at})`.execute(
      api.deps.db,
    );
    await sql`insert into mandate (id, network_id, account_id, payment_method_id, reference, creditor, debtor, wording, language, evidence, signed_at, covers, order_id)
      values (${mandate}, 'north', ${accountId}, ${bank}, ${mandate.slice(0, 30)}, '{}', '{}', '', 'fr', '{}', ${at}, 'ORDER',
        (select id from orders limit 1))`.execute(api.deps.db);
    return { bank, card, mandate };
  };
  const [kept, gone] = [await save(one, "card-one"), await save(another, "card-another")];
  expect((await merge(one, another)).http).toBe(200);
  const methods = await sql<{
    id: string;
    removed: boolean;
  }>`select id, removed_at is not null as removed from payment_method
    where account_id = ${one.accountId}`.execute(api.deps.db);
  expect(
    methods.rows
      .filter(({ removed }) => !removed)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([kept.bank, kept.card].toSorted());
  const mandates = await sql<{ method: string }>`select payment_method_id as method from mandate
    where id = any(${[kept.mandate, gone.mandate]}::uuid[])`.execute(api.deps.db);
  expect(mandates.rows.map(({ method }) => method)).toEqual([kept.bank, kept.bank]);
  const removal = await sql`select from due_work where kind = 'card-removal' and key = 'north:card-another'`.execute(
    api.deps.db,
  );
  expect(removal.rows).toHaveLength(1);
});

test("who forgot that the accounts were merged is told the other address instead of a reset", async () => {
  const [one, another] = [await person(), await person()];
  await merge(one, another);
  const count = async () =>
    (await api.call("listCustomerEmails", { customerId: one.accountId }, asking())).body.items.filter(
      ({ template, to }) => template === "accounts-merged" && to === another.email,
    ).length;
  expect(await count()).toBe(1);
  const people = peopleOf(api, shop.sandbox.url);
  await people.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email: another.email });
  await api.work.drain();
  expect(await count()).toBe(2);
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("a renewal charges a saved card after a merge, which the provider has under the account that is gone", async () => {
  const [one, another] = [await person(), await person()];
  const order = { ...orderOf(another, 3200, { productId: "month", isSubscription: true }), keepCard: true };
  const asked = { token: another.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await api.call("placeOrder", order, asked);
  await shop.pay(body.paymentUrl);
  await api.call("acknowledgePayment", { orderId: body.orderId }, { token: another.token });
  expect((await merge(one, another)).http).toBe(200);
  const charged = async () =>
    (
      await sql<{ customer: string; status: string }>`select p.asked ->> 'customer' as customer, p.status from payment p
        join orders o on o.id = p.order_id where p.kind = 'charge' and o.account_id = ${one.accountId} order by p.created_at`.execute(
        api.deps.db,
      )
    ).rows;
  await shop.pass(32 * 86_400_000);
  await api.work.drain();
  expect(await charged()).toEqual([{ customer: another.accountId, status: "captured" }]);
});
