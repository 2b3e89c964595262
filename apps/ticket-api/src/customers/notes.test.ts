import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockAccountAndLogin } from "../privacy/delete-account.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { auditEntriesOfPerson } from "../staff/personal-data-store.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let api: TestApi;
let agent: TestStaff;
beforeAll(async () => {
  api = await openTestApi();
  agent = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
}, 60_000);
afterAll(() => api.close());

const add = (customerId: string, text: string, idempotencyKey = crypto.randomUUID(), { token } = agent) =>
  api.call("addCustomerNote", { customerId, text }, { token, idempotencyKey });
const list = async (customerId: string, more: { limit?: number; cursor?: string } = {}, { token } = agent) =>
  (await api.call("listCustomerNotes", { customerId, ...more }, { token })).body;

// covers: notes of the staff about a customer: added, corrected by their author, withdrawn, exported with the customer's data and erased with the account
test("notes are added once with author and time, paged, exported with the customer's data, and erased with the account", async () => {
  const person = await testPerson(api.deps);
  const key = crypto.randomUUID();
  for (let sent = 0; sent < 2; sent += 1)
    expect((await add(person.accountId, "Calls back\non Monday", key)).http).toBe(200);
  await add(person.accountId, "Called back");
  const first = await list(person.accountId, { limit: 1 });
  expect(first.items).toMatchObject([{ text: "Called back", by: "Yanis Kermarec" }]);
  const next = await list(person.accountId, { cursor: first.nextCursor ?? "" });
  expect([next.items, next.nextCursor]).toMatchObject([[{ text: "Calls back\non Monday" }], undefined]);
  expect((await list(person.accountId, { cursor: "nonsense" })).error?.code).toBe("CURSOR_INVALID");

  // Who may see the customer and not support them sees no notes, neither in the history.
  const reader = await testStaff(api, { north: ["reader"] });
  expect((await list(person.accountId, {}, reader)).error?.code).toBe("ROLE_NOT_ALLOWED");
  const { body } = await api.call("getCustomer", { customerId: person.accountId }, { token: reader.token });
  expect(body.customer.acts).toEqual([]);

  const owner = { networkId: "north", accountId: person.accountId, emails: [], loginId: null };
  const exported = await auditEntriesOfPerson.read(api.deps.db, owner);
  expect(exported.map(({ reason }) => reason)).toEqual(["Calls back\non Monday", "Called back"]);
  const change = sql`update staff_act set reason = 'another' where account_id = ${person.accountId}`;
  await expect(change.execute(api.deps.db)).rejects.toThrow("are kept as they were written");
  await api.deps.db.transaction().execute((tx) => eraseAccount(tx, api.deps, "north", person.accountId));
  expect((await list(person.accountId)).items).toEqual([]);
  const left = await sql`select from staff_act where reason like 'Call%'`.execute(api.deps.db);
  expect(left.rows).toEqual([]);
});

type Reply = { body: { error?: { code: string; details?: unknown } } };
const because = ({ body: { error } }: Reply) => [
  error?.code,
  (error?.details as { reason?: unknown } | undefined)?.reason,
];
const correct = (values: { customerId: string; noteId: string; version: number; text: string }, { token } = agent) =>
  api.call("correctCustomerNote", values, { token });
const withdraw = (values: { customerId: string; noteId: string; version: number }, { token } = agent) =>
  api.call("withdrawCustomerNote", { ...values, reason: "Wrong customer" }, { token });

