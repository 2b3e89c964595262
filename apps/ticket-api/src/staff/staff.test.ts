import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs, minutesMs } from "../clock.ts";
import { signedInWith } from "../sessions/staff-session-store.ts";
import { saveDisabled } from "../sessions/staff-store.ts";
import { officeClient, openTestApi, type TestApi } from "../testing/test-api.ts";
import { staffPassword, testStaff } from "../testing/test-staff.ts";
import { auditEntriesOn, recordAuditEntry } from "./audit-entry-store.ts";
import { renewPassword } from "./manage-staff.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const login = (email: string, password: string, address = "198.51.100.1") =>
  api.call("officeLogin", { email, password }, { address, network: "" });
const getStaff = (token: string) => api.call("getStaff", {}, { token, network: "" });
const newPassword = "Another side 8 of it";

const languages = ["fr", "en", "ar", "it", "es"];

test("a member of the staff signs in without a network, and sees each network with their roles", async () => {
  const person = await testStaff(api, { north: ["examiner", "agent"], south: ["admin"] }, "Maëlle Le Bihan");
  const signed = await login(person.email.toUpperCase(), staffPassword);
  expect(signed.body.staff).toEqual({
    staffId: person.staffId,
    name: "Maëlle Le Bihan",
    email: person.email,
    language: null,
    networks: [
      { id: "north", name: expect.any(String), timeZone: "Europe/Paris", languages, roles: ["agent", "examiner"] },
      { id: "south", name: expect.any(String), timeZone: "Europe/Paris", languages, roles: ["admin"] },
    ],
  });
  expect((await getStaff(signed.body.staffToken)).body.staff).toEqual(signed.body.staff);
});

// covers: a member of the staff chooses the language of the office, which follows the person to every browser
test("the chosen language belongs to the person: other sessions have it, also before the second factor, and colleagues do not", async () => {
  const [person, colleague] = [await testStaff(api, { north: ["agent"] }), await testStaff(api, { north: ["agent"] })];
  const choose = (language: "ar" | "es", token: string) =>
    api.call("setStaffLanguage", { language }, { token, network: "" });
  expect((await choose("ar", person.token)).body.status).toBe("ok");
  expect((await login(person.email, staffPassword)).body.staff.language).toBe("ar");
  expect((await getStaff(colleague.token)).body.staff.language).toBeNull();
  await choose("es", person.token);
  expect((await getStaff(person.token)).body.staff.language).toBe("es");
});

test("an unknown e-mail, a wrong password and a disabled person have the same response", async () => {
  const disabled = await testStaff(api, { north: ["agent"] });
  await api.deps.db.transaction().execute((tx) => saveDisabled(tx, disabled.staffId, api.clock.iso()));
  const known = await testStaff(api, { north: ["agent"] });
  const ends = [
    await login("nobody@operator.example", staffPassword, "198.51.100.2"),
    await login(known.email, "Wrong side 7 of the counter", "198.51.100.2"),
    await login(disabled.email, staffPassword, "198.51.100.2"),
  ];
  for (const { http, body } of ends) expect([http, body.error?.code]).toEqual([401, "CREDENTIALS_INVALID"]);
  expect((await getStaff(disabled.token)).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

test("of many concurrent attempts at one password from one address five are checked, then it is blocked for 15 minutes", async () => {
  const { email } = await testStaff(api, { north: ["agent"] });
  const from = "198.51.101.7";
  const attempts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => login(email, `Guess ${index} at a password`, from)),
  );
  const codes = attempts.map(({ body }) => body.error?.code).toSorted();
  expect(codes).toEqual([...Array(5).fill("CREDENTIALS_INVALID"), ...Array(7).fill("TOO_MANY_REQUESTS")]);
  expect((await login(email, staffPassword, from)).body.error?.code).toBe("TOO_MANY_REQUESTS");
  expect((await login(email, staffPassword)).http).toBe(200);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(15) + 1_000);
  expect((await login(email, staffPassword, from)).http).toBe(200);
});

test("fifty wrong attempts from one address block it for every e-mail, and no other address", async () => {
  const { email } = await testStaff(api, { north: ["agent"] });
  for (let index = 0; index < 50; index += 1) await login(`guess${index}@operator.example`, "x", "198.51.102.7");
  expect((await login(email, staffPassword, "198.51.102.7")).body.error?.code).toBe("TOO_MANY_REQUESTS");
  expect((await login(email, staffPassword, "198.51.102.8")).http).toBe(200);
});

