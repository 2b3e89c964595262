import type { CustomerDetails } from "@guichet/contract/office/customer-service/corrections.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeNotice } from "../email/notice-allowance.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { readOrder } from "../order-records/order-store.ts";
import { queueRefundNotice } from "../orders/order-confirmation.ts";
import { lockAccountAndLogin } from "../privacy/delete-account.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { cardShopPack } from "../testing/test-card-shop.ts";
import { testProviders } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let api: Shop["api"];
let agent: TestStaff;
beforeAll(async () => {
  const north = cardShopPack("north", [{ id: "single", price: 150 }]);
  const providers = testProviders.filter(({ id }) => id === "realm").map((one) => ({ ...one, isDefault: false }));
  const authentication = { ...north.network.authentication, providers };
  const signIn = { ...north, network: { ...north.network, authentication } };
  shop = await openTestShop({ packs: [signIn, cardShopPack("south")] });
  api = shop.api;
  agent = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
});
afterAll(() => shop.close());

const reason = "Asked by letter";
const none: CustomerDetails = { contactEmail: null, phone: null, language: null, address: null };
const home = {
  addressRoute: "3 rue du Port",
  addressPostalCode: "76600",
  addressCity: "Le Havre",
  addressState: "France",
};
type Reply = { http: number; body: { error?: { code: string; details?: unknown } } };
const refusal = ({ body: { error } }: Reply) => [error?.code, (error?.details as Record<string, unknown>)?.reason];
const correct = ({ accountId: customerId }: TestPerson, details: Partial<CustomerDetails>, seen = none) =>
  api.call("correctCustomer", { customerId, seen, details: { ...seen, ...details }, reason }, { token: agent.token });
const changeEmail = ({ accountId: customerId, email: seen }: TestPerson, email: string, more = {}) =>
  api.call("changeCustomerEmail", { customerId, seen, email, reason, ...more }, { token: agent.token });
const customerOf = async ({ accountId: customerId }: TestPerson) =>
  (await api.call("getCustomer", { customerId }, { token: agent.token })).body.customer;
const emailsOf = async ({ accountId: customerId }: TestPerson) =>
  (await api.call("listCustomerEmails", { customerId }, { token: agent.token })).body.items
    .map(({ template, to }) => `${template} ${to}`)
    .toSorted();
const logged = async ({ accountId }: TestPerson) =>
  (
    await sql<{ act: string; reason: string; changes: unknown }>`select act, reason, changes from staff_act
      where account_id = ${accountId} order by at, id`.execute(api.deps.db)
  ).rows;
const newEmail = () => `${crypto.randomUUID()}@people.example`;

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
test("a correction is the customer's own change, with an audit entry before and after and an e-mail that names it", async () => {
  const person = await testPerson(api.deps);
  const contactEmail = newEmail();
  expect((await correct(person, { phone: "06 12 34 56 78", language: "fr", address: home, contactEmail })).http).toBe(
    200,
  );
  const details = { phone: "+33612345678", language: "fr", address: home, contactEmail };
  expect(await customerOf(person)).toMatchObject(details);
  expect(await logged(person)).toEqual([
    {
      act: "customer.correct",
      reason,
      changes: [
        { field: "contact-email", before: null, after: contactEmail },
        { field: "phone", before: null, after: "+33612345678" },
        { field: "language", before: null, after: "fr" },
        { field: "postal-address", before: null, after: "3 rue du Port, 76600 Le Havre, France" },
      ],
    },
  ]);
  expect(await emailsOf(person)).toEqual([`details-corrected ${person.email}`]);
  // A contact address that is replaced learns of it, too; the customer stays signed in.
  expect((await correct(person, { contactEmail: null, phone: null }, details)).http).toBe(200);
  expect(await emailsOf(person)).toEqual(
    [person.email, person.email, contactEmail].map((to) => `details-corrected ${to}`).toSorted(),
  );
  expect((await api.call("getUser", {}, { token: person.token })).body.user.userPhoneNumber).toBeNull();
});

