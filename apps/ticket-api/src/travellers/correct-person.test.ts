import { check } from "@guichet/ticket-code/ticket-code.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testCard } from "../testing/test-cards.ts";
import { documentsPack, sendDocument } from "../testing/test-documents.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { orderOf } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let agent: TestStaff;
let examiner: TestStaff;
beforeAll(async () => {
  people = await openPeopleApi({ packs: [documentsPack()] });
  api = people.api;
  agent = await testStaff(api, { north: ["agent"] }, "Soazig Perrot");
  examiner = await testStaff(api, { north: ["examiner"] });
});
afterAll(() => people.close());

let families = 0;
const family = () => familyOf(people, `correct-${++families}@example.org`, ["Lou"]);
const lou = { firstName: "Lou", lastName: "Haddad", birthDate: "2012-05-02" };
const alou = { ...lou, firstName: "Alou" };

/** A certificate of Lou's that staff accepted, a ticket bought with it, and a card issued to Lou. */
async function bound() {
  const home = await family();
  const travellerId = home.child("Lou");
  const { documentId } = (await sendDocument(people, home.token, { user_id: travellerId })).body.document;
  const asked = { item_id: "young", document_ids: [documentId] };
  const submission = (await api.call("createDocumentsSubmission", asked, { token: home.token })).body.submission;
  await api.call("takeSubmission", { submissionId: submission.submissionId }, { token: examiner.token });
  await api.call(
    "decideSubmission",
    { submissionId: submission.submissionId, verdict: "accept" },
    { token: examiner.token },
  );
  expect(await buys(home)).toBe("ok");
  const card = await testCard(api.deps, lou);
  await linkCard(api.deps.db, { ...card, accountId: home.accountId, travellerId, at: api.clock.iso() });
  return { home, travellerId, card };
}
async function buys(home: Family): Promise<string> {
  const order = orderOf({ ...home, userId: home.child("Lou") }, 0, { productId: "young" });
  const { body } = await api.call("placeOrder", order, { token: home.token, idempotencyKey: crypto.randomUUID() });
  return body.error?.code ?? "ok";
}
const get = async (travellerId: string) =>
  (await api.call("getTraveller", { travellerId }, { token: agent.token })).body.traveller;
const correct = (travellerId: string, values: Record<string, unknown> = {}, token = agent.token, network = "north") => {
  const asked = { travellerId, seen: lou, ...alou, kind: "same-person", reason: "Birth certificate seen", ...values };
  return api.call("correctTraveller", asked as never, { token, network });
};
const code = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code ?? "ok";
const readEmails = async (accountId: string) =>
  (
    await sql<{ template: string; contents: unknown }>`select template, contents from mail
      where account_id = ${accountId} and template like 'person-%' order by created_at, template`.execute(api.deps.db)
  ).rows;

// covers: staff correct who a traveller is: the same person keeps rights, tickets and cards; another one is examined again
test("staff correct a person whose own change is refused: documents, tickets and cards get the right name, the customer is notified, and it is audited", async () => {
  const { home, travellerId, card } = await bound();
  const own = await api.call("updateAccount", { userId: travellerId, firstName: "Alou" } as never, {
    token: home.token,
  });
  expect(code(own)).toBe("PERSON_BOUND");
  const before = await get(travellerId);
  expect(before).toMatchObject({
    ...lou,
    cards: [{ ...lou, cardId: card.id }],
    tickets: [{ printedName: "Lou Haddad" }],
  });
  expect((await correct(travellerId)).body).toMatchObject({ documents: 1, tickets: 1, cards: 1 });

  expect(await get(travellerId)).toMatchObject({
    ...alou,
    documents: [{ state: "VALID", provenPerson: alou }],
    tickets: [{ printedName: "Alou Haddad" }],
    cards: [alou],
    acts: [
      {
        act: "traveller.correct",
        by: "Soazig Perrot",
        reason: "Lou Haddad 2012-05-02 → Alou Haddad 2012-05-02: Birth certificate seen",
      },
    ],
  });
  expect(await buys(home)).toBe("ok");
  const [ticket] = (await api.call("tickets", {}, { token: home.token })).body.items;
  expect(ticket?.traveller?.firstName).toBe("Alou");
  const read = check(ticket?.code ?? "", { keys: api.deps.keys.ticketKeys(), now: api.clock.iso() });
  expect(read).toMatchObject({ status: "valid", ticket: { traveller: { initials: "AH", birthYear: 2012 } } });
  expect(await readEmails(home.accountId)).toMatchObject([
    {
      template: "person-corrected",
      contents: { before: "Lou Haddad", traveller: "Alou Haddad", cards: 1, tickets: 1 },
    },
  ]);
  const auditEntries = await sql`select act from staff_act where account_id = ${home.accountId} order by act`.execute(
    api.deps.db,
  );
  expect(auditEntries.rows).toEqual(
    ["card.rename", "submission.accept", "submission.take", "traveller.correct"].map((act) => ({ act })),
  );
});

