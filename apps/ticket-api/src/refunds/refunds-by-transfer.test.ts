import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { hoursMs } from "../clock.ts";
import { ProviderRefused } from "../integrations/payment-provider.ts";
import { plan } from "../jobs/plan-job.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { readPayment } from "../payment-records/payment-store.ts";
import { readRefund } from "../payment-records/refund-store.ts";
import { readRefundTransfer } from "../payment-records/refund-transfer-store.ts";
import { settleRefunds } from "../payments/payment-jobs.ts";
import { bookCardRefund } from "../payments/refunds/card-refund.ts";
import { sendProratedRefund } from "../payments/refunds/prorated-refund.ts";
import { beginTransfer } from "../payments/refunds/refund-by-transfer.ts";
import { soManyWait } from "../testing/held-rows.ts";
import { decide as bankDecides, dispute, disputeOfOrder, settleDisputes } from "../testing/providers/dispute-shop.ts";
import { type BankFilesShop, bankFilesOf, testIban } from "../testing/test-bank-files.ts";
import { debitNetwork } from "../testing/test-debits.ts";
import { testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, failRefund, refundableArticles, traces } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let folder: string;
let bank: BankFilesShop;
let person: TestPerson;
let clerk: TestStaff;
/** The provider of the shop, whose cards accept refunds. */
let payments: Shop["api"]["deps"]["payments"];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-transfers-"));
  const network = { ...debitNetwork, refundApprovalAbove: 1_000 };
  shop = await openTestShop({ packs: [testPack({ articles: refundableArticles, network })] });
  bank = bankFilesOf(shop, folder);
  bank.connect();
  const { deps } = shop.api;
  ({ payments } = deps);
  await plan(deps.db, deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
}, 60_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  cardsRefuse();
  person = await testPerson(shop.api.deps);
  clerk = await testStaff(shop.api, { north: ["manager"] });
});

/** Lets every card refuse its refund, as an issuer does for a closed one. */
function cardsRefuse(): void {
  const refuses = async () => {
    throw new ProviderRefused("expired_or_canceled_card", "The card is closed");
  };
  shop.api.deps.payments = { ...payments, at: (account) => ({ ...payments.at(account), refund: refuses }) };
}

const euros = (amount: number) => ({ amount, currency: "EUR" });
const iban = testIban(4711);
const differences = async () => (await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind);

/** An order whose tickets were given back, and whose card has refused the refund. */
async function refusedByCard(amount = 150, article: readonly [string, number] = ["single", 1]) {
  const { orderId, session } = await bought(shop, person, amount, article);
  const { tickets } = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body;
  const asked = { orderId, ticketIds: tickets.map(({ ticketId }) => ticketId), amount: euros(amount) };
  expect((await shop.api.call("requestRefund", asked, { token: person.token })).body.error).toBeUndefined();
  await shop.pass(0);
  const found = await sql<{ id: string }>`select id from refund where order_id = ${orderId}`.execute(shop.api.deps.db);
  return { orderId, session, refundId: found.rows[0]?.id ?? "" };
}
const enter = (orderId: string, more: { iban?: string; token?: string } = {}) => {
  const { token = person.token, ...account } = more;
  return shop.api.call("enterRefundAccount", { orderId, holder: "Ana Silva", iban, ...account }, { token });
};
const seen = async (orderId: string) =>
  (await shop.api.call("readRefundAccount", { orderId }, { token: person.token })).body.refunds;
const decide = async (
  transferId: string,
  staff: TestStaff = clerk,
  more: { decision?: "approve" | "refuse"; reason?: string; enteredAt?: string } = {},
) => {
  const values = { transferId, decision: "approve", enteredAt: await enteredAtOf(transferId, staff), ...more } as const;
  return (await shop.api.call("decideRefundByTransfer", values, { token: staff.token })).body;
};
/** When the current account was entered, or an instant at which none was. */
const enteredAtOf = async (transferId: string, { token }: TestStaff = clerk) => {
  const { items } = (await shop.api.call("listRefundsByTransfer", {}, { token })).body;
  return items.find((one) => one.transferId === transferId)?.enteredAt ?? shop.api.deps.clock.iso();
};
const emails = async (orderId: string) =>
  (await bank.emailsOf(orderId)).filter((template) => template.startsWith("refund-") && template !== "refund-made");
const transfersSent = async (refundId: string) => {
  const found = await sql<{ id: string }>`select replace(id::text, '-', '') as id from bank_instruction
    where kind = 'transfer' and starts_with(request_key, ${`rest:${refundId}:`}) order by changed_at`.execute(
    shop.api.deps.db,
  );
  return found.rows.map(({ id }) => id);
};
const filesOfTransfers = async (account: string) =>
  (await bank.sent()).filter((file) => file.includes("pain.001") && file.includes(account)).length;

