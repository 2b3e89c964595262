import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleOf } from "../testing/people-api.ts";
import { testPerson } from "../testing/test-people.ts";
import {
  decide,
  euros,
  examiner,
  manager,
  openRequestShop,
  pass,
  requested,
  requestsOf,
  shop,
  shownTo,
  storedFiles,
} from "../testing/test-refund-requests.ts";
import { testStaff } from "../testing/test-staff.ts";

beforeAll(() => openRequestShop(), 60_000);
afterAll(() => shop.close());

// covers: a guest's orders join the account whose e-mail is verified
test("a guest's refund requests join the account with their evidence, and the staff's notes with them", async () => {
  const people = peopleOf(shop.api, shop.sandbox.url);
  const guest = await testPerson(shop.api.deps, { guest: true });
  const { accountId: guestId, email } = guest;
  const orders = [
    await pass(guest, { invoiceEmail: email, over18Accepted: true }),
    await pass(guest, { invoiceEmail: email, over18Accepted: true }),
  ] as const;
  const [pending, confirming] = [await requested(orders[0], guest), await requested(orders[1], guest)];
  expect((await decide(manager, confirming.requestId, { expected: euros(2900) })).body.state).toBe("confirming");
  const agent = await testStaff(shop.api, { north: ["agent"] });
  const note = { customerId: guestId, text: "Called about the move" };
  await shop.api.call("addCustomerNote", note, { token: agent.token, idempotencyKey: crypto.randomUUID() });

  const { token } = await people.customer(email);
  await shop.api.call("sendVerificationEmail", {}, { token });
  await shop.api.call("verifyEmail", { code: await people.code(email) }, { token });

  const rows = await sql<{ id: string; guest: boolean }>`select id, guest from account where email = ${email}`.execute(
    shop.api.deps.db,
  );
  expect(rows.rows).toMatchObject([{ guest: false }]);
  const accountId = rows.rows[0]?.id ?? "";
  const person = { ...guest, token, accountId };
  expect(await requestsOf(orders[0].orderId, person)).toMatchObject([{ state: "pending", files: ["lease.jpg"] }]);
  expect(await requestsOf(orders[1].orderId, person)).toMatchObject([{ state: "confirming", files: ["lease.jpg"] }]);
  for (const { requestId } of [pending, confirming]) expect(await storedFiles(requestId)).toBe(1);
  const link = (await shownTo(examiner, pending.requestId)).files[0]?.url ?? "";
  const { pathname, search } = new URL(link);
  expect((await shop.api.server.inject({ method: "GET", url: pathname + search })).statusCode).toBe(200);

  const notes = (await shop.api.call("listCustomerNotes", { customerId: accountId }, { token: agent.token })).body;
  expect(notes.items).toMatchObject([{ text: "Called about the move" }]);
  const acts = await sql<{ act: string }>`select act from staff_act where account_id = ${accountId}`.execute(
    shop.api.deps.db,
  );
  expect(acts.rows.map(({ act }) => act).toSorted()).toEqual(["customer.note", "refund-request.accept-first"]);

  const { token: second } = await testStaff(shop.api, { north: ["manager"] });
  const { body } = await shop.api.call("listRefunds", { orderId: orders[1].orderId }, { token: second });
  const refundId = body.items[0]?.refundId ?? "";
  const approved = await shop.api.call("decideRefund", { refundId, decision: "approve" }, { token: second });
  expect(approved.body.refund).toMatchObject({ status: "approved", requestId: confirming.requestId });
  expect(await requestsOf(orders[1].orderId, person)).toMatchObject([{ state: "accepted", refund: euros(2900) }]);
});
