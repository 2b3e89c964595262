import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAccount } from "../account-records/account-store.ts";
import { insertIdentity } from "../account-records/identity-store.ts";
import { daysMs, hoursMs } from "../clock.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testPack } from "../testing/test-pack.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  const guestless = testPack({ id: "west", network: { switches: { guestOrders: false } } });
  people = await openPeopleApi({ packs: [testPack(), testPack({ id: "south" }), guestless] });
  api = people.api;
});
afterAll(() => people.close());

const ahead = (ms: number) => api.clock.setOffset(api.clock.offsetMs() + ms);

// covers §3: customer number
test("the first login opens an account with a customer number; the next one finds it", async () => {
  const { idToken } = await people.register("first@example.org");
  const first = await api.call("login", { firebase_token: idToken });
  expect(first).toMatchObject({
    http: 200,
    body: {
      status: "ok",
      user: {
        userMail: "first@example.org",
        userName: "",
        isParent: true,
        isVerified: false,
        isComplete: false,
        authAsGuest: false,
        identities: [{ providerId: "password" }],
      },
    },
  });
  expect(first.body.user?.customerNumber).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  const second = await api.call("login", { firebase_token: idToken });
  expect(second.body.user?.userId).toBe(first.body.user?.userId);
  expect(second.body.user?.userToken).not.toBe(first.body.user?.userToken);
});

test("ten concurrent first logins open one account", async () => {
  const { idToken } = await people.register("together@example.org");
  const logins = await Promise.all(Array.from({ length: 10 }, () => api.call("login", { firebase_token: idToken })));
  expect(new Set(logins.map(({ body }) => body.user?.userId)).size).toBe(1);
});

test("a token is not stored in clear", async () => {
  const { token } = await people.customer("kept@example.org");
  const stored = await sql<{ text: string }>`select user_session::text as text from user_session`.execute(api.deps.db);
  expect(stored.rows.some(({ text }) => text.includes(token))).toBe(false);
});

// covers §7: POST Account/login.json
test("a login without a token, or with one that is forged, expired or of another network, is refused", async () => {
  expect((await api.call("login", {})).body.error?.code).toBe("FIELD_REQUIRED");
  expect((await api.call("login", { firebase_token: "e30.e30.e30" })).body.error?.code).toBe("TOKEN_INVALID");
  const { idToken } = await people.register("hour@example.org");
  const elsewhere = await api.call("login", { firebase_token: idToken }, { network: "south" });
  expect(elsewhere).toMatchObject({ http: 401, body: { error: { code: "TOKEN_INVALID" } } });
  const [head, claims, seal] = idToken.split(".");
  const forged = Buffer.from(
    Buffer.from(claims ?? "", "base64url")
      .toString()
      .replace("hour@", "other@"),
  ).toString("base64url");
  expect((await api.call("login", { firebase_token: `${head}.${forged}.${seal}` })).body.error?.code).toBe(
    "TOKEN_INVALID",
  );
  ahead(hoursMs(1) + 1000);
  expect((await api.call("login", { firebase_token: idToken })).body.error?.code).toBe("TOKEN_INVALID");
});

// covers §8: same e-mail with another sign-in method
test("an e-mail that another sign-in method has is not joined to it", async () => {
  const id = api.deps.ids.uuid();
  await api.deps.db.transaction().execute(async (tx) => {
    const account = {
      id,
      networkId: "north",
      customerNumber: "FC234567",
      email: "federated@example.org",
      guest: false,
      language: null,
    };
    await insertAccount(tx, account, api.clock.iso());
    const identity = { networkId: "north", accountId: id, providerId: "franceconnect", subject: "fc-1" };
    const guest = { firstName: "Ana", lastName: "Silva", birthDate: null, email: account.email };
    const person = { ...guest, emailTrusted: true, emailVerified: true };
    await insertIdentity(tx, { ...identity, person }, api.clock.iso());
  });
  const { idToken } = await people.register("federated@example.org");
  const refused = await api.call("login", { firebase_token: idToken });
  expect(refused).toMatchObject({ http: 409, body: { error: { code: "EMAIL_EXISTS_OTHER_PROVIDER" } } });
});

// covers §6: a guest is not an account holder
test("a guest enters with name and e-mail, is no account holder, and learns nothing about a customer with that e-mail", async () => {
  await people.customer("shared@example.org");
  const guest = { firstName: "Ana", lastName: "Silva", email: "shared@example.org" };
  const entered = await api.call("login", { authAsGuest: true, guest });
  expect(entered).toMatchObject({
    http: 200,
    body: { user: { authAsGuest: true, userName: "Ana", isVerified: true, identities: [{ providerId: "guest" }] } },
  });
  const token = entered.body.user?.userToken;
  expect((await api.call("introspectToken", {}, { token })).body.authAsGuest).toBe(true);
  expect((await api.call("sendVerificationEmail", {}, { token })).body.error?.code).toBe("ACCOUNT_REQUIRED");
});

// covers §1: guest purchase only where the network allows it
test("a guest without names, or in a network without guests, is refused", async () => {
  const missing = await api.call("login", { authAsGuest: true });
  expect(missing).toMatchObject({ http: 400, body: { error: { code: "GUEST_DATA_REQUIRED" } } });
  const wrong = await api.call("login", {
    authAsGuest: true,
    guest: { firstName: "A1", lastName: "Silva", email: "a@example.org" },
  });
  expect(wrong.body.error).toMatchObject({
    code: "GUEST_DATA_REQUIRED",
    details: { field: "firstName", reason: "NAME_FORBIDDEN_CHARACTER" },
  });
  const guest = { firstName: "Ana", lastName: "Silva", email: "a@example.org" };
  const closed = await api.call("login", { authAsGuest: true, guest }, { network: "west" });
  expect(closed).toMatchObject({ http: 403, body: { error: { code: "GUEST_NOT_ALLOWED" } } });
});

