import { ticketCheckDays } from "@guichet/contract/limits/ticket-check-limits.ts";
import { sign } from "@guichet/ticket-code/ticket-code.ts";
import { signingKey } from "@guichet/ticket-code/ticket-keys.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daysMs, minutesMs } from "../../clock.ts";
import { plan } from "../../jobs/plan-job.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../../testing/test-staff.ts";
import { cancelTickets } from "../ticket-store.ts";

let shop: Shop;
let person: TestPerson;
let inspector: TestStaff;
let colleague: TestStaff;
let agent: TestStaff;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "month", price: 0, quantityMax: 5, validity: { from: "purchase", duration: "P1M" } }),
    testArticle({
      id: "single",
      price: 0,
      trips: 1,
      validity: { from: "first-use", duration: "PT1H" },
      useWithin: "P1Y",
    }),
  ];
  const packs = [testPack({ id: "north", articles }), testPack({ id: "south", articles })];
  shop = await openTestShop({ packs });
  person = await testPerson(shop.api.deps);
}, 60_000);
afterAll(() => shop.close());
// A session of the staff ends after an hour without use.
beforeEach(signIn);

async function signIn(): Promise<void> {
  inspector = await testStaff(shop.api, { north: ["inspector"] }, "Awa Diallo");
  colleague = await testStaff(shop.api, { north: ["inspector"] }, "Iris Noll");
  agent = await testStaff(shop.api, { north: ["agent"] });
}

async function bought(productId: "month" | "single") {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", orderOf(person, 0, { productId }), asking);
  const { items } = (await shop.api.call("tickets", { orderId: body.orderId }, { token: person.token })).body;
  const ticket = items[0];
  if (ticket === undefined || ticket.code === null) throw new Error("no ticket with a code");
  return { ...ticket, code: ticket.code };
}

async function checked(text: string, by = inspector) {
  const { body } = await shop.api.call("checkTicket", { checkId: crypto.randomUUID(), text }, { token: by.token });
  return body.check;
}
const reported = async (checks: { checkId: string; text: string; checkedAt: string }[], by = inspector) =>
  (await shop.api.call("reportTicketChecks", { checks }, { token: by.token })).body.checks;
const words = ({ outcome, reasons }: { outcome: string; reasons: readonly string[] }) =>
  [outcome, ...reasons].join(" ");
const countOf = async (ticketId: string) =>
  (await sql`select from ticket_check where ticket_id = ${ticketId}`.execute(shop.api.deps.db)).rows.length;

// covers: a ticket is checked by the staff: valid, not yet valid, expired, used, blocked, forged, of another network or unknown
test("an inspector checks a ticket by its code or number, with its traveller, article and validity", async () => {
  const ticket = await bought("month");
  for (const text of [
    ticket.code,
    ` ${ticket.code} `,
    ticket.serial,
    ticket.serial.replaceAll(" ", "").toLowerCase(),
  ]) {
    const result = await checked(text);
    expect(result).toMatchObject({
      outcome: "valid",
      reasons: [],
      ticket: { ticketId: ticket.ticketId, serial: ticket.serial, name: ticket.name, validUntil: ticket.validUntil },
    });
    expect(result.ticket?.orderNumber).toBe(ticket.orderNumber);
  }
  expect((await checked(ticket.code)).ticket?.traveller).toBe(
    ticket.traveller === null ? null : `${ticket.traveller.firstName} ${ticket.traveller.lastName}`,
  );
});

test("a single ticket is not valid before it is validated, is valid during its trip, and used afterwards", async () => {
  const ticket = await bought("single");
  expect(words(await checked(ticket.code))).toBe("not-yet-valid not-punched");
  await shop.api.call("punchTicket", { ticketId: ticket.ticketId }, { token: person.token });
  // The code of the sale, on paper, is as good as the one on the phone.
  expect(words(await checked(ticket.code))).toBe("valid");
  await shop.pass(minutesMs(61));
  await signIn();
  expect(words(await checked(ticket.code))).toBe("used used-up");
});

