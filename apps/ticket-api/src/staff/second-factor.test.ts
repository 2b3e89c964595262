import { secondFactorMinutes, staffCodesPerDay } from "@guichet/contract/limits/staff-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { hoursMs, minutesMs } from "../clock.ts";
import { retireSigningKey, rotateKey } from "../installation/rotate-keys.ts";
import { codeOfApp } from "../testing/authenticator-app.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { staffPassword, type TestStaff, testStaff } from "../testing/test-staff.ts";
import { addStaff, resetSecondFactor, setRoles } from "./manage-staff.ts";

let api: TestApi;
let strict: TestApi;
beforeAll(async () => {
  [api, strict] = await Promise.all([openTestApi(), openTestApi({ environment: { STAFF_SECOND_FACTOR: "required" } })]);
});
afterAll(() => Promise.all([api?.close(), strict?.close()]));

const login = (email: string, password = staffPassword, of = api) =>
  of.call("officeLogin", { email, password }, { network: "" });
const getStaff = (token: string, of = api) => of.call("getStaff", {}, { token, network: "" });
const listed = async (token: string, of = api) => (await of.call("listStaff", {}, { token })).body.error?.code;
const later = (ms: number, of = api) => of.clock.setOffset(of.clock.offsetMs() + ms);
const give = (token: string, values: Record<string, unknown>, address = "198.51.100.1", of = api) =>
  of.call("giveSecondFactor", values, { token, network: "", address });
const codeOf = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;

/** The app's code for a key now; `fresh`: half a minute later, so that no test waits for the previous code. */
function shown(key: string, of = api): string {
  later(30_000, of);
  return codeOfApp(key, of.clock.now());
}

/** A code that the app shows neither now nor within two minutes. */
function wrongCode(key: string): string {
  const shownSoon = [-2, -1, 0, 1, 2, 3, 4].map((step) =>
    codeOfApp(key, new Date(api.clock.now().getTime() + step * 30_000)),
  );
  return (
    ["000000", "000001", "000002", "000003", "000004", "000005", "000006", "000007"].find(
      (code) => !shownSoon.includes(code),
    ) ?? ""
  );
}

interface Enrolled extends TestStaff {
  key: string;
  recoveryCodes: string[];
  knownDevice: string;
}

/** A member of the staff with a second factor. */
async function enrolled(): Promise<Enrolled> {
  const person = await testStaff(api, { north: ["admin"] });
  const asking = { token: person.token, network: "" };
  const begun = await api.call("beginSecondFactor", { currentPassword: staffPassword }, asking);
  const { key } = begun.body;
  const { body } = await api.call("confirmSecondFactor", { code: shown(key) }, asking);
  return { ...person, key, recoveryCodes: body.recoveryCodes, knownDevice: body.knownDevice };
}

// covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
test("a second factor is set up with the password and a code; it ends the other sessions, and is stored encrypted", async () => {
  const person = await testStaff(api, { north: ["admin"] });
  const asking = { token: person.token, network: "" };
  const other = (await login(person.email)).body.staffToken;
  expect(codeOf(await api.call("confirmSecondFactor", { code: "123456" }, asking))).toBe("TRANSITION_NOT_ALLOWED");
  expect(codeOf(await api.call("beginSecondFactor", {}, asking))).toBe("FIELD_REQUIRED");
  expect(codeOf(await api.call("beginSecondFactor", { currentPassword: "Wrong side 7" }, asking))).toBe(
    "PASSWORD_WRONG",
  );
  const begun = (await api.call("beginSecondFactor", { currentPassword: staffPassword }, asking)).body;
  expect(new URL(begun.uri).searchParams.get("secret")).toBe(begun.key);
  expect(begun.qr.side).toBeGreaterThan(20);
  expect((await api.call("beginSecondFactor", {}, asking)).body.key).toBe(begun.key);
  const wrong = codeOfApp(begun.key, new Date(api.clock.now().getTime() - hoursMs(1)));
  expect(codeOf(await api.call("confirmSecondFactor", { code: wrong }, asking))).toBe("SECOND_FACTOR_WRONG");
  expect((await getStaff(person.token)).body.secondFactor).toBeNull();
  const { body } = await api.call("confirmSecondFactor", { code: shown(begun.key) }, asking);
  expect(body.recoveryCodes).toHaveLength(10);
  expect((await getStaff(person.token)).body).toMatchObject({
    nextStep: null,
    secondFactor: { recoveryCodesLeft: 10 },
    isSecondFactorRequired: false,
  });
  expect(codeOf(await getStaff(other))).toBe("AUTHENTICATION_TOKEN_INVALID");

  const kept = await sql<{ row: string }>`select to_jsonb(f)::text || coalesce(to_jsonb(c)::text, '') as row
    from staff_second_factor f join staff_recovery_code c using (staff_id) where staff_id = ${person.staffId}`.execute(
    api.deps.db,
  );
  const rows = kept.rows.map(({ row }) => row).join("");
  for (const secret of [
    begun.key,
    ...body.recoveryCodes,
    ...body.recoveryCodes.map((code) => code.replaceAll("-", "")),
  ])
    expect(rows).not.toContain(secret);
});