test("what is refused to the customer is refused to the staff, and leaves everything as it was", async () => {
  const person = await testPerson(api.deps);
  for (const [wrong, code] of [
    [{ phone: "12" }, "PHONE_INVALID"],
    [{ contactEmail: "nobody" }, "EMAIL_INVALID"],
    [{ language: "xx" }, "FIELD_INVALID"],
    [{ address: { ...home, addressCity: " " } }, "FIELD_REQUIRED"],
    [{}, "TRANSITION_NOT_ALLOWED"],
  ] as const)
    expect(refusal(await correct(person, { ...wrong }))[0]).toBe(code);
  const stranger = await testPerson(api.deps, { network: "south" });
  expect(refusal(await correct(stranger, { phone: "+33612345678" }))[0]).toBe("NOT_FOUND");
  expect([await customerOf(person), await logged(person), await emailsOf(person)]).toMatchObject([none, [], []]);
});

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
test("of two corrections of the same data one counts, and the other has to look again", async () => {
  const person = await testPerson(api.deps);
  const both = await Promise.all(["+33612345678", "+33687654321"].map((phone) => correct(person, { phone })));
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  expect(both.map(refusal)).toContainEqual(["TRANSITION_NOT_ALLOWED", "changed"]);
  expect(await logged(person)).toHaveLength(1);
  // Also after a change by the customer.
  const { phone } = await customerOf(person);
  await api.call("updateAccount", { phone: "+33699999999" }, { token: person.token });
  expect(refusal(await correct(person, { language: "fr" }, { ...none, phone }))).toEqual([
    "TRANSITION_NOT_ALLOWED",
    "changed",
  ]);
});

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
test("another e-mail address ends every session, is confirmed by the new one and told to the former one", async () => {
  const person = await testPerson(api.deps);
  const email = newEmail();
  const both = await Promise.all([changeEmail(person, email), changeEmail(person, newEmail())]);
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  const changed = (await customerOf(person)).email;
  expect(await customerOf(person)).toMatchObject({ emailVerifiedAt: null, sessions: [] });
  expect((await api.call("getUser", {}, { token: person.token })).body.error?.code).toBe(
    "AUTHENTICATION_TOKEN_INVALID",
  );
  expect(await emailsOf(person)).toEqual([`email-changed ${person.email}`, `verify-email ${changed}`]);
  expect(await logged(person)).toEqual([
    { act: "customer.change-email", reason, changes: [{ field: "email", before: person.email, after: changed }] },
  ]);
  const other = await testPerson(api.deps);
  const now = { ...person, email: changed };
  expect(refusal(await changeEmail(now, other.email))[0]).toBe("EMAIL_EXISTS");
  expect(refusal(await changeEmail(now, changed.toUpperCase()))[0]).toBe("EMAIL_UNCHANGED");
  expect(refusal(await changeEmail(now, "nobody"))[0]).toBe("EMAIL_INVALID");
  expect(refusal(await changeEmail(person, newEmail()))).toEqual(["TRANSITION_NOT_ALLOWED", "changed"]);
});

