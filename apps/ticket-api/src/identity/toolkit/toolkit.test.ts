import { signUpsPerHour } from "@guichet/contract/limits/sign-in-limits.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../../clock.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../../testing/people-api.ts";

let people: PeopleApi;
let base: string;
beforeAll(async () => {
  people = await openPeopleApi();
  const address = people.api.server.server.address();
  base = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});
afterAll(() => people.close());

const fault = async (call: string, body: Record<string, unknown>) => people.faultOf(await people.toolkit(call, body));
const ahead = (ms: number) => people.api.clock.setOffset(people.api.clock.offsetMs() + ms);

test("a fault has that API's own shape, and unknown fields are ignored", async () => {
  await people.register("taken@example.org");
  const twice = await people.toolkit("signUp", {
    email: "taken@example.org",
    password: goodPassword,
    clientType: "WEB",
  });
  expect(twice).toEqual({
    http: 400,
    body: {
      error: {
        code: 400,
        message: "EMAIL_EXISTS",
        errors: [{ message: "EMAIL_EXISTS", domain: "global", reason: "invalid" }],
        status: "INVALID_ARGUMENT",
      },
    },
  });
});

test("a key that is missing or of no network is refused", async () => {
  for (const query of ["", "?key=", "?key=demo-nowhere"]) {
    const reply = await people.api.send("POST", `/identitytoolkit.googleapis.com/v1/accounts:signUp${query}`, {
      body: {},
    });
    expect(reply).toMatchObject({ http: 400, body: { error: { message: "API_KEY_INVALID" } } });
  }
});

test("signing up reports what is missing or wrong", async () => {
  expect(await fault("signUp", {})).toBe("ADMIN_ONLY_OPERATION");
  expect(await fault("signUp", { password: goodPassword })).toBe("MISSING_EMAIL");
  expect(await fault("signUp", { email: "no at sign", password: goodPassword })).toBe("INVALID_EMAIL");
  expect(await fault("signUp", { email: "p@example.org" })).toBe("MISSING_PASSWORD");
  expect(await fault("signUp", { email: "p@example.org", password: "short" })).toMatch(
    /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : /,
  );
  expect(await fault("signUp", { email: 5 })).toBe("Invalid value at 'email'");
});

// covers §8: e-mail already used
test("ten concurrent sign-ups of one e-mail create one login", async () => {
  const body = { email: "once@example.org", password: goodPassword };
  const ends = await Promise.all(Array.from({ length: 10 }, () => fault("signUp", body)));
  expect(ends.toSorted()).toEqual([...Array(9).fill("EMAIL_EXISTS"), "ok"]);
});

test("the same e-mail in two networks is two logins, and a token of one is invalid in the other", async () => {
  const north = await people.register("both@example.org");
  const south = await people.register("both@example.org", "south");
  expect(south.localId).not.toBe(north.localId);
  const looked = await people.toolkit("lookup", { idToken: north.idToken }, { network: "south" });
  expect(people.faultOf(looked)).toBe("INVALID_ID_TOKEN");
  const body = { grant_type: "refresh_token", refresh_token: north.refreshToken };
  expect(people.faultOf(await people.toolkit("token", body, { network: "south" }))).toBe("INVALID_REFRESH_TOKEN");
});