// covers: staff correct who a traveller is: the same person keeps rights, tickets and cards; another one is examined again
test("another person is treated as the customer's own change: refused while a card is bound, then the documents are examined again", async () => {
  const { home, travellerId, card } = await bound();
  const other = { kind: "other-person", firstName: "Sofia", birthDate: "2014-01-09" };
  expect(code(await correct(travellerId, other))).toBe("PERSON_BOUND");
  expect(await get(travellerId)).toMatchObject({ ...lou, acts: [] });
  await sql`update transport_card set account_id = null, traveller_id = null, linked_at = null where id = ${card.id}`.execute(
    api.deps.db,
  );
  expect(code(await correct(travellerId, other))).toBe("ok");
  const { documents, tickets, acts } = await get(travellerId);
  expect([documents[0]?.state, tickets[0]?.printedName, acts[0]?.act]).toEqual([
    "VALIDATING",
    "Lou Haddad",
    "traveller.change",
  ]);
  expect(await buys(home)).toBe("DOCUMENT_REQUIRED");
  expect((await readEmails(home.accountId)).map(({ template }) => template)).toEqual([
    "person-changed",
    "person-corrected",
  ]);
});

test("a correction is refused without the role, in another network, with an invalid name, and if the traveller changed since", async () => {
  const { travellerId } = await bound();
  const stranger = await testStaff(api, {});
  const refused: [string, Awaited<ReturnType<typeof correct>>][] = [
    ["ROLE_NOT_ALLOWED", await correct(travellerId, {}, examiner.token)],
    ["ROLE_NOT_ALLOWED", await correct(travellerId, {}, stranger.token)],
    ["NOT_FOUND", await correct(crypto.randomUUID())],
    ["NOT_FOUND", await correct("nobody")],
    ["NAME_FORBIDDEN_CHARACTER", await correct(travellerId, { firstName: "L0u" })],
    ["BIRTH_DATE_INVALID", await correct(travellerId, { birthDate: "2912-05-02" })],
    ["PERSON_CHANGED", await correct(travellerId, { seen: alou })],
    ["FIELD_INVALID", await correct(travellerId, { reason: " " })],
    ["FIELD_INVALID", await correct(travellerId, lou)],
  ];
  expect(refused.map(([, reply]) => code(reply))).toEqual(refused.map(([expected]) => expected));
  expect(await get(travellerId)).toMatchObject({ ...lou, acts: [] });
});

test("a traveller is found by name, the account's e-mail and number, and by a card", async () => {
  const { home, travellerId, card } = await bound();
  const row = await sql<{
    number: string;
  }>`select customer_number as number from account where id = ${home.accountId}`.execute(api.deps.db);
  const find = async (query: string) =>
    (await api.call("findTravellers", { query }, { token: agent.token })).body.travellers.map((one) => one.travellerId);
  for (const query of [home.email, row.rows[0]?.number ?? "", card.number, "lou hadd"])
    expect([query, await find(query)]).toEqual([query, expect.arrayContaining([travellerId])]);
  expect(await find("%%")).toEqual([]);
});