test("an abandoned set-up is started again with the password", async () => {
  const { token } = await testStaff(api, { north: ["admin"] });
  const begin = (values: Record<string, unknown>) => api.call("beginSecondFactor", values, { token, network: "" });
  const { key } = (await begin({ currentPassword: staffPassword })).body;
  later(minutesMs(16));
  expect(codeOf(await begin({}))).toBe("FIELD_REQUIRED");
  expect((await begin({ currentPassword: staffPassword })).body.key).not.toBe(key);
});

// covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
test("the password alone opens nothing: the code does, under a new token", async () => {
  const person = await enrolled();
  const half = (await login(person.email)).body;
  expect([half.nextStep, half.staff.networks, half.knownDevice]).toEqual(["second-factor", [], undefined]);
  expect((await getStaff(half.staffToken)).body).toMatchObject({ nextStep: "second-factor", secondFactor: null });
  expect(await listed(half.staffToken)).toBe("SECOND_FACTOR_REQUIRED");
  const change = { currentPassword: staffPassword, newPassword: "Another good 1 password" };
  const asking = { token: half.staffToken, network: "" };
  expect(codeOf(await api.call("changeStaffPassword", change, asking))).toBe("SECOND_FACTOR_REQUIRED");
  const password = { currentPassword: staffPassword };
  for (const name of ["beginSecondFactor", "removeSecondFactor", "renewRecoveryCodes"] as const)
    expect([name, codeOf(await api.call(name, password, asking))]).toEqual([name, "SECOND_FACTOR_REQUIRED"]);
  expect(codeOf(await give(half.staffToken, {}))).toBe("FIELD_REQUIRED");

  const whole = (await give(half.staffToken, { code: shown(person.key) })).body;
  expect([whole.nextStep, typeof whole.knownDevice, await listed(whole.staffToken)]).toEqual([
    null,
    "string",
    undefined,
  ]);
  expect(codeOf(await getStaff(half.staffToken))).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(codeOf(await give(whole.staffToken, { code: shown(person.key) }))).toBe("TRANSITION_NOT_ALLOWED");
});

test("the code must be entered within ten minutes of the password", async () => {
  const { email, key } = await enrolled();
  const { staffToken } = (await login(email)).body;
  later(minutesMs(secondFactorMinutes) + 1_000);
  expect(codeOf(await give(staffToken, { code: shown(key) }))).toBe("AUTHENTICATION_TOKEN_INVALID");
});

// covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
test("a code works once, and none of an earlier time after it; of two concurrent uses one succeeds", async () => {
  const { email, key } = await enrolled();
  const session = async () => (await login(email)).body.staffToken;
  const [first, second, third, fourth] = [await session(), await session(), await session(), await session()];
  const before = shown(key);
  const code = shown(key);
  const both = await Promise.all([give(first, { code }), give(second, { code })]);
  expect(both.map(({ http }) => http).sort()).toEqual([200, 403]);
  expect(codeOf(await give(third, { code }))).toBe("SECOND_FACTOR_WRONG");
  expect(codeOf(await give(third, { code: before }))).toBe("SECOND_FACTOR_WRONG");
  expect((await give(fourth, { code: shown(key) })).http).toBe(200);
});

test("the code that confirmed the set-up does not work for a sign-in", async () => {
  const { email, key } = await enrolled();
  const code = codeOfApp(key, api.clock.now());
  expect(codeOf(await give((await login(email)).body.staffToken, { code }))).toBe("SECOND_FACTOR_WRONG");
});

// covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
test("a recovery code works once, however it is typed; new ones invalidate the old ones", async () => {
  const { email, recoveryCodes } = await enrolled();
  const [one = "", two = "", three = ""] = recoveryCodes;
  const by = async (recoveryCode: string) => give((await login(email)).body.staffToken, { recoveryCode });
  const opened = await by(one.toLowerCase().replaceAll("-", " "));
  expect(opened.http).toBe(200);
  const token = opened.body.staffToken;
  expect((await getStaff(token)).body.secondFactor?.recoveryCodesLeft).toBe(9);
  expect(codeOf(await by(one))).toBe("SECOND_FACTOR_WRONG");
  const sessions = [(await login(email)).body.staffToken, (await login(email)).body.staffToken];
  const both = await Promise.all(sessions.map((each) => give(each, { recoveryCode: two })));
  expect(both.map(({ http }) => http).sort()).toEqual([200, 403]);

  const renew = (currentPassword: string) =>
    api.call("renewRecoveryCodes", { currentPassword }, { token, network: "" });
  expect(codeOf(await renew("Wrong side 7"))).toBe("PASSWORD_WRONG");
  const renewed = (await renew(staffPassword)).body.recoveryCodes;
  expect((await getStaff(token)).body.secondFactor?.recoveryCodesLeft).toBe(10);
  expect(codeOf(await by(three))).toBe("SECOND_FACTOR_WRONG");
  expect((await by(renewed[0] ?? "")).http).toBe(200);
});

test("another person's codes do not work", async () => {
  const [one, other] = [await enrolled(), await enrolled()];
  const { staffToken } = (await login(one.email)).body;
  expect(codeOf(await give(staffToken, { code: shown(other.key) }))).toBe("SECOND_FACTOR_WRONG");
  const [recoveryCode = ""] = other.recoveryCodes;
  expect(codeOf(await give(staffToken, { recoveryCode }))).toBe("SECOND_FACTOR_WRONG");
  // Neither does a sealed secret that was copied to another row.
  await sql`update staff_second_factor set sealed_secret = (select sealed_secret from staff_second_factor
    where staff_id = ${other.staffId}) where staff_id = ${one.staffId}`.execute(api.deps.db);
  expect(codeOf(await give(staffToken, { code: shown(other.key) }))).toBe("SECOND_FACTOR_WRONG");
});

describe("somebody who guesses", () => {
  // covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
  it("has five attempts from an address; the owner signs in from elsewhere, and with a known browser", async () => {
    const { email, key, knownDevice } = await enrolled();
    const stolen = (await login(email)).body.staffToken;
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(codeOf(await give(stolen, { code: wrongCode(key) }, "192.0.2.66"))).toBe("SECOND_FACTOR_WRONG");
    const shut = await give(stolen, { code: shown(key) }, "192.0.2.66");
    expect([codeOf(shut), Number(shut.retryAfter) > 0]).toEqual(["TOO_MANY_REQUESTS", true]);
    const elsewhere = await give((await login(email)).body.staffToken, { code: shown(key) }, "192.0.2.67");
    expect(elsewhere.http).toBe(200);
    const own = (await login(email)).body.staffToken;
    expect((await give(own, { code: shown(key), knownDevice }, "192.0.2.66")).http).toBe(200);
  });

  // covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
  it("has a limited number of app codes a day over all addresses; a recovery code and a known browser still work", async () => {
    const { staffId, email, key, knownDevice, recoveryCodes } = await enrolled();
    const at = api.clock.iso();
    const blocked = new Date(Date.parse(at) + hoursMs(24)).toISOString();
    await sql`insert into counted_try (network_id, subject, tries, blocked_until, last_at)
      values ('', ${`staff-code-day:${staffId}`}, array_fill(${at}::timestamptz, array[${staffCodesPerDay}::int]),
        ${blocked}, ${at})`.execute(api.deps.db);
    const token = async () => (await login(email)).body.staffToken;
    expect(codeOf(await give(await token(), { code: shown(key) }))).toBe("TOO_MANY_REQUESTS");
    expect((await give(await token(), { recoveryCode: recoveryCodes[0] })).http).toBe(200);
    expect((await give(await token(), { code: shown(key), knownDevice })).http).toBe(200);
  });

  it("is counted for a day, but right codes are not", async () => {
    const { staffId, email, key } = await enrolled();
    const { staffToken } = (await login(email)).body;
    await give(staffToken, { code: wrongCode(key) }, "192.0.2.70");
    expect((await give(staffToken, { code: shown(key) }, "192.0.2.70")).http).toBe(200);
    const counted = await sql<{ count: number }>`select cardinality(tries) as count from counted_try
      where subject = ${`staff-code-day:${staffId}`}`.execute(api.deps.db);
    expect(counted.rows).toEqual([{ count: 1 }]);
  });
});

