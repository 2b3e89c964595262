import { profilePasswordsMax } from "@guichet/contract/limits/sign-in-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { type Family, familyOf } from "../testing/test-family.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  people = await openPeopleApi();
  api = people.api;
});
afterAll(() => people.close());

const lousPassword = "Lou's own 1 password";
let count = 0;
const family = (children = ["Lou", "Noé"]): Promise<Family> =>
  familyOf(people, `family${++count}@example.org`, children);
const login = (idToken: string, values: Record<string, unknown> = {}) =>
  api.call("login", { firebase_token: idToken, ...values });
const names = (profiles: readonly { userName: string }[] | undefined) => profiles?.map(({ userName }) => userName);

// covers §6: travellers with a sign-in of their own
test("a traveller's password opens that traveller, the holder's password the holder, and neither anything else", async () => {
  const { email, user, child, give } = await family();
  expect((await give("Lou", lousPassword)).body.user).toMatchObject({ userId: child("Lou"), hasOwnSignIn: true });

  const lou = await login((await people.signIn(email, lousPassword)).idToken);
  expect(lou.body.user).toMatchObject({ userId: child("Lou"), isParent: false, userName: "Lou" });
  const holder = await login((await people.signIn(email, goodPassword)).idToken);
  expect(holder.body.user).toMatchObject({ userId: user.userId, isParent: true });
  const wrong = await people.toolkit("signInWithPassword", { email, password: "Noé's wrong 1 password" });
  expect(people.faultOf(wrong)).toBe("INVALID_LOGIN_CREDENTIALS");
});

test("one hash computation compares a password with all of an account, so that its duration reveals nothing", async () => {
  const alone = await family([]);
  const many = await family(["A", "B", "C", "D", "E", "F", "G", "H"].map((letter) => `Kim${letter}`));
  for (const [index, { userName }] of many.children.entries())
    await many.give(userName, `Own password number ${index}`);
  const time = async (email: string, password: string) => {
    const began = performance.now();
    await people.toolkit("signInWithPassword", { email, password });
    return performance.now() - began;
  };
  const times: Record<"alone" | "many", number[]> = { alone: [], many: [] };
  for (let round = 0; round < 4; round += 1) {
    times.alone.push(await time(alone.email, goodPassword));
    times.many.push(await time(many.email, `Own password number ${round}`));
  }
  const fastest = (of: number[]) => Math.min(...of);
  // A hash computation takes some 25 ms, everything else some 10: nine of them would take more than 200.
  expect(fastest(times.many)).toBeLessThan(fastest(times.alone) * 3);
});

// covers §7: POST Account/login.json
test("travellers with equal passwords are listed for a choice, never with the holder", async () => {
  const { email, user, child, give } = await family(["Lou", "Noé", "Mia"]);
  await give("Lou", lousPassword);
  await give("Noé", lousPassword);
  const { idToken, refreshToken } = await people.signIn(email, lousPassword);
  const both = await login(idToken);
  expect(both.body.user).toBeUndefined();
  expect(names(both.body.profiles)).toEqual(["Lou", "Noé"]);
  expect((await login(idToken, { userId: child("Noé") })).body.user).toMatchObject({ userName: "Noé" });
  for (const userId of [user.userId, child("Mia"), "nothing"]) {
    const refused = await login(idToken, { user_id: userId });
    expect(refused).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
  }
  const renewed = await people.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  expect(names((await login(String(renewed.body.id_token))).body.profiles)).toEqual(["Lou", "Noé"]);
});