test("a guest's address is corrected without a sign-in to confirm, and that of an account of a provider, too", async () => {
  const guest = await testPerson(api.deps, { guest: true });
  const email = newEmail();
  expect((await changeEmail(guest, email)).body.email).toBe(email);
  expect(await emailsOf(guest)).toEqual([`details-corrected ${guest.email}`]);
  const federated = await testPerson(api.deps, { provider: "federation" });
  expect((await changeEmail(federated, newEmail())).http).toBe(200);
  expect([await emailsOf(federated), (await customerOf(federated)).sessions]).toEqual([
    [`email-changed ${federated.email}`],
    [],
  ]);
});

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
test("after a correction a guest's e-mails and links go to the right address only, also those that were sent", async () => {
  const guest = await testPerson(api.deps, { guest: true });
  const asGuest = { invoiceEmail: guest.email, over18Accepted: true };
  const { orderId, paymentUrl } = (await placeOrderOf(shop, guest, 150, asGuest)).body;
  await shop.pay(paymentUrl);
  await api.call("acknowledgePayment", { orderId }, { token: guest.token });
  const total = { amount: 150, currency: "EUR" };
  await api.deps.db.transaction().execute((tx) => queueRefundNotice(tx, api.deps, orderId, total));
  await api.work.drain();
  const link = () => pathOf(guestOrderLink(api.deps, { id: orderId, networkId: "north" }));
  const pathOf = ({ path, until }: { path: string; until: string }) => {
    const linkSignature = new URL(path, "http://shop.example").searchParams.get("link") ?? "";
    return { orderId, until, linkSignature };
  };
  const follow = async (values: ReturnType<typeof link>) => (await api.call("readLinkedOrder", values)).http;
  const former = link();
  expect(await follow(former)).toBe(200);
  await shop.pass(1_000);
  const email = newEmail();
  expect((await changeEmail(guest, email)).http).toBe(200);
  expect([await follow(former), await follow(link())]).toEqual([404, 200]);
  const order = await readOrder(api.deps.db, orderId);
  expect(order).toMatchObject({ invoiceEmail: email, customer: { email, guest: true } });
  // The notice that went to the wrong address is sent again, with a link that is valid.
  const { items } = (await api.call("listCustomerEmails", { customerId: guest.accountId }, { token: agent.token }))
    .body;
  const emailId = items.find(({ template }) => template === "order-refunded")?.emailId ?? "";
  const again = { customerId: guest.accountId, emailId, reason };
  expect((await api.call("resendCustomerEmail", again, { token: agent.token })).body.to).toBe(email);
  const sent = await sql<{
    guestLink: { path: string; until: string };
  }>`select contents -> 'guestLink' as "guestLink" from mail
    where recipient = ${email} and template = 'order-refunded'`.execute(api.deps.db);
  expect(await Promise.all(sent.rows.map((row) => follow(pathOf(row.guestLink))))).toEqual([200]);
});

test("an account that also signs in at a provider keeps its address: its proof would open another account", async () => {
  const person = await testPerson(api.deps);
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at)
    values ('north', ${person.accountId}, 'realm', ${person.accountId}, now())`.execute(api.deps.db);
  expect(refusal(await changeEmail(person, newEmail()))).toEqual(["TRANSITION_NOT_ALLOWED", "other-sign-in"]);
  expect((await customerOf(person)).email).toBe(person.email);
});

test("messages about what staff do are sent, also to an address that has got many", async () => {
  const person = await testPerson(api.deps);
  for (const template of ["email-changed", "deletion-requested", "account-reactivated"] as const)
    for (const to of [person.email, `new-${person.email}`])
      await api.deps.db.transaction().execute(async (tx) => {
        while (await takeNotice(tx, api.deps, { networkId: "north", to, template }));
      });
  expect((await changeEmail(person, `new-${person.email}`)).http).toBe(200);
  await ofDeletion("startCustomerDeletion", person);
  await ofDeletion("withdrawCustomerDeletion", person);
  expect(await emailsOf(person)).toEqual([
    `account-reactivated new-${person.email}`,
    `deletion-requested new-${person.email}`,
    `email-changed ${person.email}`,
    `verify-email new-${person.email}`,
  ]);
});

test("a customer's change of the language during a correction leaves the corrected contact address", async () => {
  const person = await testPerson(api.deps);
  const { db } = api.deps;
  const contactEmail = newEmail();
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from account%for update%'`;
  const { saving } = await db.transaction().execute(async (tx) => {
    await lockAccountAndLogin(tx, "north", person.accountId);
    const changing = api.call("updateAccount", { language: "fr" }, { token: person.token });
    await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 5_000 }).toBe(1);
    await sql`update account set contact_email = ${contactEmail} where id = ${person.accountId}`.execute(tx);
    return { saving: changing };
  });
  expect((await saving).http).toBe(200);
  expect(await customerOf(person)).toMatchObject({ contactEmail, language: "fr" });
});

const ofDeletion = (call: "startCustomerDeletion" | "withdrawCustomerDeletion", { accountId }: TestPerson) =>
  api.call(call, { customerId: accountId, reason }, { token: agent.token });
/** Lets the day of the erasure pass, after which the staff sign in again. */
const passMonth = async () => {
  await shop.pass(31 * 86_400_000);
  await api.work.drain();
  agent = await testStaff(api, { north: ["agent"] });
};
const check = async ({ accountId: customerId }: TestPerson) =>
  (await api.call("checkCustomerDeletion", { customerId }, { token: agent.token })).body;

