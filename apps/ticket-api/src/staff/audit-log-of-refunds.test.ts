import { afterAll, beforeAll, expect, test } from "vitest";
import { testPerson } from "../testing/test-people.ts";
import { decide, examiner, openRequestShop, pass, requested, shop } from "../testing/test-refund-requests.ts";
import { testStaff } from "../testing/test-staff.ts";

beforeAll(openRequestShop, 60_000);
afterAll(() => shop.close());

// covers: the log of what the staff did is searched by person, kind, days and subject, page by page, by admins only
test("a decision on a refund request is of a kind of its own, and names the order", async () => {
  const person = await testPerson(shop.api.deps);
  const ticket = await pass(person);
  const { requestId } = await requested(ticket, person);
  const refusal = { verdict: "refuse", remark: "Not legible" };
  expect((await decide(examiner, requestId, refusal)).http).toBe(200);
  const admin = await testStaff(shop.api, { north: ["admin"] });
  const listed = async (kind: "order" | "refund-request") =>
    (await shop.api.call("listAuditLog", { kind }, { token: admin.token })).body.items;
  const { items } = (await shop.api.call("getOrders", { orderId: ticket.orderId }, { token: person.token })).body;
  expect(await listed("refund-request")).toMatchObject([
    {
      ...{ act: "refund-request.refuse", subjectId: requestId, subject: items[0]?.number },
      ...{ customerId: person.accountId, reason: null },
    },
  ]);
  expect(await listed("order")).toEqual([]);
});
