import { addDays } from "@guichet/rules/dates/days.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type PeopleApi, peopleOf } from "../testing/people-api.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
let people: Omit<PeopleApi, "close" | "sandbox">;
let agent: TestStaff;
beforeAll(async () => {
  shop = await openSubscriptionShop();
  people = peopleOf(shop.api, shop.sandbox.url);
  agent = await testStaff(shop.api, { north: ["agent"] }, "Yanis Kermarec");
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

let addresses = 0;
/** Notifies a termination with a number and an address that match no contract together; returns its id. */
async function notify(email: string, more: Record<string, string> = {}): Promise<string> {
  addresses += 1;
  const typed = { number: "2026-999999", firstName: "Amal", lastName: "Haddad", email, contract: "Mon abonnement" };
  const address = `198.51.100.${addresses}`;
  const { body } = await shop.api.call("requestTermination", { ...typed, ...more }, { address });
  await shop.api.work.drain();
  const { items } = await list();
  const found = items.find(({ reference }) => reference === body.reference);
  return found?.requestId ?? "";
}
const list = async (
  values: { state?: "OPEN" | "SENT" | "CONFIRMED" | "REFUSED"; limit?: number; cursor?: string } = {},
) => (await shop.api.call("officeTerminations", { limit: 100, ...values }, { token: agent.token })).body;
const get = async (requestId: string, query?: string) => {
  const values = query === undefined ? { requestId } : { requestId, query };
  return (await shop.api.call("officeTermination", values, { token: agent.token })).body.termination;
};
const subjects = async (email: string) =>
  (await people.emails(email)).map(({ subject }) => subject.replaceAll("\u00a0", " "));
const stateOf = async (person: TestPerson, id: string) => (await shop.one(person, id)).state;

// covers: terminations that match no contract are decided by staff
test("a request that matches no contract is open for staff; they match it by hand, and its end is computed from the date of the request", async () => {
  const person = await shop.person();
  const { subscriptionId, validity, periods, laterEnds } = await shop.subscribe(person, "month");
  const orderNumber = periods[0]?.orderNumber ?? "";
  const requestId = await notify("elsewhere@example.org", {
    endOn: addDays(validity.lastDay, 5),
    reason: "Je déménage",
  });
  const before = await get(requestId);
  expect(before).toMatchObject({
    state: "OPEN",
    sender: "Amal Haddad",
    contract: "Mon abonnement",
    email: "elsewhere@example.org",
    reason: "Je déménage",
    found: [],
    confirmed: null,
  });
  const lastDay = laterEnds[0] ?? "";
  const byNumber = await get(requestId, ` ${orderNumber.toLowerCase()} `);
  expect(byNumber.found).toMatchObject([
    { subscriptionId, orderNumber, holder: { email: person.email }, ending: { effect: "AT_DATE", lastDay } },
  ]);
  expect((await get(requestId, person.email.toUpperCase())).found.map((one) => one.subscriptionId)).toEqual([
    subscriptionId,
  ]);

  const match = {
    requestId,
    subscriptionId,
    effect: "AT_DATE" as const,
    lastDay,
    reason: "Rappelé, pièce d’identité vue",
  };
  const stale = await shop.api.call("matchTermination", { ...match, effect: "AT_END" }, { token: agent.token });
  expect(stale.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "changed" } });
  expect((await shop.api.call("matchTermination", match, { token: agent.token })).http).toBe(200);
  expect((await shop.one(person, subscriptionId)).chosenEnd?.on).toBe(lastDay);
  const [confirmation] = await subjects(person.email);
  expect(confirmation).toContain("résiliation confirmée");
  const after = await get(requestId);
  expect(after).toMatchObject({ state: "CONFIRMED", found: [], confirmed: { lastDay } });
  expect(after.acts).toMatchObject([{ act: "termination.match", by: "Yanis Kermarec", reason: match.reason }]);
  expect((await list()).items.map((one) => one.requestId)).not.toContain(requestId);
  expect((await list({ state: "CONFIRMED" })).items.map((one) => one.requestId)).toContain(requestId);

  const again = await shop.api.call("matchTermination", match, { token: agent.token });
  expect(again.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  const late = await shop.api.call("refuseTermination", { requestId, refusal: "no-contract" }, { token: agent.token });
  expect(late.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
}, 60_000);

// covers: terminations that match no contract are decided by staff
test("a refusal states its reason to the sender by e-mail, and ends the link that was sent before", async () => {
  const requestId = await notify("unknown@example.org");
  const other = { requestId, refusal: "other" as const };
  const silent = await shop.api.call("refuseTermination", other, { token: agent.token });
  expect(silent.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "remark" } });
  const refused = { ...other, remark: "Ce réseau n’est pas le vôtre." };
  expect((await shop.api.call("refuseTermination", refused, { token: agent.token })).http).toBe(200);
  expect((await subjects("unknown@example.org"))[0]).toBe("Résiliation : votre demande est refusée – Network north");
  const [email] = await people.emails("unknown@example.org");
  expect(email?.text).toContain("Ce réseau n’est pas le vôtre.");
  expect(await get(requestId)).toMatchObject({ state: "REFUSED", refusal: "other", remark: refused.remark });

  const person = await shop.person();
  const { subscriptionId, periods } = await shop.subscribe(person, "month");
  addresses += 1;
  await shop.api.call(
    "requestTermination",
    {
      number: periods[0]?.orderNumber ?? "",
      firstName: "Amal",
      lastName: "Haddad",
      email: person.email,
      contract: "Mensuel",
    },
    { address: `198.51.100.${addresses}` },
  );
  const code = await people.code(person.email);
  const sent = (await list({ state: "SENT" })).items.at(-1);
  const wrong = { requestId: sent?.requestId ?? "", refusal: "other-person" as const };
  expect((await shop.api.call("refuseTermination", wrong, { token: agent.token })).http).toBe(200);
  expect((await shop.api.call("readTermination", { code })).body.error?.code).toBe("CODE_INVALID");
  expect(await stateOf(person, subscriptionId)).toBe("ACTIVE");
}, 60_000);