test("one client address cannot open an unlimited number of guest sessions", async () => {
  await sql`insert into counted_try (network_id, subject, tries, blocked_until, last_at)
    values ('north', 'guest:198.51.100.9', array[]::timestamptz[], ${new Date(api.clock.now().getTime() + 60_000)}, now())`.execute(
    api.deps.db,
  );
  const guest = { firstName: "Ana", lastName: "Silva", email: "a@example.org" };
  const refused = await api.call("login", { authAsGuest: true, guest }, { address: "198.51.100.9" });
  expect(refused).toMatchObject({ http: 429, body: { error: { code: "TOO_MANY_REQUESTS" } } });
});

// covers §7: POST Account/logout.json, introspectToken.json, touch
test("a session is valid only in its own network, by value and by header, until it is logged out", async () => {
  const { token, user } = await people.customer("session@example.org");
  const introspected = await api.call("introspectToken", {}, { token });
  expect(introspected).toMatchObject({ http: 200, body: { active: true, userId: user.userId, networkId: "north" } });
  expect((await api.call("introspectTokenByGet", { userToken: token })).body.active).toBe(true);
  const elsewhere = await api.call("introspectToken", {}, { token, network: "south" });
  expect(elsewhere).toMatchObject({ http: 401, body: { error: { code: "AUTHENTICATION_TOKEN_INVALID" } } });
  expect((await api.call("logout", {}, { token, network: "south" })).http).toBe(200);
  expect((await api.call("introspectToken", {}, { token })).http).toBe(200);
  expect((await api.call("logout", {}, { token })).http).toBe(200);
  expect((await api.call("introspectToken", {}, { token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await api.call("logout", {}, { token })).http).toBe(200);
  expect((await api.call("touch", {})).body.error?.code).toBe("USER_NOT_CONNECTED");
});

// covers §4: token slides 30 days
test("a used session is extended by 30 days, written at most once an hour; an unused one ends and is deleted", async () => {
  const used = await people.customer("used@example.org");
  const idle = await people.customer("idle@example.org");
  const first = (await api.call("touch", {}, { token: used.token })).body.expiresAt;
  ahead(60_000);
  expect((await api.call("touch", {}, { token: used.token })).body.expiresAt).toBe(first);
  ahead(daysMs(20));
  const second = (await api.call("touch", {}, { token: used.token })).body.expiresAt;
  expect(Date.parse(second)).toBeGreaterThan(Date.parse(first) + daysMs(19));
  ahead(daysMs(11));
  expect((await api.call("touch", {}, { token: used.token })).http).toBe(200);
  expect((await api.call("touch", {}, { token: idle.token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");

  const { cleanIdentity } = await import("./identity-cleanup-job.ts");
  const end = await cleanIdentity(api.deps, {
    id: "",
    networkId: null,
    kind: "",
    key: "",
    payload: {},
    dueAt: "",
    attempts: 1,
  });
  const over = await sql`select from user_session where expires_at <= ${api.clock.iso()}`.execute(api.deps.db);
  expect(over.rows).toHaveLength(0);
  const wait = (end?.again.getTime() ?? 0) - api.clock.now().getTime();
  expect(wait).toBeGreaterThan(daysMs(1) - 60_000);
  expect(wait).toBeLessThanOrEqual(daysMs(1));
});

// covers §4: a session ends 180 days after its sign-in, whatever renews it
test("a session ends 180 days after its sign-in, however it is used, with what could reopen it; a guest's too", async () => {
  const startedAt = api.clock.now().getTime();
  const { token, refreshToken } = await people.customer("half-year@example.org");
  const guest = { firstName: "Ana", lastName: "Silva", email: "half-year-guest@example.org" };
  const guests = (await api.call("login", { authAsGuest: true, guest })).body.user?.userToken ?? "";
  const touched = async (each: string) => (await api.call("touch", {}, { token: each })).body;
  const renew = () => people.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  const login = async (reply: Awaited<ReturnType<typeof renew>>) =>
    (await api.call("login", { firebase_token: String(reply.body.id_token) })).body;
  for (let days = 0; days < 160; days += 20) {
    ahead(daysMs(20));
    for (const each of [token, guests]) expect((await touched(each)).status).toBe("ok");
  }
  const renewed = (await login(await renew())).user?.userToken ?? "";
  for (const each of [token, guests, renewed]) {
    const end = Date.parse((await touched(each)).expiresAt);
    expect(Math.abs(end - startedAt - daysMs(180))).toBeLessThan(60_000);
  }
  // Its expiry no longer changes, but its use is still recorded.
  ahead(daysMs(10));
  await touched(token);
  const [seen] = (await api.call("getSessions", {}, { token })).body.sessions;
  expect(Date.parse(seen?.seenAt ?? "")).toBeGreaterThan(startedAt + daysMs(169));
  ahead(daysMs(10) - 30 * 60_000);
  expect((await touched(token)).status).toBe("ok");
  const last = await renew();
  ahead(31 * 60_000);
  for (const each of [token, guests, renewed])
    expect((await touched(each)).error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await login(last)).error?.code).toBe("TOKEN_INVALID");
  expect(people.faultOf(await renew())).toBe("TOKEN_EXPIRED");
  const { idToken } = await people.signIn("half-year@example.org", goodPassword);
  expect((await api.call("login", { firebase_token: idToken })).http).toBe(200);
});