// covers §7: POST Account/login.json
test("the holder chooses a traveller only with forceProfiles, and opens one of the account", async () => {
  const { email, user, child, deactivate } = await family(["Lou", "Noé"]);
  const other = await family();
  const { idToken } = await people.signIn(email, goodPassword);
  expect((await login(idToken)).body.user?.userId).toBe(user.userId);
  const choice = await login(idToken, { forceProfiles: true });
  expect(choice.body.user).toBeUndefined();
  expect(choice.body.profiles?.map(({ userId, isParent }) => [userId, isParent])).toEqual([
    [user.userId, true],
    [child("Lou"), false],
    [child("Noé"), false],
  ]);
  const lou = await login(idToken, { forceProfiles: true, userId: child("Lou") });
  expect(lou.body.user).toMatchObject({ userId: child("Lou"), isParent: false });
  expect((await login(idToken, { userId: other.child("Lou") })).body.error?.code).toBe("NOT_FOUND");
  await deactivate("Noé");
  expect(names((await login(idToken, { forceProfiles: true })).body.profiles)).toEqual(["Nour", "Lou"]);
  const alone = await family([]);
  const only = await login((await people.signIn(alone.email, goodPassword)).idToken, { forceProfiles: true });
  expect(only.body.user?.userId).toBe(alone.user.userId);
});

// covers §7: POST Account/update.json
test.each([
  [{ travellerPassword: "Short 1" }, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
  [{ travellerPassword: goodPassword }, "PASSWORD_OF_HOLDER"],
  [{ travellerPassword: lousPassword, currentPassword: "wrong" }, "PASSWORD_WRONG"],
  [{ travellerPassword: lousPassword, currentPassword: null }, "FIELD_REQUIRED"],
  [{ travellerPassword: lousPassword, userId: undefined }, "FIELD_INVALID"],
  [{ travellerPassword: 5 }, "FIELD_INVALID"],
  [{ currentPassword: goodPassword }, "FIELD_INVALID"],
])("setting %j is refused with %s, and opens no sign-in", async (values, code) => {
  const { token, child, email } = await family();
  const all = { userId: child("Lou"), currentPassword: goodPassword, ...values };
  expect((await api.call("updateAccount", all as Record<string, unknown>, { token })).body.error?.code).toBe(code);
  expect(people.faultOf(await people.toolkit("signInWithPassword", { email, password: lousPassword }))).not.toBe("ok");
});

test("changing a traveller's own sign-in requires the holder's password", async () => {
  const { token, child } = await family();
  const values = { userId: child("Lou"), travellerPassword: lousPassword };
  const refused = await api.call("updateAccount", values, { token });
  expect(refused.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "currentPassword" } });
});

test("a traveller of another account cannot be given a password, in this network or another", async () => {
  const mine = await family();
  const otherFamily = await family();
  const south = await familyOf(people, "south-family@example.org", ["Lou"], "south");
  for (const userId of [otherFamily.child("Lou"), south.child("Lou")]) {
    const values = { userId, travellerPassword: lousPassword, currentPassword: goodPassword };
    expect((await api.call("updateAccount", values, { token: mine.token })).body.error?.code).toBe("NOT_FOUND");
  }
  expect(
    people.faultOf(await people.toolkit("signInWithPassword", { email: otherFamily.email, password: lousPassword })),
  ).toBe("INVALID_LOGIN_CREDENTIALS");
});

// covers §6: travellers with a sign-in of their own
test("at most eight travellers have a password, also under concurrent requests", async () => {
  const kids = Array.from({ length: profilePasswordsMax + 2 }, (_, index) => `Kid${"abcdefghij"[index]}`);
  const { give } = await family(kids);
  const codesOf = async (some: string[]) => {
    const ends = await Promise.all(some.map((kid) => give(kid, `${kid}'s own 1 password`)));
    return ends.map(({ body }) => body.error?.code ?? "ok");
  };
  for (const kid of kids.slice(0, profilePasswordsMax - 1)) expect(await codesOf([kid])).toEqual(["ok"]);
  const others = kids.slice(profilePasswordsMax - 1);
  const last = await codesOf(others);
  expect(last.toSorted()).toEqual(["PROFILE_PASSWORDS_LIMIT", "PROFILE_PASSWORDS_LIMIT", "ok"]);
  // A traveller with a password may still change it, and removing one allows another.
  expect((await give(kids[0] ?? "", "Another own 1 password")).http).toBe(200);
  expect((await give(kids[0] ?? "", null)).http).toBe(200);
  expect(await codesOf([others[last.indexOf("PROFILE_PASSWORDS_LIMIT")] ?? ""])).toEqual(["ok"]);
});

