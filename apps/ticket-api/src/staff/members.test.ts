import { staffInvitationHours } from "@guichet/contract/limits/staff-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { invitationCode, staffPassword, type TestStaff, testStaff } from "../testing/test-staff.ts";

let api: TestApi;
let admin: TestStaff;
beforeAll(async () => {
  api = await openTestApi();
  admin = await testStaff(api, { north: ["admin"] }, "Ada North");
});
afterAll(() => api.close());

const password = "Choose my 9 keys";
const login = (email: string, typed: string) =>
  api.call("officeLogin", { email, password: typed }, { address: api.deps.ids.uuid(), network: "" });
const invite = (email: string, as = admin) =>
  api.call("inviteStaff", { email, name: "Ana Silva", roles: ["agent"], language: "en" }, { token: as.token });
const accept = (code: string, newPassword = password) =>
  api.call("acceptInvitation", { code, newPassword }, { network: "" });
const setRoles = (as: TestStaff, staffId: string, roles: readonly ["admin" | "reader"] | []) =>
  api.call("setStaffRoles", { staffId, roles: [...roles], reason: "Moves on" }, { token: as.token });
const change =
  (action: "disable" | "enable" | "end-sessions" | "reset-second-factor" | "invite-again") =>
  async (as: TestStaff, staffId: string) =>
    (await api.call("changeStaffAccess", { staffId, action, reason: "Moves on" }, { token: as.token })).body.error
      ?.code;

// covers: an admin invites staff by e-mail; the invited person chooses the first password, once, before the link expires
test("an invited person chooses a password by the link of the e-mail, once, and signs in with the roles given", async () => {
  const email = "ana@operator.example";
  const { body } = await invite(email);
  expect(Date.parse(body.invitedUntil ?? "") - api.clock.now().getTime()).toBeGreaterThan(hoursMs(71));
  expect((await invite(email)).body.error?.code).toBe("STAFF_KNOWN");
  const first = await invitationCode(api, email);
  expect(await change("invite-again")(admin, body.staffId)).toBeUndefined();
  const { rows } = await sql<{ link: string }>`select contents ->> 'link' as link from mail
    where recipient = ${email}`.execute(api.deps.db);
  const code =
    rows.map(({ link }) => link.match(/\/invitation\/([^?]+)/)?.[1] ?? "").find((each) => each !== first) ?? "";
  expect((await accept(first)).body.error?.code).toBe("CODE_INVALID");
  expect((await api.call("getInvitation", { code }, { network: "" })).body).toMatchObject({ name: "Ana Silva", email });
  expect((await accept(code, "short")).body.error?.code).toBe("PASSWORD_DOES_NOT_MEET_REQUIREMENTS");
  const twice = await Promise.all([accept(code), accept(code)]);
  expect(twice.map((each) => each.body.error?.code).toSorted()).toEqual(["CODE_INVALID", undefined]);
  const signed = (await login(email, password)).body;
  expect(signed).toMatchObject({
    nextStep: null,
    staff: { language: "en", networks: [{ id: "north", roles: ["agent"] }] },
  });
  expect(await change("invite-again")(admin, body.staffId)).toBe("TRANSITION_NOT_ALLOWED");
  const { acts } = (await api.call("getStaffMember", { staffId: body.staffId }, { token: admin.token })).body;
  expect(acts.map(({ act, by, reason }) => [act, by, reason])).toEqual([
    ["staff.invite-again", "Ada North", "Moves on"],
    ["staff.invite", "Ada North", "agent"],
  ]);
});

test("an invitation ends with its time and with the disabling of its person; its code is stored as a hash only", async () => {
  const email = "bea@operator.example";
  const { staffId } = (await invite(email)).body;
  const code = await invitationCode(api, email);
  const { rows } = await sql<{ kept: string }>`select code_hash as kept from staff_invitation`.execute(api.deps.db);
  expect(rows.map(({ kept }) => kept)).not.toContain(code);
  await change("disable")(admin, staffId);
  expect((await accept(code)).body.error?.code).toBe("CODE_INVALID");
  await change("enable")(admin, staffId);
  const offset = api.clock.offsetMs();
  api.clock.setOffset(offset + hoursMs(staffInvitationHours) + 1000);
  expect((await accept(code)).body.error?.code).toBe("CODE_EXPIRED");
  api.clock.setOffset(offset);
});

test("a member of another network's staff gets roles here, without an invitation", async () => {
  const { email, staffId } = await testStaff(api, { south: ["agent"] });
  expect((await invite(email)).body).toMatchObject({ staffId, invitedUntil: null });
  expect(await invitationCode(api, email)).toBe("");
  expect((await login(email, staffPassword)).body.staff.networks.map(({ id }) => id)).toEqual(["north", "south"]);
});

// covers: nobody changes their own roles or access, nor those of a person of a network that they do not administer
test("nobody changes their own roles or access, nor that of a person who also works elsewhere; the roles here are theirs to set", async () => {
  const both = await testStaff(api, { north: ["agent"], south: ["agent"] });
  const stranger = await testStaff(api, { south: ["admin"] });
  expect((await setRoles(admin, admin.staffId, ["reader"])).body.error?.code).toBe("STAFF_OWN_ACCOUNT");
  expect(await change("disable")(admin, admin.staffId)).toBe("STAFF_OWN_ACCOUNT");
  expect(await change("disable")(admin, both.staffId)).toBe("STAFF_OF_ANOTHER_NETWORK");
  expect((await setRoles(admin, stranger.staffId, ["admin"])).body.error?.code).toBe("NOT_FOUND");
  expect((await setRoles(admin, "nobody", ["admin"])).body.error?.code).toBe("NOT_FOUND");
  expect((await setRoles(admin, both.staffId, [])).http).toBe(200);
  const { staff } = (await api.call("getStaff", {}, { token: both.token, network: "" })).body;
  expect(staff.networks.map(({ id }) => id)).toEqual(["south"]);
});

test("disabling and ending sessions sign the person out; a second factor is reset only where there is one", async () => {
  const agent = await testStaff(api, { north: ["agent"] });
  const isIn = async (token: string) => (await api.call("getStaff", {}, { token, network: "" })).http === 200;
  expect(await change("end-sessions")(admin, agent.staffId)).toBeUndefined();
  expect(await isIn(agent.token)).toBe(false);
  const { staffToken } = (await login(agent.email, staffPassword)).body;
  expect(await change("disable")(admin, agent.staffId)).toBeUndefined();
  expect(await isIn(staffToken)).toBe(false);
  expect(await change("disable")(admin, agent.staffId)).toBe("TRANSITION_NOT_ALLOWED");
  expect((await login(agent.email, staffPassword)).body.error?.code).toBe("CREDENTIALS_INVALID");
  expect(await change("enable")(admin, agent.staffId)).toBeUndefined();
  expect((await login(agent.email, staffPassword)).http).toBe(200);
  expect(await change("reset-second-factor")(admin, agent.staffId)).toBe("TRANSITION_NOT_ALLOWED");
});

// covers: a network always has an admin: of two who remove each other at once, one succeeds
test("two admins who remove each other at once: one succeeds, and the network has an admin", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await testStaff(api, { north: ["admin"] }), await testStaff(api, { north: ["admin"] })];
    const both = await Promise.all([setRoles(one, two.staffId, ["reader"]), setRoles(two, one.staffId, ["reader"])]);
    expect(both.filter(({ http }) => http === 200)).toHaveLength(1);
  }
});