test("a refund that is refused because of a dispute that nobody has reported yet asks for no account: it waits for the bank", async () => {
  const { deps } = shop.api;
  deps.payments = payments;
  const { orderId, session } = await bought(shop, person, 150, ["single", 1]);
  await shop.behave("lost", 5);
  await dispute(shop, session);
  await shop.behave("lost", 0);
  const { tickets } = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body;
  const asked = { orderId, ticketIds: tickets.map(({ ticketId }) => ticketId), amount: euros(150) };
  expect((await shop.api.call("requestRefund", asked, { token: person.token })).body.error).toBeUndefined();
  await shop.pass(0);
  expect(await seen(orderId)).toEqual([]);
  expect((await traces(shop, orderId)).sent).toEqual([]);
  await settleDisputes(shop);
  await bankDecides(shop, (await disputeOfOrder(shop, orderId)).reference, "won");
  await settleDisputes(shop);
  await shop.pass(hoursMs(1));
  expect((await traces(shop, orderId)).sent).toEqual([150]);
  expect(await differences()).toEqual([]);
});

// covers: a refund that the card refuses for good is paid to an account that the customer enters and the staff approve
test("a refund that the card refuses waits for an account, is approved, and transferred once; the bank's return asks for another", async () => {
  const { orderId, refundId } = await refusedByCard();
  expect(await seen(orderId)).toMatchObject([{ amount: euros(150), state: "needs-account", cause: "card" }]);
  expect(await emails(orderId)).toEqual(["refund-needs-account"]);
  expect(await differences()).toEqual([]);
  expect((await enter(orderId, { iban: "FR76 0000" })).body.error?.code).toBe("IBAN_INVALID");
  expect((await decide(refundId)).error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await enter(orderId)).body.refunds).toMatchObject([{ state: "checking", account: expect.any(String) }]);
  const listed = await shop.api.call("listRefundsByTransfer", { state: "to-approve" }, { token: clerk.token });
  expect(listed.body.items).toMatchObject([{ transferId: refundId, holder: "Ana Silva", amount: euros(150) }]);
  for (const [toDecide, isListed] of [
    [true, true],
    [false, false],
  ]) {
    const { items } = (await shop.api.call("listRefundsByTransfer", { toDecide }, { token: clerk.token })).body;
    expect(items.some(({ transferId }) => transferId === refundId)).toBe(isListed);
  }
  expect((await decide(refundId, clerk, { decision: "refuse" })).error?.code).toBe("FIELD_REQUIRED");
  const refused = await decide(refundId, clerk, { decision: "refuse", reason: "Not the customer's name" });
  expect(refused.transfer).toMatchObject({ state: "needs-account", cause: "staff", account: null });
  expect(await seen(orderId)).toMatchObject([{ state: "needs-account", reason: "Not the customer's name" }]);
  await enter(orderId);
  const shown = await enteredAtOf(refundId);
  await enter(orderId, { iban: testIban(4712) });
  expect((await decide(refundId, clerk, { enteredAt: shown })).error).toMatchObject({
    ...{ code: "TRANSITION_NOT_ALLOWED", details: { reason: "ACCOUNT_CHANGED" } },
  });
  await enter(orderId);
  const both = await Promise.all([decide(refundId), decide(refundId)]);
  expect(both.map(({ error }) => error?.code ?? "approved").toSorted()).toEqual(["TRANSITION_NOT_ALLOWED", "approved"]);
  // Two servers run its job at once.
  const job = { payload: { refundId } } as never;
  await Promise.allSettled([sendProratedRefund(shop.api.deps, job), sendProratedRefund(shop.api.deps, job)]);
  await shop.pass(0);
  expect(await seen(orderId)).toMatchObject([{ state: "transferred" }]);
  expect(await emails(orderId)).toEqual(["refund-needs-account", "refund-needs-account", "refund-transferred"]);
  expect(await filesOfTransfers(iban)).toBe(1);
  expect(await differences()).toEqual([]);
  const [first = ""] = await transfersSent(refundId);
  await bank.bankSays({ amount: "1.50", details: [{ endToEndId: first, amount: "1.50", code: "AC04" }] });
  expect(await seen(orderId)).toMatchObject([{ state: "needs-account", cause: "bank", account: null }]);
  expect((await traces(shop, orderId)).events.filter((event) => event === "refund-needs-account")).toHaveLength(3);
  expect(await differences()).toEqual([]);
  expect((await enter(orderId)).body.error?.code).toBe("REAUTHENTICATION_REQUIRED");
  await sql`update user_session set reauthenticated_at = ${shop.api.clock.iso()}`.execute(shop.api.deps.db);
  const other = testIban(4712);
  await enter(orderId, { iban: other });
  const later = await testStaff(shop.api, { north: ["manager"] });
  await decide(refundId, later);
  await shop.pass(0);
  expect([await filesOfTransfers(iban), await filesOfTransfers(other)]).toEqual([1, 1]);
  expect(await seen(orderId)).toMatchObject([{ state: "transferred" }]);
  expect((await traces(shop, orderId)).notes).toEqual([150]);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: above the threshold of the network two members of the staff approve the account
test("above the threshold a second person confirms; another's order is not found, a guest's link works", async () => {
  const { orderId, refundId } = await refusedByCard(1_350, ["single", 9]);
  const stranger = await testPerson(shop.api.deps);
  expect((await enter(orderId, { token: stranger.token })).body.error?.code).toBe("NOT_FOUND");
  await sql`update orders set customer = customer || '{"guest": true}' where id = ${orderId}`.execute(shop.api.deps.db);
  const { path: link, until } = guestOrderLink(shop.api.deps, { id: orderId, networkId: "north" });
  const linkSignature = new URL(link, "https://shop.example").searchParams.get("link") ?? "";
  const account = { orderId, holder: "Ana Silva", iban, until };
  const forged = await shop.api.call("enterRefundAccount", { ...account, linkSignature: "forged" });
  expect(forged.body.error?.code).toBe("NOT_FOUND");
  const entered = await shop.api.call("enterRefundAccount", { ...account, linkSignature });
  expect(entered.body.refunds).toMatchObject([{ state: "checking" }]);
  expect((await decide(refundId)).transfer).toMatchObject({ state: "to-confirm", confirmedBy: null });
  expect((await decide(refundId)).error?.code).toBe("SECOND_PERSON_REQUIRED");
  await shop.pass(0);
  expect(await transfersSent(refundId)).toEqual([]);
  const second = await testStaff(shop.api, { north: ["manager"] }, "Maud Kerbrat");
  expect((await decide(refundId, second)).transfer).toMatchObject({ confirmedBy: "Maud Kerbrat" });
  await shop.pass(0);
  expect(await transfersSent(refundId)).toHaveLength(1);
  expect(await differences()).toEqual([]);
}, 120_000);

/** An approved transfer, with its job stopped. */
async function approved() {
  const made = await refusedByCard();
  await enter(made.orderId);
  await decide(made.refundId);
  const { deps } = shop.api;
  const refund = await readRefund(deps.db, made.refundId);
  if (refund === undefined) throw new Error("no refund");
  return { ...made, refund };
}

// covers: never both refunded at the card and transferred
test("a refund that the card makes late is booked and ends the transfer; one that has begun to be transferred is reported", async () => {
  const { deps } = shop.api;
  // The card made the refund although it was reported as refused.
  deps.failpoint = (point) => {
    if (point === "transfer-to-begin") throw new Error("stopped");
  };
  const late = await approved();
  deps.failpoint = () => undefined;
  const payment = await readPayment(deps.db, late.refund.paymentId);
  if (payment === undefined || payment.kind === "debit") throw new Error("no payment");
  const asked = { reference: `rest:${late.refundId}`, amount: euros(150) };
  await payments.at(payment.providerAccount).refund(late.session, asked);
  await sendProratedRefund(deps, { payload: { refundId: late.refundId } } as never);
  expect((await readRefundTransfer(deps.db, late.refundId))?.status).toBe("made-at-card");
  expect(await transfersSent(late.refundId)).toEqual([]);
  expect(await seen(late.orderId)).toEqual([]);
  expect(await differences()).toEqual([]);
  // Days later that refund fails: it waits for an account again, with another e-mail.
  await failRefund(shop, late.session);
  await settleRefunds(deps, payment.providerAccount, late.session);
  expect(await seen(late.orderId)).toMatchObject([{ state: "needs-account", cause: "card", account: null }]);
  expect(await emails(late.orderId)).toEqual(["refund-needs-account", "refund-needs-account"]);
  expect(await differences()).toEqual([]);
  // The success arrives while the transfer begins: it waits, and finds it begun.
  deps.failpoint = (point) => {
    if (point === "transfer-to-begin") throw new Error("stopped");
  };
  const begun = await approved();
  deps.failpoint = () => undefined;
  const paid = await readPayment(deps.db, begun.refund.paymentId);
  if (paid === undefined) throw new Error("no payment");
  let booking: Promise<unknown> = Promise.resolve();
  await deps.db.transaction().execute(async (tx) => {
    expect(await beginTransfer(tx, begun.refundId)).toBe(true);
    booking = deps.db.transaction().execute((other) => bookCardRefund(other, deps, begun.refund, euros(150), paid));
    await soManyWait(deps.db, 1, "from refund");
  });
  await booking;
  expect((await readRefund(deps.db, begun.refundId))?.givenAt).toBeNull();
  await sendProratedRefund(deps, { payload: { refundId: begun.refundId } } as never);
  expect((await readRefundTransfer(deps.db, begun.refundId))?.status).toBe("transferred");
  expect(await differences()).toEqual(["payment-discrepancy"]);
  await sql`update payment_discrepancy set settled_at = now(), settlement = 'test' where order_id = ${begun.orderId}`.execute(
    deps.db,
  );
}, 120_000);

// The control run: what the test above finds where a late success is booked whatever the state of the transfer.
test("without the table of states, a refund is made at the card and transferred, which the audit reports", async () => {
  const { deps } = shop.api;
  const { refundId } = await approved();
  await shop.pass(0);
  expect((await readRefundTransfer(deps.db, refundId))?.status).toBe("transferred");
  await sql`update refund_transfer set status = 'made-at-card' where refund_id = ${refundId}`.execute(deps.db);
  expect(await differences()).toContain("refund-transfer-wrong");
  await sql`update refund_transfer set status = 'transferred' where refund_id = ${refundId}`.execute(deps.db);
}, 120_000);