test("another password, its removal or a deactivation ends the traveller's sessions and notifies the holder", async () => {
  const { email, give, child, deactivate } = await family(["Lou", "Noé"]);
  await give("Lou", lousPassword);
  await give("Noé", "Noé's own 1 password");
  const lou = await people.signIn(email, lousPassword);
  const noe = await login((await people.signIn(email, "Noé's own 1 password")).idToken);
  const session = (await login(lou.idToken)).body.user?.userToken;
  expect((await give("Lou", lousPassword)).body.error?.code).toBe("PASSWORD_UNCHANGED");
  expect((await give("Lou", "Lou's other 1 password")).http).toBe(200);

  expect((await api.call("touch", {}, { token: session })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await login(lou.idToken)).body.error?.code).toBe("TOKEN_INVALID");
  const refresh = { grant_type: "refresh_token", refresh_token: lou.refreshToken };
  expect(people.faultOf(await people.toolkit("token", refresh))).toBe("INVALID_REFRESH_TOKEN");
  expect(people.faultOf(await people.toolkit("signInWithPassword", { email, password: lousPassword }))).not.toBe("ok");
  expect((await api.call("touch", {}, { token: noe.body.user?.userToken })).http).toBe(200);
  const again = await people.signIn(email, "Lou's other 1 password");
  expect((await login(again.idToken)).body.user?.userId).toBe(child("Lou"));
  expect((await people.emails(email)).map(({ subject }) => subject)).toContain("Lou peut se connecter – Network north");

  expect((await give("Lou", null)).body.user.hasOwnSignIn).toBe(false);
  expect((await login(again.idToken)).body.error?.code).toBe("TOKEN_INVALID");
  expect((await people.emails(email))[0]?.subject).toContain("Lou ne peut plus se connecter");

  await deactivate("Noé");
  expect((await api.call("touch", {}, { token: noe.body.user?.userToken })).body.error?.code).toBe(
    "AUTHENTICATION_TOKEN_INVALID",
  );
  const removed = { email, password: "Noé's own 1 password" };
  expect(people.faultOf(await people.toolkit("signInWithPassword", removed))).toBe("INVALID_LOGIN_CREDENTIALS");
  expect((await give("Noé", "Noé's other 1 password")).body.error?.code).toBe("PROFILE_DEACTIVATED");
});

// covers §6: travellers with a sign-in of their own
test("the holder's new password must differ from the travellers', who keep theirs after a change and a reset", async () => {
  const { email, give, child, idToken } = await family();
  await give("Lou", lousPassword);
  const change = (password: string) => people.toolkit("update", { idToken, password });
  expect(people.faultOf(await change(lousPassword))).toBe("PASSWORD_OF_TRAVELLER");
  expect(people.faultOf(await change("The holder's other 1 password"))).toBe("ok");
  const lou = await people.signIn(email, lousPassword);
  expect((await login(lou.idToken)).body.user?.userId).toBe(child("Lou"));

  await people.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email });
  const code = await people.code(email);
  const use = (password: string) => api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password });
  expect((await use(lousPassword)).body.error?.code).toBe("PASSWORD_OF_TRAVELLER");
  const byToolkit = await people.toolkit("resetPassword", { oobCode: code, newPassword: lousPassword });
  expect(people.faultOf(byToolkit)).toBe("PASSWORD_OF_TRAVELLER");
  expect((await use("The holder's third 1 password")).http).toBe(200);
  // A change of the holder's password signs everybody out; a traveller's own password opens the traveller again.
  expect((await login(lou.idToken)).body.error?.code).toBe("TOKEN_INVALID");
  const again = await people.signIn(email, lousPassword);
  expect((await login(again.idToken)).body.user?.userId).toBe(child("Lou"));
});

