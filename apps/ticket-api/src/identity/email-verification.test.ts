import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs } from "../clock.ts";
import { somebodyWaits } from "../testing/held-rows.ts";
import { goodPassword } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld, providerPack } from "../testing/providers/provider-world.ts";
import { familyOf } from "../testing/test-family.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  world = await openProviderWorld({ packs: [providerPack("north"), providerPack("south")] });
  api = world.api;
});
afterAll(() => world.close());

const newPassword = "The owner's own 1 password";
const codeOf = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;

/** A person who signs in at a provider and adds e-mail and password with an address that they did not prove. */
async function planted(who: string, email: string, providerId = "franceconnect", signingIn = {}) {
  await sql`delete from account where id in (select account_id from identity where provider_id <> 'password')`.execute(
    api.deps.db,
  );
  const { body } = await world.signInAt(providerId, who, signingIn);
  const { idToken, refreshToken } = await world.register(email);
  const added = { authProviderId: "password", authProviderToken: idToken };
  expect((await api.call("createIdentity", added, { token: body.userToken })).http).toBe(200);
  return { token: body.userToken, user: body.user, idToken, refreshToken };
}
const resetCode = async (email: string) => {
  await api.call("resetPassword", { email });
  return world.code(email);
};
const reset = (code: string, asking: { token?: string | undefined } = {}) =>
  api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: newPassword }, asking);
const confirmCode = async (email: string, token: string) => {
  expect((await api.call("sendVerificationEmail", {}, { token })).http).toBe(200);
  return world.code(email);
};
async function enter(email: string, password: string) {
  const signed = await world.toolkit("signInWithPassword", { email, password });
  return api.call("login", { firebase_token: String(signed.body.idToken) });
}
const waysOf = async (token: string | undefined) =>
  (await api.call("identities", {}, { token })).body.identities.map(({ providerId }) => providerId);
const isOver = async (token: string | undefined) => codeOf(await api.call("touch", {}, { token }));

// covers: verifying an address opens nobody else's account
test("resetting the password of an unproved address opens a new account, not the account of the person who entered it", async () => {
  const email = "victim@example.org";
  const { token, user, idToken, refreshToken } = await planted("claire", email);
  const byPassword = (await api.call("login", { firebase_token: idToken })).body.user?.userToken;
  const used = await reset(await resetCode(email));
  expect(used).toMatchObject({ http: 200, body: { email, separated: true } });

  const owner = await enter(email, newPassword);
  expect(owner.body.user).toMatchObject({ userMail: email, isVerified: true, isComplete: false });
  expect(owner.body.user?.userId).not.toBe(user?.userId);
  expect(await waysOf(owner.body.user?.userToken)).toEqual(["password"]);
  // Whatever depended on the address has ended; the provider's session and its account stay.
  expect(await isOver(byPassword)).toBe("AUTHENTICATION_TOKEN_INVALID");
  const renewed = await world.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  expect(world.faultOf(renewed)).toBe("INVALID_REFRESH_TOKEN");
  expect(codeOf(await enter(email, goodPassword))).toBe("TOKEN_INVALID");
  expect(await waysOf(token)).toEqual(["franceconnect"]);
  const kept = (await api.call("getUser", {}, { token })).body.user;
  expect(kept).toMatchObject({ userId: user?.userId, userMail: "claire.martin@mail.example" });
  const [message] = await world.emails("claire.martin@mail.example");
  expect(message?.subject).toContain("retiré");
  expect((await world.emails(email)).some(({ text }) => text.includes("Claire"))).toBe(false);
});

test("an account without another address asks for one at the next visit", async () => {
  const email = "only-address@example.org";
  const { token } = await planted("noemail", email, "realm");
  expect((await api.call("getUser", {}, { token })).body.user).toMatchObject({ userMail: email, isComplete: true });
  expect((await reset(await resetCode(email))).body).toMatchObject({ separated: true });
  expect((await api.call("getUser", {}, { token })).body.user).toMatchObject({ userMail: "", isComplete: false });
});

