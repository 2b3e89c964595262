import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { isTargetDay } from "@guichet/rules/payments/installments.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { daysMs } from "../../clock.ts";
import { plan } from "../../jobs/plan-job.ts";
import { debitNetwork, giveAccount, orderByDebit, signed } from "../../testing/test-debits.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../../testing/test-purchase.ts";
import { collectDebits } from "../direct-debit-jobs.ts";

const methods: ("CARD" | "TRANSFER")[] = ["CARD", "TRANSFER"];
const articles = [
  testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: methods }] }),
  testArticle({
    id: "yearly",
    price: 10_000,
    paymentOptions: [{ paymentMethods: methods }, { paymentMethods: methods, installments: 3, period: "P1M" }],
  }),
  testArticle({ id: "card-only", price: 150 }),
];
let shop: Shop;
beforeEach(async () => {
  const off = testPack({ id: "south", articles });
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork }), off] });
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
}, 60_000);
afterEach(() => shop.close());

const differences = () => audit(shop.api.deps, { grace: 0 });
const orderNow = async (person: TestPerson, orderId: string) => {
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  const [order] = body.items;
  if (order === undefined) throw new Error("The order is not there");
  return order;
};
const partsNow = async (person: TestPerson, orderId: string) =>
  (await orderNow(person, orderId)).parts.map(({ status }) => status);
const emailsOf = async (orderId: string) => {
  const found = await sql<{ template: string }>`select template from mail where contents ->> 'orderId' = ${orderId}
    order by created_at, template`.execute(shop.api.deps.db);
  return found.rows.map(({ template }) => template);
};
const receivable = async (orderId: string) => {
  const found = await sql<{ sum: number }>`select coalesce(sum(amount), 0) as sum from ledger_entry
    where order_id = ${orderId} and side = 'receivable'`.execute(shop.api.deps.db);
  return Number(found.rows[0]?.sum);
};
const movesOf = async (orderId: string) => (await shop.ledger(orderId)).map(({ kind }) => kind);
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) await shop.pass(daysMs(1));
  await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(shop.api.deps.db);
}
const bought = async (iban: string = testIbans.good, more: Record<string, unknown> = {}) => {
  const person = await testPerson(shop.api.deps);
  const placed = await orderByDebit(shop.api, person, iban, more);
  expect(placed.body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: placed.body.orderId };
};
const inThree = { ...{ productId: "yearly" } };
const yearly = { line: inThree, total: 10_000, installments: 3 };

// covers §1: payment by transfer or by direct debit
test("a signed mandate completes the order; it is debited once, on the first TARGET day from the fifth on, and owed until then", async () => {
  const { person, orderId } = await bought();
  const order = await orderNow(person, orderId);
  expect(order).toMatchObject({ status: "COMPLETED", paymentMethod: "TRANSFER", ticketCount: 1 });
  const [part] = order.parts;
  const today = dayIn(shop.api.deps.clock.iso(), "Europe/Paris");
  const due = part?.collectedOn ?? "";
  expect(isTargetDay(due) && Date.parse(due) - Date.parse(today) >= daysMs(5)).toBe(true);
  const invoice = await sql<{ payment: object }>`select contents -> 'payment' as payment from invoice
    where order_id = ${orderId}`.execute(shop.api.deps.db);
  expect(invoice.rows[0]?.payment).toMatchObject({ method: "TRANSFER", firstDebit: due });
  expect(await receivable(orderId)).toBe(150);
  expect(await emailsOf(orderId)).toEqual(expect.arrayContaining(["mandate-signed", "order-confirmation"]));
  expect(await differences()).toEqual([]);
  await days(12);
  expect(await partsNow(person, orderId)).toEqual(["paid"]);
  expect(await movesOf(orderId)).toEqual(["debit"]);
  expect(await receivable(orderId)).toBe(0);
  expect((await emailsOf(orderId)).filter((name) => name === "debit-notice")).toHaveLength(1);
  expect(await differences()).toEqual([]);
}, 60_000);

// covers §1: payment by transfer or by direct debit
test("in three installments: each debited on the first TARGET day from its date on, with notice five days before; the dates do not move", async () => {
  const { person, orderId } = await bought(testIbans.good, yearly);
  const { parts } = await orderNow(person, orderId);
  expect(parts.map(({ amount }) => amount.amount)).toEqual([3334, 3333, 3333]);
  expect(parts.every(({ dueOn, collectedOn }) => collectedOn >= dueOn && isTargetDay(collectedOn))).toBe(true);
  await days(38);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "planned"].slice(0, 3));
  await days(40);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "paid"]);
  expect(await movesOf(orderId)).toEqual(["debit", "debit", "debit"]);
  expect((await emailsOf(orderId)).filter((name) => name === "debit-notice")).toHaveLength(3);
  expect(await receivable(orderId)).toBe(0);
  expect(await differences()).toEqual([]);
}, 60_000);

