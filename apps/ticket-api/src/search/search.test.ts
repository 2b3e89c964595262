import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseAccount } from "../privacy/erase-account.ts";
import { cardShopPack, transportCardCalls } from "../testing/test-card-shop.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let api: Shop["api"];
let person: TestPerson;
let admin: TestStaff;
let orderId: string;
let known: Record<
  "order" | "invoice" | "serial" | "code" | "ticketId" | "session" | "paymentId" | "customer" | "card" | "cardId",
  string
>;
beforeAll(async () => {
  shop = await openTestShop({ packs: [cardShopPack("north", [{ id: "single", price: 150 }]), cardShopPack("south")] });
  api = shop.api;
  admin = await testStaff(api, { north: ["admin"] });
  person = await testPerson(api.deps, { firstName: "Éloïse", lastName: "Le-Goff" });
  await sql`update traveller set phone = '+33612345678' where id = ${person.userId}`.execute(api.deps.db);
  const placed = await placeOrderOf(shop, person, 150);
  orderId = placed.body.orderId;
  await shop.pay(placed.body.paymentUrl);
  await api.call("acknowledgePayment", { orderId }, { token: person.token });
  const card = await transportCardCalls(shop).ownCard(person);
  const { rows } = await sql<
    typeof known
  >`select o.number as "order", i.number as invoice, t.serial, t.code, t.id as "ticketId",
      p.provider_session as session, p.id as "paymentId", a.customer_number as customer, c.number as card, c.id as "cardId"
    from orders o join invoice i on i.order_id = o.id join ticket t on t.order_id = o.id join payment p on p.order_id = o.id
      join account a on a.id = o.account_id join transport_card c on c.id = ${card.id}
    where o.id = ${orderId}`.execute(api.deps.db);
  const [row] = rows;
  if (row === undefined) throw new Error("The purchase is incomplete");
  known = row;
});
afterAll(() => shop.close());

const search = async (q: string, { token } = admin) => (await api.call("searchOffice", { q }, { token })).body;
const found = async (q: string, by = admin) =>
  (await search(q, by)).groups.flatMap(({ kind, results }) =>
    results.map(({ screen, id }) => `${kind} ${screen} ${id}`),
  );
const staffWith = (...roles: StaffRole[]) => testStaff(api, { north: roles });

// covers: one search of the office finds orders, documents, payments, tickets, customers, cards and requests
test("a unique number of each kind opens its screen directly, in any grouping", async () => {
  const numbers: [string, string][] = [
    [known.order, `order order ${orderId}`],
    [known.order.replace("-", " "), `order order ${orderId}`],
    [known.invoice.toLowerCase(), `invoice order ${orderId}`],
    [known.serial, `ticket order ${orderId}`],
    [known.serial.replaceAll(" ", ""), `ticket order ${orderId}`],
    [known.code, `ticket order ${orderId}`],
    [known.ticketId, `ticket order ${orderId}`],
    [known.session, `payment order ${orderId}`],
    [known.paymentId.replaceAll("-", ""), `payment order ${orderId}`],
    [known.customer.toUpperCase(), `customer customer ${person.accountId}`],
    ["GU-23456789ABCDEFGH", `mandate order ${orderId}`],
    ["nxds yreg c9ps mkwy", `mandate order ${orderId}`],
    [known.card.replace(/(.{4})/g, "$1 "), `card card ${known.cardId}`],
  ];
  // Customer numbers of tests have small letters; real ones have none.
  await sql`update account set customer_number = upper(customer_number) where id = ${person.accountId}`.execute(
    api.deps.db,
  );
  await sql`insert into mandate (id, network_id, account_id, reference, covers, order_id, creditor, debtor, wording, language, evidence,
      signed_at, provider_account, provider_mandate, provider_method, provider_customer, provider_reference)
    values (gen_random_uuid(), 'north', ${person.accountId}, 'GU-23456789ABCDEFGH', 'ORDER', ${orderId}, '{}', '{}', '', 'fr', '{}', now(),
      'stripe/main', 'mandate_1', 'pm_1', 'cus_1', 'NXDSYREGC9PSMKWY')`.execute(api.deps.db);
  for (const [q, result] of numbers) {
    const { isExact } = await search(q);
    expect([q, await found(q), isExact]).toEqual([q, [result], true]);
  }
  const [order] = (await search(known.order)).groups[0]?.results ?? [];
  expect(order).toMatchObject({ number: known.order, name: "Éloïse Le-Goff", state: "COMPLETED", email: person.email });
  expect(order?.total).toEqual({ amount: 150, currency: "EUR" });
});