// covers: verifying an address opens nobody else's account
test("confirming an unproved address outside the account's own session changes nothing; inside it confirms", async () => {
  const email = "unseen@example.org";
  const { token, idToken } = await planted("claire", email);
  const code = await confirmCode(email, token);
  const elsewhere = await api.call("verifyEmail", { code });
  expect(elsewhere).toMatchObject({ http: 403, body: { error: { code: "ACCOUNT_SESSION_REQUIRED" } } });
  const stranger = await world.customer("stranger@example.org");
  expect(codeOf(await api.call("verifyEmail", { code }, { token: stranger.token }))).toBe("ACCOUNT_SESSION_REQUIRED");
  const legacy = { code, action: "LEGACY_EMAIL_VERIFICATION" as const };
  expect(codeOf(await api.call("useCode", legacy))).toBe("ACCOUNT_SESSION_REQUIRED");
  const toolkit = await world.toolkit("update", { oobCode: code });
  expect(world.faultOf(toolkit)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const before = await world.toolkit("lookup", { idToken });
  expect(before.body.users).toMatchObject([{ emailVerified: false }]);

  expect((await api.call("verifyEmail", { code }, { token })).http).toBe(200);
  expect(await waysOf(token)).toEqual(["franceconnect", "password"]);
  // Proved in the account: a later reset by e-mail is its owner's, and separates nothing.
  expect((await reset(await resetCode(email))).body).toMatchObject({ separated: false });
  const entered = await enter(email, newPassword);
  expect(await waysOf(entered.body.user?.userToken)).toEqual(["franceconnect", "password"]);
});

test("a reset in the account's own session proves the address for this account", async () => {
  const email = "own-session@example.org";
  const { token, user } = await planted("thomas", email);
  expect((await reset(await resetCode(email), { token })).body).toMatchObject({ separated: false });
  const entered = await enter(email, newPassword);
  expect(entered.body.user).toMatchObject({ userId: user?.userId, isVerified: true });
});

test("if the provider itself verified the same address, a reset leaves both sign-in methods in one account", async () => {
  const email = "camille@operator.example";
  const { user } = await planted("camille", email, "realm");
  expect((await reset(await resetCode(email))).body).toMatchObject({ separated: false });
  expect((await enter(email, newPassword)).body.user?.userId).toBe(user?.userId);
});

test("an account whose only sign-in method is the unproved address goes to its owner by a reset; what others set up ends", async () => {
  const email = "sole@example.org";
  const { token, user, idToken, give } = await familyOf(world, email, ["Lou"]);
  expect((await give("Lou", "Lou's own 1 password")).http).toBe(200);
  await sql`update login set email_verified_at = null, owner_proved_at = null where email = ${email}`.execute(
    api.deps.db,
  );
  expect((await reset(await resetCode(email))).body).toMatchObject({ separated: false });
  expect(await isOver(token)).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(codeOf(await api.call("login", { firebase_token: idToken }))).toBe("TOKEN_INVALID");
  expect(codeOf(await enter(email, "Lou's own 1 password"))).toBe("TOKEN_INVALID");
  expect((await enter(email, newPassword)).body.user).toMatchObject({ userId: user.userId, isVerified: true });
});

test("a removed provider does not return to an account that the address's owner took over", async () => {
  const email = "withdrawn@example.org";
  const { user } = await world.customer(email);
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at)
    select network_id, account_id, 'withdrawn', 'somebody', ${api.clock.iso()} from traveller where id = ${user.userId}`.execute(
    api.deps.db,
  );
  expect((await reset(await resetCode(email))).body).toMatchObject({ separated: false });
  const entered = await enter(email, newPassword);
  expect(entered.body.user?.userId).toBe(user.userId);
  expect(await waysOf(entered.body.user?.userToken)).toEqual(["password"]);
});

test("with other sign-in methods, the code of a new address only works in the account's own session", async () => {
  const { token, idToken } = await planted("claire", "first-one@example.org");
  expect(
    (await api.call("verifyEmail", { code: await confirmCode("first-one@example.org", token) }, { token })).http,
  ).toBe(200);
  const asked = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "second-one@example.org" };
  expect(world.faultOf(await world.toolkit("sendOobCode", asked))).toBe("ok");
  const code = await world.code("second-one@example.org");
  expect(codeOf(await api.call("verifyEmail", { code }))).toBe("ACCOUNT_SESSION_REQUIRED");
  expect((await api.call("getUser", {}, { token })).body.user.userMail).toBe("first-one@example.org");
  expect((await api.call("verifyEmail", { code }, { token })).http).toBe(200);
});

test("guest purchases join no account through an address that somebody else entered there", async () => {
  const email = "guest-buyer@example.org";
  const { token, user, idToken } = await planted("claire", email);
  await api.call("login", { authAsGuest: true, guest: { firstName: "Ana", lastName: "Silva", email } });
  const guests = async () =>
    (await sql`select from account where email = ${email} and guest`.execute(api.deps.db)).rows.length;
  await api.call("login", { firebase_token: idToken });
  expect(codeOf(await api.call("verifyEmail", { code: await confirmCode(email, token) }))).toBe(
    "ACCOUNT_SESSION_REQUIRED",
  );
  expect(await guests()).toBe(1);
  await world.pass(120_000);
  await reset(await resetCode(email));
  expect(await guests()).toBe(1);
  const owner = await enter(email, newPassword);
  expect(await guests()).toBe(0);
  expect(owner.body.user?.userId).not.toBe(user?.userId);
});

// covers: only a proved address excludes others
test("an unproved address of an account blocks nobody, and goes to the person who proves it", async () => {
  const email = "declared@mail.example";
  const { body } = await (async () => {
    await sql`delete from account where id in (select account_id from identity where provider_id <> 'password')`.execute(
      api.deps.db,
    );
    return world.signInAt("franceconnect", "thomas", { email });
  })();
  expect(body.user?.userMail).toBe(email);
  const owner = await world.customer(email);
  expect(owner.user.userMail).toBe(email);
  expect((await api.call("getUser", {}, { token: body.userToken })).body.user.userMail).toBe(email);
  const verified = await api.call(
    "verifyEmail",
    { code: await confirmCode(email, owner.token) },
    { token: owner.token },
  );
  expect(verified.http).toBe(200);
  expect((await api.call("getUser", {}, { token: body.userToken })).body.user).toMatchObject({
    userMail: "",
    isComplete: false,
  });
  const again = await api.call("updateAccount", { email }, { token: body.userToken });
  expect(codeOf(again)).toBe("EMAIL_EXISTS");
  // Proved: a sign-in by another method with it is refused.
  const other = await world.signInAt("franceconnect", "new-email", { email });
  expect(codeOf(other)).toBe("EMAIL_EXISTS_OTHER_PROVIDER");
});

// covers: only a proved address excludes others
test("an address that a provider verified goes to that account; one that no provider verified does not block it", async () => {
  const email = "yanis@operator.example";
  const holder = await planted("claire", "elsewhere@example.org");
  await sql`update account set email = ${email} where id = (select account_id from traveller where id = ${holder.user?.userId ?? ""})`.execute(
    api.deps.db,
  );
  const { body } = await world.signInAt("realm", "yanis");
  expect(body.user).toMatchObject({ userMail: email });
  const seen = (await api.call("getUser", {}, { token: holder.token })).body.user;
  expect(seen.userMail).not.toBe(email);
});

test("an e-mail to an unproved address deletes only an account without another sign-in method", async () => {
  const email = "not-theirs@example.org";
  const { token } = await planted("claire", email);
  await api.call("requestDeletionByEmail", { email });
  expect((await world.emails(email)).some(({ text }) => text.includes("/deletion"))).toBe(false);
  expect((await api.call("getUser", {}, { token })).body.user.deletion).toBeNull();
});

// covers: verifying an address opens nobody else's account
test("of a concurrent reset and link, the owner's reset wins: no sign-in method joins by an ended session", async () => {
  const email = "raced@example.org";
  const { token, user } = await world.customer(email);
  const grant = (await world.exchange("realm", "noemail")).body.authProviderToken;
  const code = await resetCode(email);
  const accountId = sql`(select account_id from traveller where id = ${user.userId})`;
  const { db } = api.deps;
  const under = await db.transaction().execute(async (tx) => {
    await sql`select from account where id = ${accountId} for update`.execute(tx);
    const linking = api.call("createIdentity", { authProviderId: "realm", authProviderToken: grant }, { token });
    await somebodyWaits(db, "account");
    await sql`delete from user_session where account_id = ${accountId}`.execute(tx);
    return { linking };
  });
  expect(codeOf(await under.linking)).toBe("REAUTHENTICATION_REQUIRED");
  expect((await reset(code)).http).toBe(200);
  expect(await waysOf((await enter(email, newPassword)).body.user?.userToken)).toEqual(["password"]);
});

test.each([
  ["password", (idToken: string) => ({ idToken, password: "A late and 1 other password" })],
  ["e-mail", (idToken: string) => ({ idToken, email: "late-thief@example.org" })],
] as const)("a change of %s in progress during the owner's password reset changes nothing", async (what, body) => {
  const email = `late-${what}@example.org`;
  const { idToken } = await world.customer(email);
  const { db } = api.deps;
  const under = await db.transaction().execute(async (tx) => {
    await sql`select from login where email = ${email} for update`.execute(tx);
    const changing = world.toolkit("update", body(idToken));
    await somebodyWaits(db, "login");
    await sql`update login set tokens_valid_since = tokens_valid_since + interval '1 second' where email = ${email}`.execute(
      tx,
    );
    return { changing };
  });
  expect(world.faultOf(await under.changing)).toBe("USER_NOT_FOUND");
  expect(world.faultOf(await world.toolkit("signInWithPassword", { email, password: goodPassword }))).toBe("ok");
});

test("a concurrent reset and unlinking leave each sign-in method in one account, without a deadlock", async () => {
  for (const [authProviderId, email] of [
    ["password", "both-one@example.org"],
    ["franceconnect", "both-two@example.org"],
  ] as const) {
    const { token } = await planted("claire", email);
    const code = await resetCode(email);
    const [used, unlinked] = await Promise.all([
      reset(code),
      api.call("deleteIdentity", { authProviderId }, { token }),
    ]);
    expect([200, 400]).toContain(used.http);
    expect([200, 404, 409]).toContain(unlinked.http);
    const shared = await sql`select account_id from identity where account_id in
      (select account_id from identity join login on login.id = subject where login.email = ${email})
      group by account_id having count(*) > 1`.execute(api.deps.db);
    expect(shared.rows).toEqual([]);
    await world.pass(hoursMs(2));
  }
});