// covers: staff start and withdraw the deletion of an account, as its customer asked in writing
test("a deletion on written request is the customer's own: refused while an order is open, else due in 30 days", async () => {
  const person = await testPerson(api.deps);
  const { body } = await placeOrderOf(shop, person, 150);
  expect((await check(person)).obstacles).toMatchObject([{ kind: "order", id: body.orderId }]);
  const blocked = await ofDeletion("startCustomerDeletion", person);
  expect(blocked.body.error).toMatchObject({ code: "DELETION_BLOCKED", details: { reason: "order" } });
  expect([await logged(person), await emailsOf(person)]).toEqual([[], []]);
  await shop.pay(body.paymentUrl);
  await api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });

  expect(await check(person)).toMatchObject({ obstacles: [], isRequested: false });
  // Of two requests at once, one starts it.
  const both = await Promise.all([1, 2].map(() => ofDeletion("startCustomerDeletion", person)));
  expect(both.map(refusal).map(([code]) => code)).toContain("ACCOUNT_DELETION_PENDING");
  const erasesAt = both.find(({ http }) => http === 200)?.body.erasesAt;
  expect(await customerOf(person)).toMatchObject({ erasesAt, sessions: [] });
  expect(await check(person)).toMatchObject({ isRequested: true, erasesAt });
  expect((await emailsOf(person)).filter((one) => one.startsWith("deletion"))).toEqual([
    `deletion-requested ${person.email}`,
  ]);
  expect((await logged(person)).map(({ act, reason: why }) => [act, why])).toEqual([
    ["customer.start-deletion", reason],
  ]);
  // Meanwhile nothing is corrected.
  expect(refusal(await correct(person, { phone: "+33612345678" }))[0]).toBe("ACCOUNT_DELETION_PENDING");
  expect(refusal(await changeEmail(person, newEmail()))[0]).toBe("ACCOUNT_DELETION_PENDING");

  await passMonth();
  const gone = await api.call("getCustomer", { customerId: person.accountId }, { token: agent.token });
  expect(gone.body.error?.code).toBe("NOT_FOUND");
});

// covers: staff start and withdraw the deletion of an account, as its customer asked in writing
test("a deletion is withdrawn before its day, also of a guest, who has no sign-in to do it", async () => {
  const guest = await testPerson(api.deps, { guest: true });
  expect(refusal(await ofDeletion("withdrawCustomerDeletion", guest))[0]).toBe("DELETION_NOT_REQUESTED");
  await ofDeletion("startCustomerDeletion", guest);
  expect((await ofDeletion("withdrawCustomerDeletion", guest)).http).toBe(200);
  expect((await customerOf(guest)).erasesAt).toBeNull();
  await passMonth();
  expect((await customerOf(guest)).email).toBe(guest.email);
  expect(await emailsOf(guest)).toEqual([`account-reactivated ${guest.email}`, `deletion-requested ${guest.email}`]);
  expect((await logged(guest)).map(({ act }) => act)).toEqual([
    "customer.start-deletion",
    "customer.withdraw-deletion",
  ]);
});

test.each(["correctCustomer", "changeCustomerEmail", "startCustomerDeletion"] as const)(
  "%s during an erasure waits for it, and finds nobody",
  async (call) => {
    const person = await testPerson(api.deps);
    const { deps } = api;
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`;
    const begun = await deps.db.transaction().execute(async (tx) => {
      await lockAccountAndLogin(tx, "north", person.accountId);
      const writing: Promise<Reply> =
        call === "correctCustomer"
          ? correct(person, { phone: "+33612345678" })
          : call === "changeCustomerEmail"
            ? changeEmail(person, newEmail())
            : ofDeletion(call, person);
      await expect.poll(async () => (await waiting.execute(deps.db)).rows.length, { timeout: 5_000 }).toBe(1);
      await eraseAccount(tx, deps, "north", person.accountId);
      return { writing };
    });
    expect(refusal(await begun.writing)[0]).toBe("NOT_FOUND");
    expect(await logged(person)).toEqual([]);
  },
);
