import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { AuditKind } from "@guichet/contract/office/audit-log.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { storeOrder } from "../testing/test-orders.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";

let api: TestApi;
let admin: TestStaff;
let agent: TestStaff;
let person: TestPerson;
beforeAll(async () => {
  api = await openTestApi();
  admin = await testStaff(api, { north: ["admin"] }, "Ana Admin");
  agent = await testStaff(api, { north: ["agent"] }, "Ben Agent");
  person = await testPerson(api.deps);
}, 60_000);
afterAll(() => api.close());

type Asked = Parameters<typeof api.call<"listAuditLog">>[1];
const log = async (values: Asked = {}, { token } = admin) => (await api.call("listAuditLog", values, { token })).body;
const acts = async (values: Asked) => (await log(values)).items.map(({ act }) => act);
const record = (entry: Partial<Parameters<typeof recordAuditEntry>[2]>, at?: string) =>
  api.deps.db.transaction().execute((tx) =>
    recordAuditEntry(tx, at === undefined ? api.deps : { ...api.deps, clock: { ...api.deps.clock, iso: () => at } }, {
      ...{ networkId: "north", staffId: agent.staffId, act: "card.block", thing: "nothing", ...entry },
    }),
  );

// covers: the log of what the staff did is searched by person, kind, days and subject, page by page, by admins only
test("the log is filtered by person, kind, days of the network, and what it is about, and paged", async () => {
  const orderId = await storeOrder(api.deps, person.accountId, "2026-03-01T08:00:00.000Z");
  await sql`update orders set number = 'G-2026-77' where id = ${orderId}`.execute(api.deps.db);
  // The last instant of 10 March in Paris, and the first of the 11th.
  await record({ act: "order.shipped", thing: orderId, accountId: person.accountId }, "2026-03-10T22:59:59.000Z");
  await record(
    { act: "order.refund", thing: orderId, accountId: person.accountId, reason: "Late" },
    "2026-03-10T23:00:00.000Z",
  );
  await record({ act: "card.block", staffId: admin.staffId, thing: "card-1" }, "2026-03-12T09:00:00.000Z");
  await record({ act: "staff.password", networkId: null, thing: agent.staffId }, "2026-03-13T09:00:00.000Z");
  await record(
    { act: "staff.password", networkId: null, thing: "somebody of another network" },
    "2026-03-14T09:00:00.000Z",
  );
  await record({ act: "card.block", networkId: "south" }, "2026-03-15T09:00:00.000Z");

  const march = { from: "2026-03-01", until: "2026-03-31" };
  expect(await acts(march)).toEqual(["staff.password", "card.block", "order.refund", "order.shipped"]);
  expect(await acts({ from: "2026-03-10", until: "2026-03-10" })).toEqual(["order.shipped"]);
  expect(await acts({ ...march, staffId: admin.staffId })).toEqual(["card.block"]);
  expect(await acts({ ...march, staffId: "nobody" })).toEqual([]);
  expect(await acts({ ...march, kind: "order" })).toEqual(["order.refund", "order.shipped"]);
  const { email } = (
    await sql<{ email: string }>`select email from account where id = ${person.accountId}`.execute(api.deps.db)
  ).rows[0] ?? { email: "" };
  for (const subject of ["g-2026-77", email.toUpperCase(), orderId])
    expect(await acts({ ...march, subject })).toEqual(["order.refund", "order.shipped"]);
  expect(await acts({ ...march, subject: "%" })).toEqual([]);
  const first = await log({ ...march, limit: 3 });
  expect(first.items[2]).toMatchObject({
    ...{ act: "order.refund", by: "Ben Agent", subject: "G-2026-77", subjectId: orderId, reason: "Late", changes: [] },
    customerId: person.accountId,
  });
  expect(first.staff.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ana Admin", "Ben Agent"]));
  const next = await log({ ...march, limit: 3, cursor: first.nextCursor ?? "" });
  expect([next.items.map(({ act }) => act), next.nextCursor]).toEqual([["order.shipped"], undefined]);
  expect((await log({ cursor: "nonsense" })).error?.code).toBe("CURSOR_INVALID");
  expect((await log({}, agent)).error?.code).toBe("ROLE_NOT_ALLOWED");
});

// covers: the log of what the staff did states what an action changed, before and after
test("changed roles and a corrected traveller are in the log with their values before and after; an erasure empties them", async () => {
  const member = await testStaff(api, { north: ["reader"] }, "Cid Reader");
  const values = { staffId: member.staffId, roles: ["agent", "examiner"] as const, reason: "New job" };
  expect((await api.call("setStaffRoles", { ...values, roles: [...values.roles] }, { token: admin.token })).http).toBe(
    200,
  );
  const [changed] = (await log({ subject: member.staffId, kind: "staff" })).items;
  expect(changed).toMatchObject({
    ...{ act: "staff.roles", subject: "Cid Reader", by: "Ana Admin" },
    changes: [{ field: "roles", before: "reader", after: "agent, examiner" }],
  });
  await record({
    ...{ act: "traveller.correct", thing: person.userId, accountId: person.accountId, reason: "Typo" },
    changes: [{ field: "last-name", before: "Silvva", after: "Silva" }],
  });
  const found = async () => (await log({ subject: person.userId })).items[0];
  expect(await found()).toMatchObject({ changes: [{ field: "last-name", before: "Silvva", after: "Silva" }] });
  await sql`update staff_act set account_id = null, reason = null, changes = null where thing = ${person.userId}`.execute(
    api.deps.db,
  );
  expect(await found()).toMatchObject({ reason: null, customerId: null, changes: [] });
});

// covers: the log of what the staff did is append-only
test.each([
  sql`update staff_act set reason = 'another'`,
  sql`update staff_act set changes = '[]'`,
  sql`update staff_act set reason = null`,
  sql`update staff_act set account_id = gen_random_uuid(), reason = 'another'`,
  sql`update staff_act set account_id = gen_random_uuid(), changes = null`,
  sql`update staff_act set account_id = gen_random_uuid() where account_id is null`,
  sql`delete from staff_act`,
])("an entry cannot be changed or deleted (%#)", async (statement) => {
  await record({ reason: "kept", changes: [{ field: "roles", before: null, after: "reader" }] });
  await expect(statement.execute(api.deps.db)).rejects.toThrow("acts of the staff are kept as they were written");
});

// covers: the log of what the staff did as CSV without formulas; the download is in the log
test("the CSV has the filtered log without formulas, and the download is in the log itself", async () => {
  await record({ act: "job.drop", thing: "job-1", reason: '=HYPERLINK("x")' }, "2026-04-02T09:00:00.000Z");
  const april = { from: "2026-04-01", until: "2026-04-30" };
  const { body } = await api.call("downloadAuditLog", april, { token: admin.token });
  const [head, ...lines] = new TextDecoder().decode(body.bytes).trim().split("\r\n");
  expect(head?.endsWith("at,by,act,subject,subject_id,customer_id,reason,changes")).toBe(true);
  expect(lines).toEqual(['2026-04-02T09:00:00.000Z,Ben Agent,job.drop,,job-1,,"\'=HYPERLINK(""x"")",']);
  expect(await acts({ kind: "audit" })).toEqual(["audit.download"]);
  expect((await api.call("downloadAuditLog", { staffId: "nobody" }, { token: admin.token })).http).toBe(200);
});

test("every action that the code records is of a kind that the filter offers", async () => {
  const kinds = new Set<string>();
  const root = path.join(import.meta.dirname, "..");
  for await (const file of glob("**/*.ts", { cwd: root, exclude: (name) => name.endsWith(".test.ts") }))
    for (const kind of kindsIn(readFileSync(path.join(root, file), "utf8"))) kinds.add(kind);
  expect([...kinds]).toEqual(expect.arrayContaining(["card", "refund-request", "compensation", "discrepancy"]));
  expect([...kinds].filter((kind) => !AuditKind.options.some((one) => one === kind))).toEqual([]);
});

/** The kinds of the actions that are named in a source: each name of what `act` is, also one of two by a condition. */
const kindsIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:act|\w+Act)(?::| =)([^,;]*)/g)].flatMap(([, named = ""]) =>
    [...named.matchAll(/["`]([a-z][a-z-]*)\./g)].map(([, kind = ""]) => kind),
  );

test.each([
  ['act: "zone.move", thing', ["zone"]],
  ['act: isFirst ? "zone.move" : "price-zone.move" });', ["zone", "price-zone"]],
  ["const act = `zone.move`;", ["zone"]],
  ['const moveAct = "price-zone.move";', ["price-zone"]],
  ['contact: "a.b", fact: "c.d"', []],
])("%s records actions on %j", (source, kinds) => {
  expect(kindsIn(source)).toEqual(kinds);
});

// covers: the log of what the staff did is searched by person, kind, days and subject, page by page, by admins only
test("an e-mail address names every account that has it: the person's own, also as contact address, and those of guests", async () => {
  const email = "many@x.test";
  const accounts: TestPerson[] = [];
  for (let made = 0; made < 12; made += 1) accounts.push(await testPerson(api.deps));
  const ids = accounts.map(({ accountId }) => accountId);
  const { db } = api.deps;
  await sql`update account set guest = true, email = ${email} where id = any(${ids.slice(0, 11)}::uuid[])`.execute(db);
  await sql`update account set contact_email = ${email} where id = ${ids[11]}`.execute(db);
  for (const [index, accountId] of ids.entries())
    await record({ act: "order.shipped", thing: `order-${index}`, accountId }, "2026-06-02T08:00:00.000Z");
  const june = { from: "2026-06-01", until: "2026-06-30" };
  expect(await acts({ ...june, subject: "MANY@x.test" })).toHaveLength(12);
});