test("when a holder and a traveller choose the same password concurrently, one of them gets it", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { give, idToken } = await family();
    const samePassword = "Wanted by both 1 password";
    const [holder, lou] = await Promise.all([
      people.toolkit("update", { idToken, password: samePassword }),
      give("Lou", samePassword),
    ]);
    const ends = [people.faultOf(holder), lou.body.error?.code ?? "ok"];
    // The traveller's change requires the holder's password, which may have changed by then.
    expect([
      ["ok", "PASSWORD_OF_HOLDER"],
      ["ok", "PASSWORD_WRONG"],
      ["PASSWORD_OF_TRAVELLER", "ok"],
      ["ok", "AUTHENTICATION_TOKEN_INVALID"],
    ]).toContainEqual(ends);
  }
});

test("a traveller's tokens cannot change the login and reveal nothing of the holder", async () => {
  const { email, give, idToken } = await family();
  await people.toolkit("update", { idToken, displayName: "Nour H." });
  await give("Lou", lousPassword);
  const lou = await people.signIn(email, lousPassword);
  for (const [call, body] of [
    ["update", { password: "The thief's 1 password" }],
    ["update", { email: "thief@example.org" }],
    ["update", { displayName: "Thief" }],
    ["delete", {}],
    ["sendOobCode", { requestType: "VERIFY_EMAIL" }],
    ["sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: "thief@example.org" }],
  ] as const) {
    expect([call, people.faultOf(await people.toolkit(call, { idToken: lou.idToken, ...body }))]).toEqual([
      call,
      "OPERATION_NOT_ALLOWED",
    ]);
  }
  const looked = await people.toolkit("lookup", { idToken: lou.idToken });
  expect(JSON.stringify(looked.body)).not.toContain("Nour");
  const claims = JSON.parse(Buffer.from(lou.idToken.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ email, travellers: [{ since: expect.any(Number) }] });
  expect(claims.name).toBeUndefined();
});

test("wrong passwords block the sign-in of the whole account, including the travellers", async () => {
  const { email, give } = await family();
  await give("Lou", lousPassword);
  for (let wrong = 0; wrong < 5; wrong += 1) await people.toolkit("signInWithPassword", { email, password: "wrong" });
  const blocked = await people.toolkit("signInWithPassword", { email, password: lousPassword });
  expect(people.faultOf(blocked)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

test("all passwords of an account are hashed with its one salt, and none is stored in clear", async () => {
  const { email, give } = await family();
  await give("Lou", lousPassword);
  await give("Noé", lousPassword);
  const rows = await sql<{ hash: string }>`select password_hash as hash from login where email = ${email}
    union all select own.password_hash from traveller_login own join login on login.id = own.login_id
    where login.email = ${email}`.execute(api.deps.db);
  const hashes = rows.rows.map(({ hash }) => hash);
  expect(new Set(hashes.map((hash) => hash.split("$").slice(0, 5).join("$"))).size).toBe(1);
  expect(new Set(hashes).size).toBe(2);
  expect(hashes.every((hash) => hash.startsWith("$argon2id$v=19$m=19456,t=2,p=1$"))).toBe(true);
});

// covers §8: blocked after many failures
test("a traveller's own password gives no more attempts at the holder's", async () => {
  const { email, give } = await family();
  await give("Lou", lousPassword);
  const fault = async (password: string) =>
    people.faultOf(await people.toolkit("signInWithPassword", { email, password }, { address: "203.0.113.88" }));
  for (let attempt = 0; attempt < 4; attempt += 1) expect(await fault(`Wrong password ${attempt}`)).toMatch(/^INVALID/);
  expect(await fault(lousPassword)).toBe("ok");
  expect(await fault("Wrong password 4")).toMatch(/^INVALID/);
  expect(await fault("Wrong password 5")).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});