// covers §7: identity toolkit: signInWithPassword, signUp, update, lookup, refresh
test("a token is renewed by form and by JSON, and faults have their names", async () => {
  const { refreshToken, localId } = await people.register("renew@example.org");
  const form = await fetch(`${base}/securetoken.googleapis.com/v1/token?key=demo-north`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  expect(await form.json()).toMatchObject({
    user_id: localId,
    token_type: "Bearer",
    expires_in: "3600",
    refresh_token: refreshToken,
  });
  expect(await fault("token", { grantType: "refresh_token", refreshToken })).toBe("ok");
  expect(await fault("token", {})).toBe("MISSING_GRANT_TYPE");
  expect(await fault("token", { grant_type: "password" })).toBe("INVALID_GRANT_TYPE");
  expect(await fault("token", { grant_type: "refresh_token" })).toBe("MISSING_REFRESH_TOKEN");
  expect(await fault("token", { grant_type: "refresh_token", refresh_token: "x" })).toBe("INVALID_REFRESH_TOKEN");
});

test("the calls of the Ticket API accept no forms", async () => {
  const form = await fetch(`${base}/Account/login.json`, {
    method: "POST",
    body: new URLSearchParams({ networkId: "north" }),
  });
  expect(form.status).toBe(415);
});

test("browsers of any origin may call, as the client software in emulator mode does", async () => {
  const response = await fetch(`${base}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-north`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-headers": "content-type,x-client-version" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-headers")).toBe("content-type,x-client-version");
  const elsewhere = await fetch(`${base}/Account/login.json`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(elsewhere.headers.get("access-control-allow-origin")).toBeNull();
});

test("invalid JSON is a fault of that API, not an internal error", async () => {
  const reply = await people.api.send("POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo-north", {
    body: "{",
  });
  expect(reply).toMatchObject({ http: 400, body: { error: { code: 400, status: "INVALID_ARGUMENT" } } });
});

test("lookup, update and delete require a valid identity token", async () => {
  const { idToken } = await people.register("hold@example.org");
  expect(await fault("lookup", {})).toBe("MISSING_ID_TOKEN");
  expect(await fault("update", { idToken: "x", password: goodPassword })).toBe("INVALID_ID_TOKEN");
  ahead(minutesMs(6));
  expect(await fault("lookup", { idToken })).toBe("ok");
  expect(await fault("update", { idToken, displayName: "Someone" })).toBe("ok");
  expect(await fault("update", { idToken, password: "A brand new 1 password" })).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  expect(await fault("delete", { idToken })).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  ahead(minutesMs(60));
  expect(await fault("lookup", { idToken })).toBe("TOKEN_EXPIRED");
});

test("a change of password ends all sessions and earlier tokens, even those of the same second", async () => {
  const { token, idToken, refreshToken } = await people.customer("change@example.org");
  expect(await fault("update", { idToken, password: goodPassword })).toBe("PASSWORD_UNCHANGED");
  expect(await fault("update", { idToken, password: "weak" })).toMatch(/^PASSWORD_DOES_NOT_MEET_REQUIREMENTS/);
  const changed = await people.toolkit("update", {
    idToken,
    password: "A brand new 1 password",
    returnSecureToken: true,
  });
  expect(people.faultOf(changed)).toBe("ok");
  expect(await fault("lookup", { idToken })).toBe("TOKEN_EXPIRED");
  expect(await fault("token", { grant_type: "refresh_token", refresh_token: refreshToken })).toBe(
    "INVALID_REFRESH_TOKEN",
  );
  expect((await people.api.call("touch", {}, { token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(await fault("lookup", { idToken: changed.body.idToken })).toBe("ok");
});

test("a change of e-mail by token or by code updates the account, notifies the old address and refuses a taken one", async () => {
  await people.register("occupied@example.org");
  const { idToken } = await people.customer("move@example.org");
  expect(await fault("update", { idToken, email: "occupied@example.org" })).toBe("EMAIL_EXISTS");
  expect(await fault("update", { idToken, email: "nonsense" })).toBe("INVALID_EMAIL");
  const moved = await people.toolkit("update", { idToken, email: "moved@example.org" });
  expect(moved.body).toMatchObject({ email: "moved@example.org", emailVerified: false });
  const [message] = await people.emails("move@example.org");
  expect(message?.text).toContain("m…@example.org");

  const next = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken: moved.body.idToken };
  expect(await fault("sendOobCode", { ...next, newEmail: "occupied@example.org" })).toBe("EMAIL_EXISTS");
  expect(await fault("sendOobCode", next)).toBe("MISSING_NEW_EMAIL");
  expect(await fault("sendOobCode", { ...next, newEmail: "nonsense" })).toBe("INVALID_NEW_EMAIL");
  expect(await fault("sendOobCode", { ...next, newEmail: "proved@example.org" })).toBe("ok");
  const code = await people.code("proved@example.org");
  expect(await fault("update", { oobCode: code })).toBe("ok");
  expect(await fault("update", { oobCode: code })).toBe("INVALID_OOB_CODE");
  const signedIn = await people.toolkit("signInWithPassword", { email: "proved@example.org", password: goodPassword });
  const login = await people.api.call("login", { firebase_token: String(signedIn.body.idToken) });
  expect(login.body.user).toMatchObject({ userMail: "proved@example.org", isVerified: true });
});

test("an older code cannot move the account to an address that was taken meanwhile", async () => {
  const { idToken } = await people.register("slow@example.org");
  await people.toolkit("sendOobCode", {
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken,
    newEmail: "wanted@example.org",
  });
  const code = await people.code("wanted@example.org");
  await people.register("wanted@example.org");
  expect(await fault("update", { oobCode: code })).toBe("EMAIL_EXISTS");
  const token = (await people.api.call("login", { firebase_token: idToken })).body.user?.userToken;
  expect((await people.api.call("verifyEmail", { code }, { token })).body.error?.code).toBe("EMAIL_EXISTS");
  const legacy = await people.api.call("useCode", { code, action: "LEGACY_EMAIL_VERIFICATION" }, { token });
  expect(legacy.body.error?.code).toBe("EMAIL_EXISTS");
});

test("a login with an account cannot be deleted", async () => {
  const { idToken } = await people.customer("stays@example.org");
  expect(await fault("delete", { idToken })).toMatch(/^OPERATION_NOT_ALLOWED/);
  const fresh = await people.register("goes@example.org");
  expect(await fault("delete", { idToken: fresh.idToken })).toBe("ok");
  expect(await fault("lookup", { idToken: fresh.idToken })).toBe("INVALID_ID_TOKEN");
});

test("codes and their kinds are reported", async () => {
  expect(await fault("sendOobCode", {})).toBe("MISSING_REQ_TYPE");
  expect(await fault("sendOobCode", { requestType: "EMAIL_SIGNIN" })).toBe("INVALID_REQ_TYPE");
  expect(await fault("sendOobCode", { requestType: "PASSWORD_RESET" })).toBe("MISSING_EMAIL");
  expect(await fault("resetPassword", {})).toBe("MISSING_OOB_CODE");
  expect(await fault("resetPassword", { oobCode: "x", newPassword: goodPassword })).toBe("INVALID_OOB_CODE");
  const { idToken } = await people.register("wait@example.org");
  expect(await fault("sendOobCode", { requestType: "VERIFY_EMAIL", idToken })).toBe("ok");
  expect(await fault("sendOobCode", { requestType: "VERIFY_EMAIL", idToken })).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

test("one client address may sign up a limited number of times an hour; another one and the next hour are free", async () => {
  const signUpRequest = { email: "weak@example.org", password: "too weak" };
  const send = (from: string) =>
    people.api.send("POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-north", {
      body: signUpRequest,
      headers: { "x-forwarded-for": from },
    });
  const faults = await Promise.all(Array.from({ length: signUpsPerHour + 20 }, () => send("203.0.113.9")));
  const refused = faults.filter((reply) => people.faultOf(reply) === "TOO_MANY_ATTEMPTS_TRY_LATER");
  expect(refused).toHaveLength(20);
  expect(people.faultOf(await send("203.0.113.10"))).toMatch(/^PASSWORD_DOES_NOT_MEET/);
  ahead(minutesMs(61));
  expect(people.faultOf(await send("203.0.113.9"))).toMatch(/^PASSWORD_DOES_NOT_MEET/);
}, 60_000);