test.each([
  ["a closed account is rejected", testIbans.closed, [], "AC04"],
  ["an account without money is returned after it was booked", testIbans["no-money"], ["debit", "refund"], "AM04"],
  ["a debit that its debtor disputes is returned weeks later", testIbans["claimed-back"], ["debit", "refund"], "MD01"],
] as const)(
  "%s: the order moves to REGULARIZATION; settled by card it is complete again",
  async (_, iban, moves, reason) => {
    const { person, orderId } = await bought(iban);
    await days(34);
    expect(await partsNow(person, orderId)).toEqual(["unpaid"]);
    expect((await orderNow(person, orderId)).status).toBe("REGULARIZATION");
    expect(await movesOf(orderId)).toEqual(moves);
    expect(await receivable(orderId)).toBe(150);
    expect((await emailsOf(orderId)).filter((name) => name === "debit-returned")).toHaveLength(1);
    const returnEmails = await sql<{ reason: string }>`select contents ->> 'reason' as reason from mail
    where template = 'debit-returned'`.execute(shop.api.deps.db);
    expect(returnEmails.rows).toEqual([{ reason }]);
    expect(await differences()).toEqual([]);
    const paying = await shop.api.call(
      "payInstallment",
      { orderId, position: 1, returnUrl: "/account/invoices" },
      { token: person.token, idempotencyKey: crypto.randomUUID() },
    );
    await shop.pay(paying.body.paymentUrl);
    await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
    expect(await orderNow(person, orderId)).toMatchObject({ status: "COMPLETED", parts: [{ status: "paid" }] });
    expect(await receivable(orderId)).toBe(0);
    expect(await differences()).toEqual([]);
    await days(10);
    expect(await movesOf(orderId)).toEqual([...moves, "session", "capture"]);
  },
  60_000,
);

test("while the folder of the bank is away its files wait, and each debit is collected once", async () => {
  const { person, orderId } = await bought();
  const other = await bought();
  await shop.cutBank(true);
  await days(7);
  expect(await partsNow(person, orderId)).toEqual(["begun"]);
  await shop.cutBank(false);
  await days(7);
  expect(await partsNow(person, orderId)).toEqual(["paid"]);
  expect(await movesOf(orderId)).toEqual(["debit"]);
  expect(await movesOf(other.orderId)).toEqual(["debit"]);
  const files = await sql<{
    count: number;
  }>`select count(*) as count from debit_file where submitted_at is not null`.execute(shop.api.deps.db);
  expect(Number(files.rows[0]?.count)).toBe(1);
  expect(await differences()).toEqual([]);
}, 60_000);

test("however often its job runs concurrently, and after a long outage, an order is debited once", async () => {
  const { orderId } = await bought();
  const due = await sql<{ key: string }>`select key from due_work where kind = 'debit-file'`.execute(shop.api.deps.db);
  const key = due.rows[0]?.key ?? "";
  const [networkId = "", collectOn = ""] = key.split(":");
  shop.api.clock.setOffset(shop.api.clock.offsetMs() + daysMs(12));
  await fetch(new URL("/clock", shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offsetMs: shop.api.clock.offsetMs() }),
  });
  const job = {
    id: "",
    networkId,
    kind: "debit-file",
    key,
    payload: { networkId, collectOn },
    dueAt: "",
    attempts: 1,
  };
  // The bank's collection day has passed, as after a long outage: the file is submitted for the next possible day.
  await Promise.allSettled(Array.from({ length: 6 }, () => collectDebits(shop.api.deps, job)));
  await shop.api.work.drain();
  await days(5);
  expect(await movesOf(orderId)).toEqual(["debit"]);
  expect(await differences()).toEqual([]);
}, 60_000);

// covers §1: payment by transfer or by direct debit
test("an order without a signature, with another text or with a used reference is refused; nothing is written", async () => {
  const person = await testPerson(shop.api.deps);
  const account = await giveAccount(shop.api, person, testIbans.good);
  const mandate = await signed(shop.api, person);
  const place = (more: Record<string, unknown>) =>
    shop.api.call(
      "placeOrder",
      { ...orderOf(person, 150), paymentMethod: "TRANSFER", cardId: account, ...more },
      { token: person.token, idempotencyKey: crypto.randomUUID() },
    );
  const refused = async (more: Record<string, unknown>) => (await place(more)).body.error?.code;
  expect(await refused({})).toBe("MANDATE_NOT_SIGNED");
  expect(await refused({ mandate: { ...mandate, digest: "other" } })).toBe("MANDATE_NOT_SIGNED");
  expect(await refused({ mandate: { ...mandate, reference: "GU-1" } })).toBe("MANDATE_NOT_SIGNED");
  expect(await refused({ mandate, cardId: undefined })).toBe("PAYMENT_METHOD_UNKNOWN");
  const stranger = await testPerson(shop.api.deps);
  const theirs = await giveAccount(shop.api, stranger, testIbans.good);
  expect(await refused({ mandate, cardId: theirs })).toBe("PAYMENT_METHOD_UNKNOWN");
  const written = await sql<{ count: number }>`select count(*) as count from orders`.execute(shop.api.deps.db);
  expect(Number(written.rows[0]?.count)).toBe(0);
  expect((await place({ mandate })).body.orderStatus).toBe("COMPLETED");
  expect(await refused({ mandate })).toBe("MANDATE_NOT_SIGNED");
}, 60_000);

