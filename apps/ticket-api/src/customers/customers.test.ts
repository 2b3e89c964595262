import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runTransaction } from "../database/transaction.ts";
import { queueEmail } from "../email/queue-email.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { cardShopPack, transportCardCalls } from "../testing/test-card-shop.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let api: Shop["api"];
let agent: TestStaff;
let person: TestPerson;
const orders: string[] = [];
beforeAll(async () => {
  shop = await openTestShop({ packs: [cardShopPack("north", [{ id: "single", price: 150 }]), cardShopPack("south")] });
  api = shop.api;
  agent = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
  person = await testPerson(api.deps);
  for (let count = 0; count < 3; count += 1) {
    const { body } = await placeOrderOf(shop, person, 150);
    await shop.pay(body.paymentUrl);
    await api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
    await shop.pass(60_000);
    orders.unshift(body.orderId);
  }
});
afterAll(() => shop.close());

const get = async (customerId: string, { token } = agent) =>
  (await api.call("getCustomer", { customerId }, { token })).body;
const code = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;

// covers: the customer page of the office shows the account and everything that belongs to it
test("a customer has the account, travellers, cards, sessions and the staff's actions", async () => {
  const cardCalls = transportCardCalls(shop);
  const child = await cardCalls.child(person, "Lou");
  const card = await cardCalls.ownCard(person);
  await runTransaction(api.deps.db, async (tx) => {
    const entry = { networkId: "north", staffId: agent.staffId, thing: person.userId, accountId: person.accountId };
    await recordAuditEntry(tx, api.deps, { ...entry, act: "traveller.correct", reason: "Misspelt" });
    return { ok: true, value: undefined };
  });
  const { customer } = await get(person.accountId);
  expect(customer).toMatchObject({
    ...{ name: "Amal Haddad", email: person.email, isGuest: false, signInMethods: ["password"], erasesAt: null },
    travellers: [
      { travellerId: person.userId, isHolder: true },
      { travellerId: child, name: "Lou Haddad", isHolder: false },
    ],
    cards: [{ cardId: card.id, state: "active" }],
    sessions: [{ method: "password", traveller: null }],
    acts: [{ act: "traveller.correct", by: "Yanis Kermarec", reason: "Misspelt" }],
  });
  expect(JSON.stringify(customer)).not.toContain(person.token);
});

// covers: the customer page of the office shows the account and everything that belongs to it
test("orders, payments, tickets and e-mails are paged, the newest first", async () => {
  const asking = { token: agent.token };
  const of = { customerId: person.accountId, limit: 2 };
  const first = (await api.call("listCustomerOrders", of, asking)).body;
  expect(first.items.map(({ orderId }) => orderId)).toEqual(orders.slice(0, 2));
  expect(first.items[0]).toMatchObject({ state: "COMPLETED", total: { amount: 150, currency: "EUR" } });
  const second = (await api.call("listCustomerOrders", { ...of, cursor: first.nextCursor ?? "" }, asking)).body;
  expect([second.items.map(({ orderId }) => orderId), second.nextCursor]).toEqual([orders.slice(2), undefined]);
  for (const call of ["listCustomerPayments", "listCustomerTickets", "listCustomerEmails"] as const) {
    const { items, nextCursor } = (await api.call(call, of, asking)).body;
    const rest = (await api.call(call, { ...of, cursor: nextCursor ?? "" }, asking)).body;
    expect([call, items.length, rest.items.length, rest.nextCursor]).toEqual([call, 2, 1, undefined]);
    expect(code(await api.call(call, { ...of, cursor: "x" }, asking))).toBe("CURSOR_INVALID");
  }
  expect((await api.call("listCustomerPayments", of, asking)).body.items[0]).toMatchObject({
    ...{ orderId: orders[0], method: "CARD", status: "captured", amount: { amount: 150, currency: "EUR" } },
  });
  const [ticket] = (await api.call("listCustomerTickets", of, asking)).body.items;
  expect(ticket).toMatchObject({ orderId: orders[0], traveller: "Amal Haddad" });
  const [email] = (await api.call("listCustomerEmails", of, asking)).body.items;
  expect(email).toMatchObject({ template: "order-confirmation", to: person.email, state: "sent" });
  expect(email?.subject).toMatch(/\d{4}-\d{6}/);
});

