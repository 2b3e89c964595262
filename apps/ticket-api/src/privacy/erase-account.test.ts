import { Writable } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, hoursMs } from "../clock.ts";
import { askForMore, takeSubmission } from "../documents/decide-submission.ts";
import { planScheduledJobs } from "../jobs/scheduled-jobs.ts";
import { goodPassword, type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { scan } from "../testing/test-documents.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

/** Values that only this person has; each is searched for in every row of every table. */
const marks = {
  firstName: "Zoraydamark",
  lastName: "Quintemark",
  email: "zorayda.mark@person.example",
  contact: "contact.mark@person.example",
  invoice: "invoice.mark@person.example",
  street: "17 impasse Marquemark",
  city: "Villemark",
  shipping: "23 allée Livremark",
  phone: "612345678",
  birthDate: "1987-03-29",
  child: "Ilkermark",
  device: "Fairphone-mark",
  stop: "Quintegare",
  typed: "Fieldmark",
  provider: "Pivotmark",
  document: "Zeugnismark",
  remark: "Remarkmark",
  guestFirst: "Gunhildmark",
  guestLast: "Ostermark",
};

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
let logged = "";
let token = "";
const secrets: string[] = [];
const accountIds: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, written) => {
      logged += chunk;
      written();
    },
  });
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "young", price: 0, requiredDocuments: ["school"] }),
    testArticle({
      id: "letter",
      price: 500,
      supports: ["SHIPPING"],
      fields: [{ id: "school", type: "text", label: { fr: "École" }, required: false }],
    }),
  ];
  const pack = testPack({
    articles,
    documentTypes: [{ id: "school", name: { fr: "École" } }],
    vouchers: [{ code: "MINUS50", type: "AMOUNT", amount: 50 }],
    network: { shippingFee: { productId: "post", name: { fr: "Envoi" }, price: 250 } },
  });
  shop = await openTestShop({ packs: [pack], parts: { log: pino({ level: "trace" }, stream) } });
  people = peopleOf(shop.api, shop.sandbox.url);
  await planScheduledJobs(shop.api.deps);
  await liveEverywhere();
}, 60_000);
afterAll(() => shop.close());

const db = () => shop.api.deps.db;