test("a second factor is switched off with the password, if none is required", async () => {
  const { email, token } = await enrolled();
  const remove = (currentPassword: string) =>
    api.call("removeSecondFactor", { currentPassword }, { token, network: "" });
  expect(codeOf(await remove("Wrong side 7"))).toBe("PASSWORD_WRONG");
  expect((await remove(staffPassword)).http).toBe(200);
  expect(codeOf(await remove(staffPassword))).toBe("TRANSITION_NOT_ALLOWED");
  expect((await login(email)).body.nextStep).toBeNull();
});

// covers §6: a lost phone: the command removes the second factor
test("the command removes a second factor for a lost phone, and signs out everywhere", async () => {
  const { email, token } = await enrolled();
  expect(await resetSecondFactor(api.deps, "nobody@operator.example")).toBeUndefined();
  expect(await resetSecondFactor(api.deps, email)).toBe(true);
  expect(codeOf(await getStaff(token))).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await login(email)).body.nextStep).toBeNull();
  expect(await resetSecondFactor(api.deps, email)).toBe(false);
});

test("an installation secret that encrypts second factors is not retired without confirmation", async () => {
  const { email, key } = await enrolled();
  const { kid } = api.deps.keys.derived("anything");
  await rotateKey(api.deps, "secret", { now: true });
  await api.deps.keys.reload();
  expect(api.deps.keys.derived("anything").kid).not.toBe(kid);
  expect((await give((await login(email)).body.staffToken, { code: shown(key) })).http).toBe(200);
  expect(await retireSigningKey(api.deps, kid)).toMatchObject({ outcome: "seals" });
  expect(await retireSigningKey(api.deps, kid, { force: true })).toEqual({ outcome: "retired" });
  await api.deps.keys.reload();
  const { staffToken } = (await login(email)).body;
  expect(codeOf(await give(staffToken, { code: shown(key) }))).toBe("SECOND_FACTOR_WRONG");
});

// covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
test("if required, the first sign-in chooses a password, sets up a second factor, then opens the office", async () => {
  const email = "noor@operator.example";
  const printed = (await addStaff(strict.deps, email, "Noor")) ?? "";
  await setRoles(strict.deps, email, "north", ["admin"]);
  const first = (await login(email, printed, strict)).body;
  const asking = { token: first.staffToken, network: "" };
  expect(first.nextStep).toBe("choose-password");
  expect(codeOf(await strict.call("beginSecondFactor", {}, asking))).toBe("PASSWORD_CHANGE_REQUIRED");
  const newPassword = "Another good 1 password";
  await strict.call("changeStaffPassword", { currentPassword: printed, newPassword }, asking);
  expect((await getStaff(first.staffToken, strict)).body.nextStep).toBe("set-up-second-factor");
  expect(await listed(first.staffToken, strict)).toBe("SECOND_FACTOR_SETUP_REQUIRED");
  const { key } = (await strict.call("beginSecondFactor", {}, asking)).body;
  expect((await strict.call("confirmSecondFactor", { code: shown(key, strict) }, asking)).http).toBe(200);
  expect([(await getStaff(first.staffToken, strict)).body.nextStep, await listed(first.staffToken, strict)]).toEqual([
    null,
    undefined,
  ]);
  const remove = { currentPassword: newPassword };
  expect(codeOf(await strict.call("removeSecondFactor", remove, asking))).toBe("TRANSITION_NOT_ALLOWED");

  const again = (await login(email, newPassword, strict)).body;
  expect(again.nextStep).toBe("second-factor");
  const whole = await give(again.staffToken, { code: shown(key, strict) }, "198.51.100.1", strict);
  expect([whole.body.nextStep, await listed(whole.body.staffToken, strict)]).toEqual([null, undefined]);
});