test("mandates are listed with a masked account", async () => {
  const iban = "FR7630006000011234567890189";
  await sql`insert into mandate (id, network_id, account_id, reference, creditor, debtor, wording, language, evidence, signed_at, covers, order_id)
    values (${api.deps.ids.uuid()}, 'north', ${person.accountId}, 'GU-2345', '{}', ${JSON.stringify({ name: "Amal", iban })}::jsonb, '', 'fr', '{}',
      ${api.clock.iso()}, 'ORDER', ${orders[0]})`.execute(api.deps.db);
  const { items } = (await api.call("listCustomerMandates", { customerId: person.accountId }, { token: agent.token }))
    .body;
  expect(items).toMatchObject([{ reference: "GU-2345", endedAt: null }]);
  expect(JSON.stringify(items)).not.toContain(iban);
});

// covers: the customer page of the office shows the account and everything that belongs to it
test("an e-mail with a code has no subject and no contents", async () => {
  const other = await testPerson(api.deps);
  await runTransaction(api.deps.db, async (tx) => {
    const mail = {
      networkId: "north",
      accountId: other.accountId,
      to: other.email,
      language: "fr" as const,
      cause: "test",
    };
    await queueEmail(tx, api.deps, {
      ...mail,
      template: "reset-password",
      values: { code: "secret-code", minutes: 60 },
    });
    return { ok: true, value: undefined };
  });
  const { body } = await api.call("listCustomerEmails", { customerId: other.accountId }, { token: agent.token });
  expect(body.items).toMatchObject([{ template: "reset-password", subject: null, state: "waiting" }]);
  expect(JSON.stringify(body)).not.toContain("secret-code");
});

test("customers of other networks and erased ones are not found, and their lists are empty", async () => {
  const south = await testPerson(api.deps, { network: "south" });
  const gone = await testPerson(api.deps);
  await api.deps.db.transaction().execute((tx) => eraseAccount(tx, api.deps, "north", gone.accountId));
  for (const customerId of [south.accountId, gone.accountId, "nobody"]) {
    expect(code(await api.call("getCustomer", { customerId }, { token: agent.token }))).toBe("NOT_FOUND");
    expect((await api.call("listCustomerEmails", { customerId }, { token: agent.token })).body.items).toEqual([]);
  }
  const inspector = await testStaff(api, { north: ["inspector"] });
  expect((await get(person.accountId, inspector)).customer.name).toBe("Amal Haddad");
  expect(code(await api.call("listCustomerOrders", { customerId: person.accountId }, { token: inspector.token }))).toBe(
    "ROLE_NOT_ALLOWED",
  );
});

// covers: the staff read an e-mail to a customer as text, without codes and without what signs its links
test("an e-mail is read as text: not one with a code, of another customer, or with a link that can be used", async () => {
  const [confirmation] = (
    await api.call("listCustomerEmails", { customerId: person.accountId }, { token: agent.token })
  ).body.items;
  const read = (customerId: string, emailId = "") =>
    api.call("getCustomerEmail", { customerId, emailId }, { token: agent.token });
  const { email } = (await read(person.accountId, confirmation?.emailId)).body;
  expect(email).toMatchObject({ subject: confirmation?.subject, to: person.email, sentAt: confirmation?.sentAt });
  expect(email.text).toMatch(/\d{4}-\d{6}/);
  expect(email.text).toMatch(/https?:/);
  expect(email.text).not.toMatch(/https?:\S+\?/);
  const other = await testPerson(api.deps);
  expect(code(await read(other.accountId, confirmation?.emailId))).toBe("NOT_FOUND");
  await api.call(
    "sendCustomerPasswordReset",
    { customerId: other.accountId, reason: "Forgotten" },
    { token: agent.token },
  );
  const [secret] = (await api.call("listCustomerEmails", { customerId: other.accountId }, { token: agent.token })).body
    .items;
  expect(code(await read(other.accountId, secret?.emailId))).toBe("TRANSITION_NOT_ALLOWED");
});