// covers: notes of the staff about a customer: added, corrected by their author, withdrawn, exported with the customer's data and erased with the account
test("a note is corrected by its author in the version they saw, and withdrawn by anybody; the log keeps each text", async () => {
  const { accountId: customerId } = await testPerson(api.deps);
  const colleague = await testStaff(api, { north: ["agent"] }, "Ana Silva");
  await add(customerId, "Born in 1988");
  const [note] = (await list(customerId)).items;
  if (note === undefined) throw new Error("no note");
  expect(note).toMatchObject({ isOwn: true, version: 0, correctedAt: null });
  const first = { customerId, noteId: note.noteId, version: 0 };

  expect(because(await correct({ ...first, text: "Mine" }, colleague))).toEqual([
    "TRANSITION_NOT_ALLOWED",
    "of-another",
  ]);
  expect(because(await correct({ ...first, text: "Born in 1988" }))).toEqual(["TRANSITION_NOT_ALLOWED", "same"]);
  // Two windows of its author: one of both corrects it.
  const both = await Promise.all(["Born in 1998", "Born in 1978"].map((text) => correct({ ...first, text })));
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  const [corrected] = (await list(customerId, {}, colleague)).items;
  expect(corrected).toMatchObject({ version: 1, by: "Yanis Kermarec", isOwn: false, at: note.at });
  expect(corrected?.correctedAt).toBeTruthy();

  expect(because(await withdraw(first, colleague))).toEqual(["TRANSITION_NOT_ALLOWED", "changed"]);
  expect((await withdraw({ ...first, version: 1 }, colleague)).http).toBe(200);
  expect((await list(customerId)).items).toEqual([]);
  expect(because(await correct({ ...first, version: 2, text: "Again" }))).toEqual([
    "TRANSITION_NOT_ALLOWED",
    "withdrawn",
  ]);

  const logged = await sql<{ act: string; reason: string | null; changes: unknown }>`
    select act, reason, changes from staff_act where account_id = ${customerId} order by at, id`.execute(api.deps.db);
  expect(logged.rows).toEqual([
    { act: "customer.note", reason: "Born in 1988", changes: null },
    {
      act: "customer.note-correct",
      reason: null,
      changes: [{ field: "note", before: "Born in 1988", after: corrected?.text }],
    },
    {
      act: "customer.note-withdraw",
      reason: "Wrong customer",
      changes: [{ field: "note", before: corrected?.text, after: null }],
    },
  ]);
  // Nothing of it is in the history that others see, and nothing is left after an erasure.
  const reader = await testStaff(api, { north: ["reader"] });
  const { body } = await api.call("getCustomer", { customerId }, { token: reader.token });
  expect(body.customer.acts).toEqual([]);
  await api.deps.db.transaction().execute((tx) => eraseAccount(tx, api.deps, "north", customerId));
  const left = await sql`select from staff_act where changes::text like '%Born in%' or reason like '%Born in%'`.execute(
    api.deps.db,
  );
  expect(left.rows).toEqual([]);
});

test("a note is changed under its own customer only", async () => {
  const [one, another] = [await testPerson(api.deps), await testPerson(api.deps)];
  await add(one.accountId, "Calls back");
  const [note] = (await list(one.accountId)).items;
  const wrong = { customerId: another.accountId, noteId: note?.noteId ?? "", version: 0 };
  expect(because(await withdraw(wrong))[0]).toBe("NOT_FOUND");
  for (const noteId of ["nothing", crypto.randomUUID()])
    expect(because(await correct({ customerId: one.accountId, noteId, version: 0, text: "Else" }))[0]).toBe(
      "NOT_FOUND",
    );
});

const reason = "Asked by phone";
test.each<[string, (customerId: string) => Promise<{ body: { error?: { code: string } } }>]>([
  ["a note", (customerId) => add(customerId, "Calls back")],
  [
    "the end of sessions",
    (customerId) => api.call("endCustomerSessions", { customerId, reason }, { token: agent.token }),
  ],
  [
    "a reset of the password",
    (customerId) => api.call("sendCustomerPasswordReset", { customerId, reason }, { token: agent.token }),
  ],
])("%s during an erasure waits for it, and writes nothing about the erased customer", async (_, write) => {
  const { accountId } = await testPerson(api.deps);
  const { deps } = api;
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`;
  const begun = await deps.db.transaction().execute(async (tx) => {
    await lockAccountAndLogin(tx, "north", accountId);
    const writing = write(accountId);
    await expect.poll(async () => (await waiting.execute(deps.db)).rows.length, { timeout: 5_000 }).toBe(1);
    await eraseAccount(tx, deps, "north", accountId);
    return { writing };
  });
  expect((await begun.writing).body.error?.code).toBe("NOT_FOUND");
  const left = sql`select from staff_act where account_id = ${accountId} or thing = ${accountId}`;
  expect((await left.execute(deps.db)).rows).toEqual([]);
});

test("a note is about a customer of the network, and not empty", async () => {
  const stranger = await testPerson(api.deps, { network: "south" });
  for (const customerId of [stranger.accountId, "nobody", crypto.randomUUID()])
    expect((await add(customerId, "Called")).body.error?.code).toBe("NOT_FOUND");
  const person = await testPerson(api.deps);
  for (const text of ["  ", "x".repeat(2001)])
    expect((await add(person.accountId, text)).body.error?.code).toBe("FIELD_INVALID");
  expect((await list("nobody")).items).toEqual([]);
});