// covers §6: staff sign-in, 12 hours and 60 minutes without use
test("a session ends 60 minutes after its last use", async () => {
  const { token } = await testStaff(api, { north: ["agent"] });
  for (let use = 0; use < 3; use += 1) {
    api.clock.setOffset(api.clock.offsetMs() + minutesMs(59));
    expect((await getStaff(token)).http).toBe(200);
  }
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(61));
  expect((await getStaff(token)).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

// covers §6: staff sign-in, 12 hours and 60 minutes without use
test("a session ends 12 hours after the sign-in, however often it is used", async () => {
  const { token } = await testStaff(api, { north: ["agent"] });
  const opened = api.clock.now().getTime();
  while (api.clock.now().getTime() - opened < hoursMs(11.5)) {
    api.clock.setOffset(api.clock.offsetMs() + minutesMs(50));
    expect((await getStaff(token)).http).toBe(200);
  }
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(31));
  expect((await getStaff(token)).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

test("signing out ends the session, and may be repeated", async () => {
  const { token } = await testStaff(api, { north: ["agent"] });
  for (let time = 0; time < 2; time += 1) {
    expect((await api.call("officeLogout", {}, { token, network: "" })).http).toBe(200);
  }
  expect((await getStaff(token)).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

test("a change of the own password requires the current one, keeps this session and ends the others", async () => {
  const person = await testStaff(api, { north: ["agent"] });
  const other = (await login(person.email, staffPassword)).body.staffToken;
  const change = async (currentPassword: string, next: string) =>
    (await api.call("changeStaffPassword", { currentPassword, newPassword: next }, { token: person.token })).body.error
      ?.code;
  expect(await change("Wrong side 7 of it", newPassword)).toBe("PASSWORD_WRONG");
  expect(await change(staffPassword, "too short")).toBe("PASSWORD_DOES_NOT_MEET_REQUIREMENTS");
  expect(await change(staffPassword, staffPassword)).toBe("PASSWORD_UNCHANGED");
  expect(await change(staffPassword, newPassword)).toBeUndefined();
  expect((await getStaff(person.token)).http).toBe(200);
  expect((await getStaff(other)).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await login(person.email, staffPassword)).body.error?.code).toBe("CREDENTIALS_INVALID");
  expect((await login(person.email, newPassword)).http).toBe(200);
  for (let wrong = 0; wrong < 5; wrong += 1) await change("Wrong side 7 of it", newPassword);
  expect(await change(newPassword, staffPassword)).toBe("TOO_MANY_REQUESTS");
});

test("a person who signed in with a printed password cannot open links to customers' files until it is changed", async () => {
  const { staffId, email } = await testStaff(api, { north: ["admin"] });
  const opens = () => signedInWith("orders.read")(api.deps.db, "north", staffId, api.clock.iso());
  expect(await opens()).toBe(true);
  const printed = (await renewPassword(api.deps, email)) ?? "";
  const { staffToken: token } = (await login(email, printed)).body;
  expect((await api.call("listStaff", {}, { token })).body.error?.code).toBe("PASSWORD_CHANGE_REQUIRED");
  expect(await opens()).toBe(false);
  await api.call("changeStaffPassword", { currentPassword: printed, newPassword }, { token });
  expect(await opens()).toBe(true);
});

test("the token is stored as a hash only, and the hash opens nothing", async () => {
  const { token } = await testStaff(api, { north: ["agent"] });
  const stored = await sql<{ token_hash: string }>`select token_hash from staff_session`.execute(api.deps.db);
  expect(stored.rows.map((row) => row.token_hash)).not.toContain(token);
  expect((await getStaff(stored.rows[0]?.token_hash ?? "")).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

test("an admin sees the staff of their network, and of no other", async () => {
  const admin = await testStaff(api, { south: ["admin"] }, "Ada South");
  const agent = await testStaff(api, { south: ["agent"], north: ["examiner"] }, "Bea Both");
  const { body } = await api.call("listStaff", {}, { token: admin.token, network: "south" });
  const shown = body.members.filter(({ staffId }) => [admin.staffId, agent.staffId].includes(staffId));
  expect(shown.map(({ name, roles }) => [name, roles])).toEqual([
    ["Ada South", ["admin"]],
    ["Bea Both", ["agent"]],
  ]);
  const all = await sql<{ id: string }>`select distinct staff_id as id from staff_role
    where network_id = 'south'`.execute(api.deps.db);
  expect(body.members).toHaveLength(all.rows.length);
});

test("an office client that serves one network shows and opens only that one", async () => {
  const { saveClient } = await import("../http/client-store.ts");
  const narrow = { ...officeClient, id: "narrow", rights: ["office"], replayProtection: false, networks: ["north"] };
  await saveClient(api.deps.db, narrow);
  const { token } = await testStaff(api, { north: ["admin"], south: ["admin"] });
  const shown = await api.call("getStaff", {}, { token, network: "", client: narrow });
  expect(shown.body.staff.networks.map(({ id }) => id)).toEqual(["north"]);
  const refused = await api.call("listStaff", {}, { token, network: "south", client: narrow });
  expect(refused.body.error?.code).toBe("NETWORK_UNKNOWN");
});

// covers §6: every action of the staff has author, time and reason
test("an audit entry has its author, time and reason, and cannot be changed or deleted", async () => {
  const { staffId } = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
  const { db, ids } = api.deps;
  const [thing, accountId] = [ids.uuid(), ids.uuid()];
  const at = api.clock.iso();
  const act = { networkId: "north", staffId, act: "card.block", thing, accountId, reason: "Found at the depot" };
  await db.transaction().execute((tx) => recordAuditEntry(tx, api.deps, act));
  expect(await auditEntriesOn(db, "north", thing, 10)).toEqual([
    { act: "card.block", by: "Yanis Kermarec", at: expect.any(String), reason: "Found at the depot" },
  ]);
  expect(Date.parse((await auditEntriesOn(db, "north", thing, 10))[0]?.at ?? "")).toBeGreaterThanOrEqual(
    Date.parse(at),
  );
  expect(await auditEntriesOn(db, "south", thing, 10)).toEqual([]);
  await expect(sql`delete from staff_act where thing = ${thing}`.execute(db)).rejects.toThrow(/kept as they were/);
  await expect(sql`update staff_act set reason = 'other' where thing = ${thing}`.execute(db)).rejects.toThrow(/kept/);
  await expect(sql`update staff_act set at = now() where thing = ${thing}`.execute(db)).rejects.toThrow(/kept/);
});