// covers: terminations that match no contract are decided by staff
test("the list is paged, oldest first; another network's requests and contracts do not exist, other roles see none", async () => {
  const person = await shop.person();
  const { subscriptionId, validity } = await shop.subscribe(person, "month");
  const ids = [await notify("first@example.org"), await notify("second@example.org")];
  const page = await list({ limit: 1 });
  const { nextCursor = "" } = page;
  const next = await list({ limit: 1, cursor: nextCursor });
  expect([...page.items, ...next.items].map((one) => one.requestId)).toEqual(ids);
  const badCursor = await shop.api.call("officeTerminations", { cursor: "x" }, { token: agent.token });
  expect(badCursor.body.error?.code).toBe("CURSOR_INVALID");

  const elsewhere = await testStaff(shop.api, { south: ["agent"] }, "Soazig Perrot");
  const there = { token: elsewhere.token, network: "south" };
  const [requestId = ""] = ids;
  const match = { requestId, subscriptionId, effect: "AT_END" as const, lastDay: validity.lastDay, reason: "x" };
  const answers = [
    await shop.api.call("officeTermination", { requestId }, there),
    await shop.api.call("matchTermination", match, there),
    await shop.api.call("refuseTermination", { requestId, refusal: "no-contract" }, there),
    await shop.api.call("officeTermination", { requestId: "made-up" }, { token: agent.token }),
    await shop.api.call("matchTermination", { ...match, subscriptionId: "made-up" }, { token: agent.token }),
    await shop.api.call("refuseTermination", { requestId: "made-up", refusal: "no-contract" }, { token: agent.token }),
  ];
  expect(answers.map(({ body }) => body.error?.code)).toEqual(answers.map(() => "NOT_FOUND"));
  const examiner = await testStaff(shop.api, { north: ["examiner"] }, "Ana Silva");
  const denied = await shop.api.call("officeTerminations", {}, { token: examiner.token });
  expect(denied.body.error?.code).toBe("ROLE_NOT_ALLOWED");
  expect(await stateOf(person, subscriptionId)).toBe("ACTIVE");
}, 60_000);
