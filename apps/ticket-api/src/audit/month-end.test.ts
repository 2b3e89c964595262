import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordMovement } from "../payment-records/ledger-store.ts";
import { runOperatorCommand } from "../testing/operator-command.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles } from "../testing/test-refunds.ts";
import { monthEnd } from "./month-end.ts";
import { describeMonthEnd } from "./month-end-report.ts";

const network = { id: "north", timeZone: "Europe/Paris", currency: "EUR" };
const yearly = testArticle({
  id: "yearly",
  price: 900,
  paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
});

let shop: Shop;
let person: TestPerson;
/** Three single tickets, of which one is returned in the last hour of March. */
let givenBack: string;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [...refundableArticles, yearly] })] });
  // The last evening of March in Paris, where the clock is two hours ahead of UTC.
  moveTo("2027-03-31T20:30:00.000Z");
  await shop.pass(0);
  person = await testPerson(shop.api.deps);
  ({ orderId: givenBack } = await bought(shop, person, 450, ["single", 3]));
  await bought(shop, person, 200, ["single"], ["parking"]);
  await bought(shop, person, 900, ["yearly"], { installments: 3 });
  const { tickets } = (await shop.api.call("quoteRefund", { orderId: givenBack }, { token: person.token })).body;
  const request = {
    orderId: givenBack,
    ticketIds: [tickets[0]?.ticketId ?? ""],
    amount: { amount: 150, currency: "EUR" },
  };
  expect((await shop.api.call("requestRefund", request, { token: person.token })).body.error).toBeUndefined();
  moveTo("2027-03-31T22:30:00.000Z");
  await shop.pass(0);
  await bought(shop, person, 150, ["single"]);
}, 60_000);
afterAll(() => shop.close());

const moveTo = (instant: string) => shop.api.clock.setOffset(Date.parse(instant) - Date.now());
const report = (month: string) => monthEnd(shop.api.deps.db, network, month);

// covers §6: month-end report: sold, credited, taken, paid back, owed; ledger and documents compared
describe("a month", () => {
  test("has its invoices and credit notes with their VAT, until midnight in the network's time zone", async () => {
    const march = await report("2027-03");
    expect(march.documents).toMatchObject([
      { series: "invoice", count: 3 },
      { series: "credit-note", count: 1 },
    ]);
    expect(march.documents[0]?.first).not.toBe(march.documents[0]?.last);
    const gross = march.vat.map(({ series, rate, gross, net, vat }) => [series, rate, gross, net + vat - gross]);
    expect(gross).toEqual([
      ["invoice", 10, 1500, 0],
      ["invoice", 20, 50, 0],
      ["credit-note", 10, 150, 0],
    ]);
    expect((await report("2027-04")).documents).toMatchObject([{ series: "invoice", count: 1 }]);
    expect((await report("2027-02")).documents).toEqual([]);
  });

  test("has its sales, and what customers owe and are owed at its end", async () => {
    const march = await report("2027-03");
    expect(march).toMatchObject({ sold: 1550, takenBack: 0, differences: [] });
    expect(Object.fromEntries(march.closing)).toMatchObject({ provider: 950, receivable: 600 });
    expect(march.toPayBack).toMatchObject([{ orderId: givenBack, sold: 450, invoiced: 300 }]);
    const april = await report("2027-04");
    expect(april).toMatchObject({ sold: 150, takenBack: 150, toPayBack: [], differences: [] });
    expect(april.movements).toContainEqual({ from: "provider", to: "sales", count: 1, amount: 150 });
    expect(april.opening).toEqual(march.closing);
  });

  test("is described with its amounts, by the command too", async () => {
    const text = describeMonthEnd(await report("2027-03"));
    expect(text).toContain("north, 2027-03 (Europe/Paris)");
    expect(text).toContain("EUR 15.00  VAT 10 %: EUR 13.63 net, EUR 1.37 VAT");
    expect(text).toContain("EUR 15.50  sales of the month: EUR 15.50 sold, EUR 0.00 taken back");
    expect(text).toContain("EUR 6.00  customers (installments and debits of a later day) (EUR 0.00 before)");
    expect(text).toMatch(/EUR 1\.50 {2}to be paid back: \S+\n/);
    expect(text).toContain("Ledger and documents agree.");
    expect(await command("2027-03")).toEqual({ code: 0, out: text, err: "" });
    const asJson = await command("2027-03", "--network", "north", "--json");
    expect(JSON.parse(asJson.out)).toMatchObject([{ sold: 1550, closing: { receivable: 600 } }]);
  });

  test("reports an order that was captured and never completed as to be paid back, and one sold for more than its invoice as a difference", async () => {
    const { body } = await shop.api.call("placeOrder", orderOf(person, 500, { productId: "final" }), {
      token: person.token,
    });
    const { db, clock } = shop.api.deps;
    const book = (movement: string, orderId: string) =>
      db.transaction().execute((tx) =>
        recordMovement(tx, {
          ...{ movement, orderId, networkId: "north", to: "provider", from: "sales" },
          ...{ amount: 150, currency: "EUR", at: clock.iso() },
        }),
      );
    await book("capture:test-1", body.orderId);
    await book("capture:test-2", givenBack);
    const april = await report("2027-04");
    expect(april.toPayBack.map(({ orderId }) => orderId)).toContain(body.orderId);
    await book("capture:test-3", await paidOnce());
    const again = await report("2027-04");
    expect(again.differences).toMatchObject([{ sold: 300, invoiced: 150 }]);
    expect(describeMonthEnd(again)).toMatch(/order \S+: EUR 3\.00 in the ledger, EUR 1\.50 invoiced\n1 difference/);
    expect((await command("2027-04")).code).toBe(1);
  });
});

test("the command refuses an unknown network, a wrong month and wrong arguments", async () => {
  expect(await command("2027-03", "--network", "nowhere")).toMatchObject({
    code: 1,
    err: "There is no network nowhere: north.",
  });
  expect(await command("2027-13")).toMatchObject({ code: 2, err: "2027-13 is not a month: write 2026-10." });
  expect(await command()).toMatchObject({ code: 2, err: expect.stringContaining("npm run month-end") });
  expect(await command("2027-03", "--csv")).toMatchObject({ code: 2 });
});

async function paidOnce(): Promise<string> {
  return (await bought(shop, person, 150, ["single"])).orderId;
}

const command = (...words: string[]) =>
  runOperatorCommand("month-end", words, { DATABASE_URL: shop.api.deps.config.databaseUrl });