/** The person leaves data everywhere in the product, through real calls; data without calls yet is inserted directly. */
async function liveEverywhere(): Promise<void> {
  const { api } = shop;
  const call = api.call;
  const first = await people.customer(marks.email);
  token = first.token;
  secrets.push(token, first.idToken, first.refreshToken, first.knownDevice);
  await people.toolkit("update", {
    idToken: first.idToken,
    displayName: marks.firstName,
    photoUrl: "https://x.example/Zoraydamark.png",
  });
  await call(
    "updateAccount",
    {
      firstName: marks.firstName,
      lastName: marks.lastName,
      birthDate: marks.birthDate,
      phone: `+33${marks.phone}`,
      contactEmail: marks.contact,
      address: { addressRoute: marks.street, addressPostalCode: "80000", addressCity: marks.city, addressState: "" },
      language: "fr",
    },
    { token },
  );
  await call("sendVerificationEmail", {}, { token });
  await call("verifyEmail", { code: await people.code(marks.email) }, { token });
  const entered = await call("login", { firebase_token: first.idToken, device: marks.device });
  token = entered.body.user?.userToken ?? "";
  const userId = entered.body.user?.userId ?? "";
  const account = await sql<{ id: string }>`select id from account where email = ${marks.email}`.execute(db());
  const accountId = account.rows[0]?.id ?? "";
  accountIds.push(accountId, userId);
  const person = { token, userId, accountId, email: marks.email };

  const child = api.deps.ids.uuid();
  await sql`insert into traveller (id, network_id, account_id, is_holder, first_name, last_name, birth_date, created_at)
    values (${child}, 'north', ${accountId}, false, ${marks.child}, ${marks.lastName}, '2015-01-02', now())`.execute(
    db(),
  );
  const buy = async (order: Record<string, unknown>) => {
    const placed = await call("placeOrder", order, { token, idempotencyKey: crypto.randomUUID() });
    await shop.pay(placed.body.paymentUrl);
    expect((await call("acknowledgePayment", { orderId: placed.body.orderId }, { token })).body.outcome).toBe(
      "CONFIRMED",
    );
    await call("printOrder", { orderId: placed.body.orderId }, { token });
  };
  await buy({ ...orderOf(person, 100), vouchers: ["MINUS50"], invoiceEmail: marks.invoice });
  await buy(orderOf(person, 150, { customerId: child }));
  const delivery = {
    fullname: `${marks.firstName} ${marks.lastName}`,
    addressRoute: marks.shipping,
    addressPostalCode: "80000",
    addressCity: marks.city,
    addressState: "",
  };
  const postedItem = { productId: "letter", support: "SHIPPING", fields: { school: marks.typed } };
  await buy({ ...orderOf(person, 750, postedItem), delivery });
  const refused = await call("placeOrder", orderOf(person, 300, { quantity: 2 }), { token });
  await shop.pay(refused.body.paymentUrl, "4970 1000 0000 0022");
  await call("acknowledgePayment", { orderId: refused.body.orderId }, { token });
  await call("cancelOrder", { orderId: refused.body.orderId }, { token });
  // A search for the person's own name and a wrong voucher leave no data.
  await call("verifyOrder", { articles: orderOf(person, 0).articles, vouchers: [marks.child] }, { token });
  await call("resetPassword", { email: marks.email });
  await people.toolkit("signInWithPassword", { email: marks.email, password: "Wrong-Quintemark-1" });

  await sql`update identity set person = ${JSON.stringify({ given_name: marks.provider })} where account_id = ${accountId}`.execute(
    db(),
  );
  const card = api.deps.ids.uuid();
  await sql`insert into transport_card (id, network_id, number, birth_date, account_id, traveller_id, linked_at, created_at)
    values (${card}, 'north', '9250001234567897', '1987-01-01', ${accountId}, ${userId}, now(), now())`.execute(db());
  const method = api.deps.ids.uuid();
  await sql`insert into payment_method (id, network_id, account_id, kind, last4, nickname, iban, holder, created_at)
    values (${method}, 'north', ${accountId}, 'IBAN', '0189', ${marks.firstName}, 'FR7630006000011234567890189', ${marks.lastName}, now())`.execute(
    db(),
  );
  const mandate = api.deps.ids.uuid();
  await sql`insert into mandate (id, network_id, account_id, payment_method_id, reference, creditor, debtor, wording, language,
      evidence, signed_at, last_debit_on)
    values (${mandate}, 'north', ${accountId}, ${method}, 'M-1', '{}', ${JSON.stringify({ name: marks.lastName })}, 'text',
      'fr', '{}', '2026-11-20', '2026-11-20')`.execute(db());
  await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, status,
      payment_method_id, mandate_id, paid_at)
    select 'north', id, 1, 'TRANSFER', amount, currency, '2026-11-20', '2026-11-20', 'paid', ${method}, ${mandate}, now()
    from orders where account_id = ${accountId} and status = 'COMPLETED' limit 1`.execute(db());
  const known = await sql<{ id: string }>`select subject as id from identity where account_id = ${accountId}`.execute(
    db(),
  );
  await sql`insert into traveller_login (traveller_id, network_id, login_id, password_hash, tokens_valid_since, created_at)
    values (${child}, 'north', ${known.rows[0]?.id}, ${marks.child}, now(), now())`.execute(db());
  await sql`insert into provider_grant (token_hash, network_id, provider_id, subject, person, authenticated_at, created_at, expires_at)
    values ('grant', 'north', 'password', ${known.rows[0]?.id}, ${JSON.stringify({ name: marks.provider })}, now(), now(), now())`.execute(
    db(),
  );
  const journey = { from: { id: "a", name: marks.stop }, to: { id: "b", name: marks.stop } };
  await sql`update order_line set journey = ${JSON.stringify(journey)} where traveller_id = ${child}`.execute(db());
  await submitDocument();
  await people.emails(marks.email);
}

/** A document is uploaded, and staff refuse it with a remark. */
async function submitDocument(): Promise<void> {
  const { api } = shop;
  const file = { bytes: await scan(), name: `${marks.document}.jpg`, type: "image/jpeg" };
  const sent = await api.call("uploadDocument", { document_type: "school" }, { token, file });
  const asked = { item_id: "young", document_ids: [sent.body.document.documentId] };
  const { submissionId } = (await api.call("createDocumentsSubmission", asked, { token })).body.submission;
  const network = await api.deps.networks.get("north");
  if (network === undefined) throw new Error("no network");
  const verdict = { network, submissionId, staffId: api.deps.ids.uuid() };
  await db()
    .transaction()
    .execute(async (tx) => {
      await takeSubmission(tx, api.deps, verdict);
      await askForMore(tx, api.deps, { ...verdict, reason: "other", remark: marks.remark });
    });
}

/** Every row of every table, as text; bytes both as text and as hex. */
async function dump(): Promise<{ table: string; row: string }[]> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db());
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db());
    for (const { row } of found.rows) {
      const bytes = [...row.matchAll(/\\\\?x([0-9a-f]{8,})/g)].map(([, hex = ""]) =>
        Buffer.from(hex, "hex").toString("utf8"),
      );
      rows.push({ table: name, row: [row, ...bytes].join("\n") });
    }
  }
  return rows;
}

const searchedValues = () => [...Object.values(marks), ...secrets, ...accountIds, goodPassword];

/** Which tables contain which values: in capitals or not, as text, as hex, or as JSON escapes. */
async function traces(): Promise<Record<string, string[]>> {
  const found: Record<string, Set<string>> = {};
  for (const { table, row } of await dump()) {
    const text = row.toLowerCase();
    for (const mark of searchedValues()) {
      const plain = mark.toLowerCase();
      const forms = [plain, Buffer.from(mark).toString("hex"), JSON.stringify(mark).slice(1, -1).toLowerCase()];
      if (!forms.some((form) => text.includes(form))) continue;
      found[table] ??= new Set();
      found[table]?.add(mark);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([table, names]) => [table, [...names].sort()]));
}

test("control: before the erasure the person is in every table with personal data", async () => {
  const before = await traces();
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      "account",
      "document",
      "submission",
      "submission_event",
      "stored_file",
      "idempotency",
      "identity",
      "invoice",
      "login",
      "mail",
      "order_line",
      "orders",
      "payment",
      "payment_method",
      "ticket",
      "transport_card",
      "traveller",
      "traveller_login",
      "user_session",
      "voucher_use",
      "provider_grant",
    ]),
  );
  const all = new Set(Object.values(before).flat());
  const unseen = Object.values(marks).filter(
    (mark) => !all.has(mark) && !mark.startsWith("Gunhild") && !mark.startsWith("Oster"),
  );
  expect(unseen).toEqual([]);
});

// covers §4: deletion after 30 days unless reactivated
test("30 days after the request nothing of the person is left but the archive of invoices and mandates; the books still agree", async () => {
  const files = await sql<{ number: string; contents: string; pdf: string }>`
    select number, contents::text, md5(pdf) as pdf from invoice order by number`.execute(db());
  expect(
    (await shop.api.call("requestDeletion", { confirmed: true, currentPassword: goodPassword }, { token })).http,
  ).toBe(200);
  await people.toolkit("signInWithPassword", { email: marks.email, password: "Wrong-Quintemark-2" });
  await shop.pass(daysMs(30) + hoursMs(1));
  await shop.pass(daysMs(2));
  const emails = await people.emails(marks.email);
  expect(emails.map(({ subject }) => subject)).toContain("Vos données sont supprimées – Network north");

  const left = await traces();
  expect(Object.keys(left)).toEqual(["invoice", "mandate"]);
  expect(logged).toContain("/Account/requestDeletion");
  expect(searchedValues().filter((mark) => !accountIds.includes(mark) && logged.includes(mark))).toEqual([]);

  const archived = await sql<{ number: string; contents: string; pdf: string; archived: boolean }>`
    select number, contents::text, md5(pdf) as pdf, archived_at is not null as archived from invoice order by number`.execute(
    db(),
  );
  expect(archived.rows.map(({ archived, ...file }) => file)).toEqual(files.rows);
  expect(archived.rows.every(({ archived }) => archived)).toBe(true);
  const card = await sql`select status, account_id, linked_at from transport_card`.execute(db());
  expect(card.rows).toEqual([{ status: "active", account_id: null, linked_at: null }]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

test("a person who signs up again with the same address finds nothing of the erased account", async () => {
  const { token: fresh } = await people.customer(marks.email);
  for (const call of ["orderHistory", "tickets"] as const) {
    expect((await shop.api.call(call, {}, { token: fresh })).body.items).toEqual([]);
  }
  const orders = await sql<{ id: string }>`select id from orders where completed_at is not null limit 1`.execute(db());
  const orderId = orders.rows[0]?.id ?? "";
  for (const response of [
    await shop.api.call("printOrder", { orderId }, { token: fresh }),
    await shop.api.call("getOrders", { orderId }, { token: fresh }),
    await shop.api.call("acknowledgePayment", { orderId }, { token: fresh }),
    await shop.api.call("cancelOrder", { orderId }, { token: fresh }),
  ]) {
    expect(response.body.error?.code).toBe("NOT_FOUND");
  }
});

// covers: guests are erased after three years, unused ones after 30 days
test("a guest is erased three years after the last order, one who never bought after 30 days", async () => {
  const guestOf = async (email: string) => {
    const guest = { firstName: marks.guestFirst, lastName: marks.guestLast, email };
    const { user } = (await shop.api.call("login", { authAsGuest: true, guest })).body;
    if (user?.userToken === undefined) throw new Error("no guest session");
    return { token: user.userToken, userId: user.userId, accountId: "", email };
  };
  const buyer = await guestOf("gunhildmark.buyer@person.example");
  await guestOf("gunhildmark.looker@person.example");
  const order = { ...orderOf(buyer, 150), invoiceEmail: buyer.email, over18Accepted: true };
  const placed = await shop.api.call("placeOrder", order, { token: buyer.token });
  await shop.pay(placed.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: placed.body.orderId }, { token: buyer.token });
  const link = /http\S+\.pdf\?\S+/.exec((await people.emails(buyer.email))[0]?.text ?? "")?.[0] ?? "";
  expect((await fetch(link)).status).toBe(200);

  const guests = async () =>
    (await sql<{ email: string }>`select email from account where guest order by email`.execute(db())).rows.map(
      ({ email }) => email,
    );
  await shop.pass(daysMs(29));
  expect(await guests()).toHaveLength(2);
  await shop.pass(daysMs(2));
  expect(await guests()).toEqual([buyer.email]);
  await shop.pass(daysMs(3 * 365 - 60));
  expect(await guests()).toEqual([buyer.email]);
  await shop.pass(daysMs(62));
  expect(await guests()).toEqual([]);
  const left = await traces();
  expect(left.invoice).toEqual(expect.arrayContaining([marks.guestLast]));
  // Thirteen months after the last debit.
  expect(left.mandate).toBeUndefined();
  const elsewhere = Object.entries(left).filter(([table]) => table !== "invoice");
  expect(elsewhere.flatMap(([, found]) => found).filter((mark) => /Gunhild|Oster/.test(mark))).toEqual([]);
  expect((await fetch(link)).status).toBe(410);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

// covers: archived invoices are deleted ten years after the end of their year
test("ten years after the end of their year archived invoices are deleted too, and others stay", async () => {
  const person = (await people.customer("stays.mark@person.example")).token;
  expect(person).not.toBe("");
  const count = async () => (await sql<{ n: number }>`select count(*) as n from invoice`.execute(db())).rows[0]?.n;
  const issued = await count();
  expect(issued).toBeGreaterThan(3);
  const end = Date.parse("2037-01-02T12:00:00Z");
  await shop.pass(end - daysMs(3) - shop.api.clock.now().getTime());
  expect(await count()).toBe(issued);
  await shop.pass(daysMs(3));
  expect((await sql`select number from invoice where year = 2026`.execute(db())).rows).toEqual([]);
  expect(Object.keys(await traces()).filter((table) => table === "invoice")).toEqual([]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 60_000);