test("a signed mandate is stored with its evidence; the same key gives the same order", async () => {
  const person = await testPerson(shop.api.deps);
  const account = await giveAccount(shop.api, person, testIbans.good);
  const mandate = await signed(shop.api, person);
  const key = crypto.randomUUID();
  const request = { ...orderOf(person, 150), paymentMethod: "TRANSFER" as const, cardId: account, mandate };
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.api.call("placeOrder", request, { token: person.token, idempotencyKey: key })),
  );
  expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
  const storedMandate = await sql<{
    wording: string;
    debtor: object;
    evidence: Record<string, unknown>;
    reference: string;
  }>`
    select reference, wording, debtor, evidence from mandate`.execute(shop.api.deps.db);
  expect(storedMandate.rows).toHaveLength(1);
  expect(storedMandate.rows[0]).toMatchObject({
    reference: mandate.reference,
    debtor: { name: "Ana Silva", iban: testIbans.good },
    evidence: { digest: mandate.digest, orderId: answers[0]?.body.orderId, address: expect.any(String) },
  });
  expect(storedMandate.rows[0]?.wording).toContain("Regie du Nord");
}, 60_000);

// covers §1: payment by transfer or by direct debit
test("a retry after a lost response gets it again, also in another language and from another account: one order, one mandate", async () => {
  const person = await testPerson(shop.api.deps);
  const [first, second] = [
    await giveAccount(shop.api, person, testIbans.good),
    await giveAccount(shop.api, person, testIbans.closed),
  ];
  const [cart, key] = [crypto.randomUUID(), crypto.randomUUID()];
  const shownIn = async (lang: "fr" | "en") => {
    const preview = { totalAmount: { amount: 150, currency: "EUR" }, paymentMethod: "TRANSFER" as const, key: cart };
    const { body } = await shop.api.call(
      "previewInstallments",
      { ...preview, installments: 1, period: "P1M", lang },
      { token: person.token },
    );
    return { reference: body.mandate?.reference ?? "", digest: body.mandate?.digest ?? "" };
  };
  const place = (
    lang: "fr" | "en",
    cardId: string,
    mandate: { reference: string; digest: string },
    more: Record<string, unknown> = {},
  ) =>
    shop.api.call(
      "placeOrder",
      {
        ...{ ...orderOf(person, 150), paymentMethod: "TRANSFER" as const, cardId, mandate, lang },
        ...{ returnUrl: `/${lang}/cart`, ...more },
      },
      { token: person.token, idempotencyKey: key },
    );
  const [french, english] = [await shownIn("fr"), await shownIn("en")];
  expect(english.reference).toBe(french.reference);
  expect(english.digest).not.toBe(french.digest);
  const answers = await Promise.all([
    place("fr", first, french),
    place("en", first, english),
    place("en", second, english),
  ]);
  answers.push(await place("en", second, english), await place("fr", first, french));
  expect(answers.map(({ body }) => body.orderStatus)).toEqual(Array(5).fill("COMPLETED"));
  expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
  expect((await place("en", first, english, { vouchers: ["OTHER"] })).body.error?.code).toBe("IDEMPOTENCY_KEY_REUSED");
  const written = await sql<{ orders: number; mandates: number }>`select (select count(*) from orders) as orders,
    (select count(*) from mandate) as mandates`.execute(shop.api.deps.db);
  expect(written.rows.map(({ orders, mandates }) => [Number(orders), Number(mandates)])).toEqual([[1, 1]]);
}, 60_000);

test("direct debit is offered only where the network's switch is on and the article allows it, and never to a guest", async () => {
  const person = await testPerson(shop.api.deps);
  const methodsOf = async (person: TestPerson, productId: string) => {
    const { articles: lines } = orderOf(person, 150, { productId });
    const { body } = await shop.api.call("verifyOrder", { articles: lines, vouchers: [] }, { token: person.token });
    return body.paymentOptions.flatMap(({ paymentMethods }) => paymentMethods);
  };
  expect(await methodsOf(person, "single")).toEqual(["CARD", "TRANSFER"]);
  expect(await methodsOf(person, "card-only")).toEqual(["CARD"]);
  const preview = await shop.api.call(
    "previewInstallments",
    { totalAmount: { amount: 150, currency: "EUR" }, paymentMethod: "TRANSFER", installments: 1, period: "P1M" },
    { token: person.token },
  );
  expect(preview.body.mandate).toMatchObject({
    creditor: { id: "FR48ZZZ594823" },
    reference: expect.stringMatching(/^GU-/),
  });
  const south = await testPerson(shop.api.deps, { network: "south" });
  const registered = await shop.api.call(
    "registerBankAccount",
    { iban: testIbans.good, holder: "Ana Silva" },
    { token: south.token, network: "south" },
  );
  expect(registered.body.error?.code).toBe("FEATURE_DISABLED");
}, 60_000);