const acts = async (accountId: string) =>
  (await get(accountId)).customer.acts.map(({ act, by, reason }) => `${act} ${by} ${reason}`);
const sent = async ({ accountId }: TestPerson) =>
  (await api.call("listCustomerEmails", { customerId: accountId }, { token: agent.token })).body.items;

// covers: staff end the sessions of a customer, send a password reset and send an e-mail again, each with a reason
test("ending the sessions signs a customer out everywhere, with an audit entry that the customer does not see", async () => {
  const other = await testPerson(api.deps);
  const request = { customerId: other.accountId, reason: "Lost phone" };
  expect((await api.call("endCustomerSessions", request, { token: agent.token })).body.error).toBeUndefined();
  expect(code(await api.call("getUser", {}, { token: other.token }))).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await get(other.accountId)).customer.sessions).toEqual([]);
  expect(await acts(other.accountId)).toEqual(["customer.end-sessions Yanis Kermarec Lost phone"]);
  expect(await acts(person.accountId)).not.toContain("customer.end-sessions Yanis Kermarec Lost phone");
  expect(code(await api.call("endCustomerSessions", { ...request, reason: " " }, { token: agent.token }))).toMatch(
    /^FIELD_/,
  );
  const reader = await testStaff(api, { north: ["reader"] });
  expect(code(await api.call("endCustomerSessions", request, { token: reader.token }))).toBe("ROLE_NOT_ALLOWED");
});

// covers: staff end the sessions of a customer, send a password reset and send an e-mail again, each with a reason
test("a password reset is the customer's own e-mail, limited in number; a guest gets none", async () => {
  const other = await testPerson(api.deps);
  const request = { customerId: other.accountId, reason: "Forgotten" };
  const reply = await api.call("sendCustomerPasswordReset", request, { token: agent.token });
  expect(reply.body.to).toBe(other.email);
  expect(await sent(other)).toMatchObject([{ template: "reset-password", to: other.email, canBeResent: false }]);
  expect(await acts(other.accountId)).toEqual(["customer.password-reset Yanis Kermarec Forgotten"]);
  expect(code(await api.call("sendCustomerPasswordReset", request, { token: agent.token }))).toBe("TOO_MANY_REQUESTS");
  const guest = await testPerson(api.deps, { guest: true });
  const ofGuest = { customerId: guest.accountId, reason: "Forgotten" };
  expect(code(await api.call("sendCustomerPasswordReset", ofGuest, { token: agent.token }))).toBe(
    "TRANSITION_NOT_ALLOWED",
  );
  expect(await acts(guest.accountId)).toEqual([]);
});

// covers: staff end the sessions of a customer, send a password reset and send an e-mail again, each with a reason
test("an e-mail is sent again to the present address; one with a code, or of another customer, is not", async () => {
  const [confirmation] = await sent(person);
  const emailId = confirmation?.emailId ?? "";
  await sql`update account set email = 'amal.new@people.example' where id = ${person.accountId}`.execute(api.deps.db);
  const request = { customerId: person.accountId, reason: "Not received", emailId };
  expect((await api.call("resendCustomerEmail", request, { token: agent.token })).body.to).toBe(
    "amal.new@people.example",
  );
  await api.work.drain();
  expect((await sent(person))[0]).toMatchObject({
    ...{
      template: confirmation?.template,
      subject: confirmation?.subject,
      to: "amal.new@people.example",
      state: "sent",
    },
  });
  expect(await acts(person.accountId)).toContain("customer.resend-email Yanis Kermarec Not received");
  const other = await testPerson(api.deps);
  expect(
    code(await api.call("resendCustomerEmail", { ...request, customerId: other.accountId }, { token: agent.token })),
  ).toBe("NOT_FOUND");
  await api.call(
    "sendCustomerPasswordReset",
    { customerId: other.accountId, reason: "Forgotten" },
    { token: agent.token },
  );
  await api.work.drain();
  const [secret] = await sent(other);
  const ofSecret = { customerId: other.accountId, reason: "Not received", emailId: secret?.emailId ?? "" };
  expect(code(await api.call("resendCustomerEmail", ofSecret, { token: agent.token }))).toBe("TRANSITION_NOT_ALLOWED");
});