test("forged codes, codes of another network and unknown texts are told apart, and nothing is recorded about them", async () => {
  const { deps } = shop.api;
  const ticket = await bought("month");
  const fields = {
    ...{ network: "north", product: "month", ticketId: ticket.ticketId },
    ...{ validFrom: "2026-01-01T00:00:00Z", validUntil: "2030-01-01T00:00:00Z" },
  };
  const ours = deps.keys.ticketKey();
  const stranger = signingKey(new Uint8Array(32).fill(5));
  expect(words(await checked(sign(fields, { ...stranger, kid: ours.kid })))).toBe("forged signature");
  expect(words(await checked(sign(fields, stranger)))).toBe("unknown unknown-key");
  expect(words(await checked(sign({ ...fields, network: "south" }, ours)))).toBe("other-network network");
  expect(words(await checked(sign({ ...fields, ticketId: crypto.randomUUID() }, ours)))).toBe("unknown not-found");
  expect(words(await checked("XYZ XYZ XYZ"))).toBe("unknown not-found");
  expect(words(await checked("https://example.org"))).toBe("unknown unreadable");
  expect(await countOf(ticket.ticketId)).toBe(0);
});

// covers: the staff block a ticket with a reason, and lift that block
test("an agent blocks a ticket with a reason and lifts the block; other reasons stay; an inspector may not", async () => {
  const ticket = await bought("month");
  const { ticketId } = ticket;
  const asAgent = { token: agent.token };
  const refusal = await shop.api.call("staffBlockTicket", { ticketId, reason: "Copied" }, { token: inspector.token });
  expect(refusal.body.error?.code).toBe("ROLE_NOT_ALLOWED");
  expect((await checked(ticket.code, agent)).ticket?.isBlockable).toBe(true);

  const twice = await Promise.all(
    [1, 2].map(() => shop.api.call("staffBlockTicket", { ticketId, reason: "Copied" }, asAgent)),
  );
  expect(twice.map(({ body }) => body.error?.code ?? "ok").sort()).toEqual(["TICKET_UNUSABLE", "ok"]);
  expect(await checked(ticket.code)).toMatchObject({
    outcome: "blocked",
    reasons: ["staff"],
    ticket: { isBlockable: false },
  });
  const listed = (await shop.api.call("ticketCheckList", {}, { token: inspector.token })).body;
  expect(listed.items).toContainEqual({ ticketId, state: "blocked" });

  await sql`update ticket set blocked_for = '{staff,unpaid}' where id = ${ticketId}`.execute(shop.api.deps.db);
  const lift = () => shop.api.call("staffUnblockTicket", { ticketId, reason: "A mistake" }, asAgent);
  expect((await lift()).body.blockedFor).toEqual(["unpaid"]);
  expect(words(await checked(ticket.code))).toBe("blocked unpaid");
  expect((await lift()).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  const acts = await sql<{
    act: string;
    reason: string;
    account_id: string;
  }>`select act, reason, account_id from staff_act
    where thing = ${ticketId} order by at, id`.execute(shop.api.deps.db);
  expect(acts.rows).toEqual([
    { act: "ticket.block", reason: "Copied", account_id: person.accountId },
    { act: "ticket.unblock", reason: "A mistake", account_id: person.accountId },
  ]);
  await sql`update ticket set blocked_for = '{staff}' where id = ${ticketId}`.execute(shop.api.deps.db);
  expect((await lift()).body.blockedFor).toEqual([]);
  expect(words(await checked(ticket.code))).toBe("valid");

  const cancelled = await bought("month");
  await shop.api.deps.db.transaction().execute((tx) => cancelTickets(tx, cancelled.orderId, shop.api.clock.iso()));
  const late = await shop.api.call("staffBlockTicket", { ticketId: cancelled.ticketId, reason: "Copied" }, asAgent);
  expect(late.body.error).toMatchObject({ code: "TICKET_UNUSABLE", details: { reason: "cancelled" } });
  for (const name of ["staffBlockTicket", "staffUnblockTicket"] as const)
    expect((await shop.api.call(name, { ticketId: crypto.randomUUID(), reason: "x" }, asAgent)).body.error?.code).toBe(
      "NOT_FOUND",
    );
});

// covers: a ticket that was shown twice is noticed, also when the checks were made without a connection and reported later
test("checks without a connection are reported once, judged as of their time, and find the ticket that was shown twice", async () => {
  const ticket = await bought("month");
  const madeAt = shop.api.clock.iso();
  const mine = { checkId: crypto.randomUUID(), text: ticket.code, checkedAt: madeAt };
  await shop.pass(minutesMs(10));
  expect((await checked(ticket.code, colleague)).otherChecks).toEqual([]);
  await shop.api.call("staffBlockTicket", { ticketId: ticket.ticketId, reason: "Copied" }, { token: agent.token });
  await shop.pass(minutesMs(200));
  await signIn();

  // Blocked only afterwards, it was valid then; a colleague saw it ten minutes later.
  const [first] = await reported([mine]);
  expect(first).toMatchObject({
    checkId: mine.checkId,
    checkedAt: madeAt,
    outcome: "valid",
    otherChecks: [{ by: "Iris Noll" }],
  });
  expect(await reported([mine])).toEqual([first]);
  expect(await countOf(ticket.ticketId)).toBe(2);

  const future = new Date(shop.api.clock.now().getTime() + daysMs(1)).toISOString();
  const [late, forged] = await reported([
    { checkId: crypto.randomUUID(), text: ticket.code, checkedAt: future },
    { checkId: crypto.randomUUID(), text: "AAAA", checkedAt: madeAt },
  ]);
  expect(late).toMatchObject({ outcome: "blocked", reasons: ["staff"], otherChecks: [] });
  expect(late && late.checkedAt <= shop.api.clock.iso()).toBe(true);
  expect(forged).toMatchObject({ outcome: "unknown", ticket: null });
});

test("a late report counts the trips left and the block at its time, although the ticket was used up or cancelled since", async () => {
  const [single, month] = [await bought("single"), await bought("month")];
  await shop.api.call("staffBlockTicket", { ticketId: month.ticketId, reason: "Copied" }, { token: agent.token });
  await shop.pass(minutesMs(10));
  const checkedAt = shop.api.clock.iso();
  await shop.pass(minutesMs(10));
  await shop.api.call("punchTicket", { ticketId: single.ticketId }, { token: person.token });
  const { deps, clock } = shop.api;
  await deps.db.transaction().execute((tx) => cancelTickets(tx, month.orderId, clock.iso()));
  await shop.pass(minutesMs(70));
  await signIn();
  expect(words(await checked(single.code))).toBe("used used-up");
  const made = [single, month].map(({ code }) => ({ checkId: crypto.randomUUID(), text: code, checkedAt }));
  expect((await reported(made)).map(words)).toEqual(["not-yet-valid not-punched", "blocked cancelled"]);
});

test("the block of a ticket that has expired is neither offered for lifting nor lifted", async () => {
  const { ticketId, serial } = await bought("month");
  await shop.api.call("staffBlockTicket", { ticketId, reason: "Copied" }, { token: agent.token });
  expect((await checked(serial)).ticket?.blockedFor).toEqual(["staff"]);
  await sql`update ticket set status = 'expired' where id = ${ticketId}`.execute(shop.api.deps.db);
  expect((await checked(serial)).ticket).toMatchObject({ blockedFor: [], isBlockable: false });
  const lift = { ticketId, reason: "A mistake" };
  const { body } = await shop.api.call("staffUnblockTicket", lift, { token: agent.token });
  expect(body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  const acts = await sql<{ act: string }>`select act from staff_act where thing = ${ticketId}`.execute(
    shop.api.deps.db,
  );
  expect(acts.rows).toEqual([{ act: "ticket.block" }]);
});

test("the list for checks without a connection has keys, products and stopped tickets of the network, in pages", async () => {
  const read = async (values: { cursor?: string; limit?: number }) =>
    (await shop.api.call("ticketCheckList", values, { token: inspector.token })).body;
  const stopped: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { ticketId } = await bought("month");
    await shop.api.call("staffBlockTicket", { ticketId, reason: "Copied" }, { token: agent.token });
    stopped.push(ticketId);
  }
  const first = await read({ limit: 1 });
  expect(first.keys).toEqual(shop.api.deps.keys.ticketKeys().keys);
  expect(first.products).toContainEqual({ productId: "month", name: expect.any(String) });
  expect(first.items).toHaveLength(1);
  const all = (await read({})).items.map(({ ticketId }) => ticketId);
  expect(all).toEqual(expect.arrayContaining(stopped));
  expect((await read({ limit: 1, cursor: first.nextCursor ?? "" })).items[0]?.ticketId).toBe(all[1]);
  expect((await read({ cursor: "%" })).error?.code).toBe("CURSOR_INVALID");
});

test("a check is deleted after thirty days", async () => {
  const { deps } = shop.api;
  const { ticketId, code } = await bought("month");
  await checked(code);
  await plan(deps.db, deps, { networkId: null, kind: "tickets-by-clock", key: "tickets-by-clock" });
  await shop.pass(daysMs(ticketCheckDays - 1));
  expect(await countOf(ticketId)).toBe(1);
  await shop.pass(daysMs(2));
  expect(await countOf(ticketId)).toBe(0);
});
