import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { cleanRetained } from "../privacy/retention-job.ts";
import { testPerson } from "../testing/test-people.ts";
import {
  decide,
  euros,
  examiner,
  later,
  openRequestShop,
  pass,
  quoted,
  requested,
  requestsOf,
  shop,
  shownTo,
  startingIn,
  storedFiles,
} from "../testing/test-refund-requests.ts";
import { bought, traces } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";

beforeAll(() => openRequestShop(), 60_000);
afterAll(() => shop.close());

// covers: a refund with evidence and the customer's own refund at once: the ticket is refunded once
test("accepted, confirmed by the customer without evidence, refused and withdrawn at once: one of them happens", async () => {
  const person = await testPerson(shop.api.deps);
  const second = await testStaff(shop.api, { north: ["examiner"] });
  for (let round = 0; round < 3; round += 1) {
    // Before its first day the pass is refunded without evidence too, less a fee.
    const { orderId } = await bought(shop, person, 3000, ["choice", 1, startingIn(3)]);
    const ticketId = (await quoted(orderId, person))?.ticketId ?? "";
    const { requestId } = await requested({ orderId, ticketId }, person);
    const { refund } = (await shownTo(examiner, requestId)).calculation;
    const calls = [
      () =>
        shop.api.call(
          "requestRefund",
          { orderId, ticketIds: [ticketId], amount: euros(2000) },
          { token: person.token },
        ),
      () => decide(examiner, requestId, { verdict: "refuse", remark: "Unreadable" }),
      () => decide(second, requestId, { expected: refund }),
      () => decide(examiner, requestId, { expected: refund }),
      () => shop.api.call("withdrawRefundRequest", { orderId, requestId }, { token: person.token }),
    ];
    await Promise.all([...calls.slice(round), ...calls.slice(0, round)].map((one) => one()));
    await shop.pass(0);
    const { sent, notes, tickets } = await traces(shop, orderId);
    expect(sent).toEqual(notes);
    expect(sent.length).toBeLessThanOrEqual(1);
    expect(tickets).toEqual([sent.length === 1 ? "cancelled" : "pending"]);
    const [request] = await requestsOf(orderId, person);
    expect(request?.state === "pending").toBe(false);
  }
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

test("an ordinary refund closes the request of its ticket and deletes its files", async () => {
  const person = await testPerson(shop.api.deps);
  const { orderId } = await bought(shop, person, 3000, ["choice", 1, startingIn(3)]);
  const ticketId = (await quoted(orderId, person))?.ticketId ?? "";
  const { requestId } = await requested({ orderId, ticketId }, person);
  await shop.api.call(
    "requestRefund",
    { orderId, ticketIds: [ticketId], amount: euros(2000) },
    { token: person.token },
  );
  expect(await requestsOf(orderId, person)).toMatchObject([{ state: "closed", files: [], refund: null }]);
  expect((await decide(examiner, requestId, { expected: euros(3000) })).body.error?.code).toBe(
    "TRANSITION_NOT_ALLOWED",
  );
});

test("the queue lists those that wait, the oldest first, page by page; others by state; the home counts them", async () => {
  await sql`delete from refund_request where status = 'pending'`.execute(shop.api.deps.db);
  const person = await testPerson(shop.api.deps);
  const ticket = await pass(person);
  const { requestId: withdrawn } = await requested(ticket, person);
  const { token } = person;
  await shop.api.call("withdrawRefundRequest", { orderId: ticket.orderId, requestId: withdrawn }, { token });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push((await requested(await pass(person), person)).requestId);
  }
  const list = async (values: Record<string, unknown>) =>
    (await shop.api.call("listRefundRequests", values, { token: examiner.token })).body;
  const first = await list({ limit: 2 });
  expect(first.items.map(({ requestId }) => requestId)).toEqual(ids.slice(0, 2));
  const rest = await list({ limit: 2, cursor: first.nextCursor });
  expect(rest.items.map(({ requestId }) => requestId)).toEqual(ids.slice(2));
  expect((await list({ cursor: "?" })).error?.code).toBe("CURSOR_INVALID");
  const [newest] = (await list({ state: "withdrawn", limit: 1 })).items;
  expect(newest).toMatchObject({ requestId: withdrawn, state: "withdrawn", reasonName: "Moving" });
  const queue = async () =>
    (await shop.api.call("getQueues", {}, { token: examiner.token })).body.queues.find(
      ({ name }) => name === "refund-requests",
    );
  await later(6);
  expect(await queue()).toMatchObject({ count: 3, missedCount: 3 });
});

// covers: the evidence of a refund request is deleted 90 days after its decision
test("the evidence of a decided request is deleted after its retention; that of an open one stays", async () => {
  const person = await testPerson(shop.api.deps);
  const [decided, open] = [await requested(await pass(person), person), await requested(await pass(person), person)];
  await decide(examiner, decided.requestId, { verdict: "refuse", remark: "Unreadable" });
  const clean = () => cleanRetained(shop.api.deps, {} as never);
  await clean();
  expect(await storedFiles(decided.requestId)).toBe(1);
  await later(91);
  await clean();
  expect([await storedFiles(decided.requestId), await storedFiles(open.requestId)]).toEqual([0, 1]);
  expect(await shownTo(examiner, decided.requestId)).toMatchObject({ state: "refused", files: [] });
});