// covers: the search of the office finds names and e-mail addresses in spite of a wrong letter, accents, case and order
test("a name is found without accents, in any order, by its beginning and with a wrong letter; so are e-mail and phone", async () => {
  const customer = `customer customer ${person.accountId}`;
  for (const q of [
    "eloise le goff",
    "LE-GOFF Éloïse",
    "elo",
    "Elosie",
    "gof elo",
    "Eloisse Goff",
    "06 12 34 56 78",
    "+33612345678",
  ])
    expect([q, await found(q), (await search(q)).isExact]).toEqual([q, [customer], false]);
  expect(await found(person.email.toUpperCase())).toEqual([customer]);
  expect(await found(person.email.replace(/^(.{4})./, "$1"))).toEqual([customer]);
  const child = await transportCardCalls(shop).child(person, "Zélie");
  expect(await found("zelei")).toEqual([`traveller traveller ${child}`]);
  const arabic = await testPerson(api.deps, { firstName: "سميرة", lastName: "القاضي" });
  for (const q of ["سَميره", "قاضي", "القاضى سميرة"])
    expect([q, await found(q)]).toEqual([q, [`customer customer ${arabic.accountId}`]]);
});

// covers: the search of the office shows each role only what its screens show
test("each role finds only what it may open", async () => {
  const [examiner, inspector, accountant] = [
    await staffWith("examiner"),
    await staffWith("inspector"),
    await staffWith("accountant"),
  ];
  for (const q of [known.order, known.invoice, known.session, known.serial, known.card, "eloise"])
    expect([q, await found(q, examiner)]).toEqual([q, []]);
  expect(await found(known.order, inspector)).toEqual([]);
  expect(await found(known.code, inspector)).toEqual([`ticket traveller ${person.userId}`]);
  expect(await found(known.card, inspector)).toEqual([`card card ${known.cardId}`]);
  expect(await found(known.invoice, accountant)).toEqual([`invoice order ${orderId}`]);
  expect(await found("eloise", accountant)).toEqual([]);
  const south = await testStaff(api, { south: ["admin"] });
  const elsewhere = await api.call("searchOffice", { q: known.order }, { token: south.token });
  expect(elsewhere.body.error?.code).toBe("ROLE_NOT_ALLOWED");
});

test("hostile texts find nothing or are refused, and a forged barcode finds no ticket", async () => {
  for (const q of ["%", "_", "%%%%", "e_oise", "' or 1=1 --", "\\", "😀", "\ud800", "(", "A".repeat(200)])
    expect([q, await found(q)]).toEqual([q, []]);
  const forged = known.code.slice(0, -1) + (known.code.endsWith("A") ? "B" : "A");
  expect(await found(forged)).toEqual([]);
  for (const q of ["", " ", "a\u0000b", "a\nb", "x".repeat(301)]) {
    const { body } = await api.call("searchOffice", { q }, { token: admin.token });
    expect([q, body.error?.code]).toEqual([q, q.trim() === "" ? expect.stringMatching(/^FIELD_/) : "FIELD_INVALID"]);
  }
});

// covers: the search of the office shows at most ten of each kind, and no erased person
test("at most ten of a kind are listed, and erased people are found no more", async () => {
  const many = await Promise.all(
    Array.from({ length: 11 }, () => testPerson(api.deps, { firstName: "Maëlle", lastName: "Quilliou" })),
  );
  const [group] = (await search("maelle quilliou")).groups;
  expect([group?.kind, group?.results.length, group?.hasMore]).toEqual(["customer", 10, true]);
  for (const { accountId } of many)
    await api.deps.db.transaction().execute((tx) => eraseAccount(tx, api.deps, "north", accountId));
  expect(await found("maelle quilliou")).toEqual([]);
  expect(await found(many[0]?.email ?? "")).toEqual([]);
});
