import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { readOrder } from "../order-records/order-store.ts";
import { testPerson } from "../testing/test-people.ts";
import {
  ask,
  decide,
  emailsOf,
  euros,
  examiner,
  file,
  later,
  manager,
  openRequestShop,
  pass,
  quoted,
  requested,
  requestsOf,
  shop,
  shownTo,
  startingIn,
  storedFiles,
  today,
} from "../testing/test-refund-requests.ts";
import { bought, traces } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

beforeAll(() => openRequestShop(), 60_000);
afterAll(() => shop.close());

describe("a refund with evidence", () => {
  // covers: a customer requests the refund of a ticket that is otherwise not refundable, with evidence that the staff accept
  test("is requested, examined and accepted: the ticket is usable until then, and refunded by the terms of the reason", async () => {
    const person = await testPerson(shop.api.deps);
    const { orderId } = await bought(shop, person, 6000, ["month", 2, startingIn(1)]);
    await later(1);
    const ticket = await quoted(orderId, person);
    const ticketId = ticket?.ticketId ?? "";
    expect(ticket).toMatchObject({ refusal: "NOT_REFUNDABLE", openRequestId: null });
    expect(ticket?.withEvidence).toMatchObject([
      { reason: "moving", name: "Moving", used: euros(100), fee: euros(0), refund: euros(2900), refusal: null },
    ]);
    const request = await requested({ orderId, ticketId }, person);
    expect(request).toMatchObject({
      ...{ state: "pending", reasonName: "Moving", refund: euros(2900), files: ["lease.jpg"] },
      expectedOn: ticket?.withEvidence[0]?.expectedOn,
    });
    expect(await quoted(orderId, person)).toMatchObject({ withEvidence: [], openRequestId: request.requestId });
    // Usable while it waits.
    expect((await traces(shop, orderId)).tickets).not.toContain("cancelled");
    const examined = await shownTo(examiner, request.requestId);
    expect(examined).toMatchObject({
      ...{ state: "pending", isLate: false, evidence: "Proof of the new address", isTicketOver: false },
      files: [{ name: "lease.jpg", contentType: "image/jpeg" }],
      calculation: {
        countedOn: today(),
        paid: euros(3000),
        used: euros(100),
        refund: euros(2900),
        needsApproval: true,
      },
    });
    const path = new URL(examined.files[0]?.url ?? "");
    const opened = await shop.api.server.inject({ method: "GET", url: path.pathname + path.search });
    expect([opened.statusCode, opened.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  });

  // covers: above the threshold a second person confirms a refund with evidence, who may send it back
  test("above the threshold: a second person confirms or sends it back; the examiner is not the second", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    const { requestId } = await requested(ticket, person);
    expect((await decide(manager, requestId, { expected: euros(2800) })).body.error?.code).toBe(
      "REFUND_AMOUNT_CHANGED",
    );
    expect((await decide(manager, requestId, { expected: euros(2900) })).body).toMatchObject({ state: "confirming" });
    expect(await requestsOf(ticket.orderId, person)).toMatchObject([{ state: "confirming", mayAddFiles: false }]);
    const waiting = async () =>
      (await shop.api.call("listRefunds", { orderId: ticket.orderId }, { token: manager.token })).body.items[0];
    const first = await waiting();
    expect(first).toMatchObject({ status: "awaiting", requestId, amount: euros(2900), isOwn: true, reason: null });
    const second = await testStaff(shop.api, { north: ["manager"] });
    const confirm = ({ token }: TestStaff, decision: "approve" | "refuse", refundId = first?.refundId ?? "") =>
      shop.api.call("decideRefund", { refundId, decision }, { token });
    expect((await confirm(manager, "approve")).body.error?.code).toBe("SECOND_PERSON_REQUIRED");
    const withdrawn = await shop.api.call(
      "withdrawRefundRequest",
      { orderId: ticket.orderId, requestId },
      { token: person.token },
    );
    expect(withdrawn.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
    expect((await confirm(second, "refuse")).body.refund).toMatchObject({ status: "refused" });
    expect(await shownTo(examiner, requestId)).toMatchObject({ state: "pending", decidedBy: null, decidedAt: null });
    expect((await decide(manager, requestId, { expected: euros(2900) })).body).toMatchObject({ state: "confirming" });
    expect((await confirm(second, "approve", (await waiting())?.refundId)).body.refund).toMatchObject({
      status: "approved",
      requestId,
    });
    await shop.pass(0);
    expect(await traces(shop, ticket.orderId)).toMatchObject({
      ...{ tickets: ["cancelled"], notes: [2900], emails: 1, sent: [2900] },
    });
    expect(await requestsOf(ticket.orderId, person)).toMatchObject([{ state: "accepted", refund: euros(2900) }]);
    expect((await emailsOf(ticket.orderId)).map(({ template }) => template)).toEqual([
      "refund-request-received",
      "refund-made",
    ]);
    expect((await emailsOf(ticket.orderId))[1]?.contents.isRequested).toBe(true);
    expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  });

  test("the second person confirms what the first saw: a ticket that was used or ended meanwhile is sent back", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    const { requestId } = await requested(ticket, person);
    await decide(manager, requestId, { expected: euros(2900) });
    const decided = async (decision: "approve" | "refuse") => {
      const { token } = await testStaff(shop.api, { north: ["manager"] });
      const { items } = (await shop.api.call("listRefunds", { orderId: ticket.orderId }, { token })).body;
      const refundId = items.find(({ status }) => status === "awaiting")?.refundId ?? "";
      return (await shop.api.call("decideRefund", { refundId, decision }, { token })).body;
    };
    await later(2);
    await shop.api.call("punchTicket", { ticketId: ticket.ticketId }, { token: person.token });
    expect((await decided("approve")).error).toMatchObject({ code: "REFUND_AMOUNT_CHANGED", details: euros(2700) });
    expect(await requestsOf(ticket.orderId, person)).toMatchObject([{ state: "confirming" }]);
    expect((await traces(shop, ticket.orderId)).notes).toEqual([]);
    expect((await decided("refuse")).refund).toMatchObject({ status: "refused" });
    await decide(manager, requestId, { expected: euros(2700) });
    await later(40);
    expect((await decided("approve")).error?.code).toBe("REFUND_AMOUNT_CHANGED");
    await decided("refuse");
    expect((await decide(manager, requestId, { expected: euros(2700) })).body.state).toBe("confirming");
    expect((await decided("approve")).refund).toMatchObject({ status: "approved", scope: "goodwill" });
    await shop.pass(0);
    expect((await traces(shop, ticket.orderId)).sent).toEqual([2700]);
  });

  test("waiting costs nothing, use is deducted: the day of the request counts, or the last day of use after it", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    await later(4);
    const { requestId } = await requested(ticket, person);
    expect((await shownTo(examiner, requestId)).calculation).toMatchObject({ refund: euros(2500), countedOn: today() });
    await later(2);
    expect((await shownTo(examiner, requestId)).calculation.refund).toEqual(euros(2500));
    expect((await shownTo(examiner, requestId)).isLate).toBe(false);
    await shop.api.call("punchTicket", { ticketId: ticket.ticketId }, { token: person.token });
    expect((await shownTo(examiner, requestId)).calculation).toMatchObject({
      ...{ refund: euros(2300), countedOn: today() },
      needsApproval: false,
    });
    expect((await decide(examiner, requestId, { expected: euros(2500) })).body.error).toMatchObject({
      code: "REFUND_AMOUNT_CHANGED",
      details: euros(2300),
    });
    expect((await decide(examiner, requestId, { expected: euros(2300) })).body).toMatchObject({ state: "accepted" });
    await shop.pass(0);
    expect(await traces(shop, ticket.orderId)).toMatchObject({ tickets: ["cancelled"], sent: [2300] });
  });

  test("a ticket that ended while its request waited is paid for its days, and not cancelled", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    await later(24);
    const { requestId } = await requested(ticket, person);
    await later(10);
    expect(await shownTo(examiner, requestId)).toMatchObject({
      ...{ isTicketOver: true, isLate: true },
      calculation: { refund: euros(500), refusal: null },
    });
    expect((await decide(examiner, requestId, { expected: euros(500) })).body).toMatchObject({ state: "accepted" });
    await shop.pass(0);
    expect(await traces(shop, ticket.orderId)).toMatchObject({ tickets: ["pending"], notes: [500], sent: [500] });
  });

  // covers: a refused refund request tells the customer why, and changes nothing of the ticket
  test("is refused with a reason that the customer reads; the ticket stays, and may be requested again", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    const { requestId } = await requested(ticket, person);
    const fields = async (more: Record<string, unknown>) => (await decide(examiner, requestId, more)).body.error?.code;
    expect(await fields({ verdict: "refuse" })).toBe("FIELD_REQUIRED");
    expect(await fields({})).toBe("FIELD_REQUIRED");
    const refused = await decide(examiner, requestId, { verdict: "refuse", remark: "The lease is of 2019." });
    expect(refused.body).toMatchObject({ state: "refused" });
    expect(await fields({ expected: euros(2900) })).toBe("TRANSITION_NOT_ALLOWED");
    expect(await requestsOf(ticket.orderId, person)).toMatchObject([
      { state: "refused", remark: "The lease is of 2019.", refund: null },
    ]);
    expect((await emailsOf(ticket.orderId))[1]).toMatchObject({
      template: "refund-request-refused",
      contents: { reason: "The lease is of 2019.", isUsable: true },
    });
    // It may tell of an illness: those who see what the staff did do not read it.
    const acts = await sql<{ reason: string | null }>`select reason from staff_act where thing = ${requestId}`.execute(
      shop.api.deps.db,
    );
    expect(acts.rows).toEqual([{ reason: null }]);
    expect(await traces(shop, ticket.orderId)).toMatchObject({ notes: [], sent: [] });
    expect((await requested(ticket, person)).state).toBe("pending");
  });

  test("e-mails go to the customer, not to the address of the invoice; of a ticket that ended, none says that it is valid", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person, { invoiceEmail: "employer@company.example" });
    const { requestId } = await requested(ticket, person);
    await later(40);
    await decide(examiner, requestId, { verdict: "refuse", remark: "Unreadable" });
    const found = await sql<{ recipient: string; usable: string | null }>`select recipient,
        contents ->> 'isUsable' as usable from mail
      where contents ->> 'orderId' = ${ticket.orderId} and template like 'refund-request-%' order by created_at`.execute(
      shop.api.deps.db,
    );
    expect(found.rows).toEqual([
      { recipient: person.email, usable: null },
      { recipient: person.email, usable: "false" },
    ]);
  });

  test("what the customer is promised is what accepting gives, within what is left of the order", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    const { token } = await testStaff(shop.api, { north: ["manager"] });
    const given = { orderId: ticket.orderId, scope: "goodwill" as const, amount: euros(2000), reason: "late bus" };
    expect((await shop.api.call("refundOrder", given, { token })).http).toBe(200);
    const promised = (await quoted(ticket.orderId, person))?.withEvidence[0]?.refund;
    expect(promised).toEqual(euros(1000));
    const { requestId, refund } = await requested(ticket, person);
    expect([refund, (await shownTo(examiner, requestId)).calculation.refund]).toEqual([promised, promised]);
    expect((await decide(examiner, requestId, { expected: euros(1000) })).body.state).toBe("accepted");
  });

  test("the customer adds files up to five, and withdraws it, which deletes them", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    const { requestId } = await requested(ticket, person);
    const own = { orderId: ticket.orderId, requestId };
    const add = async () =>
      (await shop.api.call("addRefundEvidence", own, { token: person.token, file: await file("more.jpg") })).body;
    for (let more = 2; more <= 5; more += 1)
      expect((await add()).request).toMatchObject({ mayAddFiles: more < 5, files: { length: more } });
    expect((await add()).error?.code).toBe("REFUND_EVIDENCE_LIMIT");
    expect(await storedFiles(requestId)).toBe(5);
    const withdraw = async () => (await shop.api.call("withdrawRefundRequest", own, { token: person.token })).body;
    expect((await withdraw()).request).toMatchObject({ state: "withdrawn", files: [], refund: null });
    expect((await withdraw()).error?.code).toBe("TRANSITION_NOT_ALLOWED");
    expect((await add()).error?.code).toBe("TRANSITION_NOT_ALLOWED");
    expect(await storedFiles(requestId)).toBe(0);
    expect((await decide(examiner, requestId, { expected: euros(2900) })).body.error?.code).toBe(
      "TRANSITION_NOT_ALLOWED",
    );
  });

  test("unknown reasons, missing or unsafe files, a second request and tickets that ended are refused", async () => {
    const person = await testPerson(shop.api.deps);
    const ticket = await pass(person);
    const { token } = person;
    expect((await ask(ticket, { token, reason: "illness" })).body.error).toMatchObject({
      code: "REFUND_REFUSED",
      details: { reason: "NOT_REFUNDABLE" },
    });
    const values = { ...ticket, reason: "moving" };
    const sent = async (bytes: Uint8Array) =>
      (
        await shop.api.call("requestRefundWithEvidence", values, {
          token,
          file: { bytes, name: "a.jpg", type: "image/jpeg" },
        })
      ).body.error?.code;
    expect(await sent(new Uint8Array())).toBe("FIELD_REQUIRED");
    expect(await sent(Buffer.from("no picture"))).toBe("FILE_TYPE_NOT_ACCEPTED");
    await requested(ticket, person);
    expect((await ask(ticket, { token })).body.error?.code).toBe("REFUND_REQUEST_OPEN");
    const ended = await pass(person);
    await sql`update ticket set status = 'expired' where id = ${ended.ticketId}`.execute(shop.api.deps.db);
    expect((await ask(ended, { token })).body.error).toMatchObject({
      code: "REFUND_REFUSED",
      details: { reason: "ENDED" },
    });
  });

  // covers: nobody sees or requests a refund with evidence of an order that is not theirs
  test("a stranger, another network and a role without the permission see nothing; a guest's link works", async () => {
    const [owner, stranger] = [await testPerson(shop.api.deps), await testPerson(shop.api.deps)];
    const ticket = await pass(owner);
    expect((await ask(ticket, { token: stranger.token })).body.error?.code).toBe("NOT_FOUND");
    expect((await ask({ ...ticket, ticketId: "no-ticket" }, { token: owner.token })).body.error?.code).toBe(
      "NOT_FOUND",
    );
    const { requestId } = await requested(ticket, owner);
    const own = { orderId: ticket.orderId, requestId };
    for (const name of ["readRefundRequests", "withdrawRefundRequest"] as const) {
      const values = name === "readRefundRequests" ? { orderId: own.orderId } : own;
      expect((await shop.api.call(name, values, { token: stranger.token })).body.error?.code).toBe("NOT_FOUND");
    }
    const added = await shop.api.call("addRefundEvidence", own, { token: stranger.token, file: await file() });
    expect(added.body.error?.code).toBe("NOT_FOUND");
    // Nor does their own order lead to another's request.
    const mixed = { orderId: (await pass(stranger)).orderId, requestId };
    const withdrawn = await shop.api.call("withdrawRefundRequest", mixed, { token: stranger.token });
    expect(withdrawn.body.error?.code).toBe("NOT_FOUND");
    const mixedIn = await shop.api.call("addRefundEvidence", mixed, { token: stranger.token, file: await file() });
    expect(mixedIn.body.error?.code).toBe("NOT_FOUND");
    const agent = await testStaff(shop.api, { north: ["agent"] });
    expect((await shop.api.call("getRefundRequest", { requestId }, { token: agent.token })).body.error?.code).toBe(
      "ROLE_NOT_ALLOWED",
    );
    const south = await testStaff(shop.api, { south: ["examiner"] });
    const abroad = await shop.api.call("getRefundRequest", { requestId }, { token: south.token, network: "south" });
    expect(abroad.body.error?.code).toBe("NOT_FOUND");
    const decided = await shop.api.call(
      "decideRefundRequest",
      { requestId, verdict: "refuse", remark: "no" },
      { token: south.token, network: "south" },
    );
    expect(decided.body.error?.code).toBe("NOT_FOUND");

    const guest = await testPerson(shop.api.deps, { guest: true });
    const theirs = await pass(guest, { invoiceEmail: "guest@example.org" });
    const order = await readOrder(shop.api.deps.db, theirs.orderId);
    if (order === undefined) throw new Error("no order");
    const { path, until } = guestOrderLink(shop.api.deps, order);
    const link = { until, linkSignature: new URL(path, "http://shop.test").searchParams.get("link") ?? "" };
    expect((await ask(theirs, { link: { ...link, linkSignature: "forged" } })).body.error?.code).toBe("NOT_FOUND");
    expect((await ask(theirs, { link })).body.request).toMatchObject({ state: "pending" });
  });
});
