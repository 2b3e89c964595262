import { afterAll, beforeAll, expect, test } from "vitest";
import { emailsSubject } from "../authentication/email-allowance.ts";
import { hoursMs } from "../clock.ts";
import { recordAttempt } from "../rate-limits/attempt-store.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  people = await openPeopleApi();
  api = people.api;
});
afterAll(() => people.close());

const ahead = (ms: number) => api.clock.setOffset(api.clock.offsetMs() + ms);
const newPassword = "A brand new 1 password";
const signIn = async (email: string, password: string) =>
  people.faultOf(await people.toolkit("signInWithPassword", { email, password }));

// covers §4: verification with an e-mailed code, resent after a wait
// covers §7: POST Account/sendVerificationEmail, PUT Account/verify
test("a verification e-mail links to the shop in the customer's language and its code works once", async () => {
  const { token } = await people.customer("verify@example.org");
  const sent = await api.call("sendVerificationEmail", { lang: "en" }, { token });
  expect(sent).toMatchObject({ http: 200, body: { status: "ok", retryAfterSeconds: 60 } });
  const [message] = await people.emails("verify@example.org");
  expect(message?.subject).toBe("Confirmez votre adresse e-mail – Network north");
  expect(message?.text).toMatch(/http:\/\/north\.test:3000\/fr\/verify-account\?code=[\w-]{43}\n/);
  const code = await people.code("verify@example.org");
  const elsewhere = await api.call("verifyEmail", { code }, { network: "south" });
  expect(elsewhere.body.error?.code).toBe("CODE_INVALID");
  const verified = await api.call("verifyEmail", { code }, { token });
  expect(verified.http).toBe(200);
  const user = (await api.call("getUser", {}, { token })).body.user;
  expect(user).toMatchObject({ isVerified: true, verifiedAt: verified.body.verifiedAt });
  expect((await api.call("verifyEmail", { code })).body.error?.code).toBe("ALREADY_VERIFIED");
  expect((await api.call("sendVerificationEmail", {}, { token })).body.error?.code).toBe("ALREADY_VERIFIED");
});

// covers §4: verification with an e-mailed code, resent after a wait
// covers §8: already verified, wait before retrying
test("a verification e-mail may be sent again after 60 s, five times a day", async () => {
  const { token } = await people.customer("again@example.org");
  const send = () => api.call("sendVerificationEmail", {}, { token });
  expect((await send()).http).toBe(200);
  const early = await send();
  expect(early).toMatchObject({
    http: 429,
    body: { error: { code: "VERIFICATION_WAIT", details: { retryAfterSeconds: 60 } } },
  });
  for (let more = 0; more < 4; more += 1) {
    ahead(60_000);
    expect((await send()).http).toBe(200);
  }
  ahead(60_000);
  const full = await send();
  expect(full.body.error?.code).toBe("VERIFICATION_WAIT");
  expect(full.body.error?.details?.retryAfterSeconds).toBeGreaterThan(80_000);
  expect(await people.emails("again@example.org")).toHaveLength(5);
  ahead(hoursMs(24));
  expect((await send()).http).toBe(200);
});

// covers §8: already verified, wait before retrying
test("ten concurrent requests for a verification e-mail send one", async () => {
  const { token } = await people.customer("burst@example.org");
  const ends = await Promise.all(Array.from({ length: 10 }, () => api.call("sendVerificationEmail", {}, { token })));
  expect(ends.filter(({ http }) => http === 200)).toHaveLength(1);
  expect(await people.emails("burst@example.org")).toHaveLength(1);
});

// covers §7: POST Account/sendVerificationEmail, PUT Account/verify
test("codes that are unknown, expired, or for something else are refused", async () => {
  expect((await api.call("verifyEmail", { code: "nothing" })).body.error?.code).toBe("CODE_INVALID");
  const { token } = await people.customer("late@example.org");
  await api.call("sendVerificationEmail", {}, { token });
  const code = await people.code("late@example.org");
  const asReset = await api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: newPassword });
  expect(asReset.body.error?.code).toBe("CODE_INVALID");
  ahead(hoursMs(24));
  expect((await api.call("verifyEmail", { code })).body.error?.code).toBe("CODE_EXPIRED");
  expect((await api.call("useCode", { code, action: "LEGACY_EMAIL_VERIFICATION" })).body.error?.code).toBe(
    "CODE_EXPIRED",
  );
});

// covers §7: PUT Actions/useCode
test("a legacy verification code verifies, once", async () => {
  const { token } = await people.customer("legacy@example.org");
  await api.call("sendVerificationEmail", {}, { token });
  const code = await people.code("legacy@example.org");
  const used = await api.call("useCode", { code, action: "LEGACY_EMAIL_VERIFICATION" }, { token });
  expect(used).toMatchObject({ http: 200, body: { action: "LEGACY_EMAIL_VERIFICATION", email: "legacy@example.org" } });
  const again = await api.call("useCode", { code, action: "LEGACY_EMAIL_VERIFICATION" });
  expect(again.body.error?.code).toBe("ALREADY_VERIFIED");
});

test("a reset saves the new password, ends every session and token, unblocks the account and sends an e-mail", async () => {
  const { token, idToken, refreshToken } = await people.customer("reset@example.org");
  for (let wrong = 0; wrong < 6; wrong += 1) await signIn("reset@example.org", "wrong");
  expect(await signIn("reset@example.org", goodPassword)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  const requested = await api.call("resetPassword", { email: "Reset@example.org" });
  expect(requested).toMatchObject({ http: 200, body: { status: "ok" } });
  const code = await people.code("reset@example.org");

  const without = await api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE" });
  expect(without.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "password" } });
  const weak = await api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: "weak" });
  expect(weak.body.error?.code).toBe("PASSWORD_DOES_NOT_MEET_REQUIREMENTS");
  const used = await api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: newPassword });
  expect(used).toMatchObject({ http: 200, body: { email: "reset@example.org" } });

  expect(await signIn("reset@example.org", newPassword)).toBe("ok");
  expect(await signIn("reset@example.org", goodPassword)).toBe("INVALID_LOGIN_CREDENTIALS");
  expect((await api.call("touch", {}, { token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await api.call("login", { firebase_token: idToken })).body.error?.code).toBe("TOKEN_INVALID");
  const renewed = await people.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  expect(people.faultOf(renewed)).toBe("INVALID_REFRESH_TOKEN");
  const again = await api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: newPassword });
  expect(again.body.error?.code).toBe("CODE_INVALID");
  const [message] = await people.emails("reset@example.org");
  expect(message?.subject).toContain("Votre mot de passe a été modifié");
});

// covers §4: the legacy change of a password refuses the current one
test("the legacy action refuses the current password, and its code stays valid for another", async () => {
  const email = "same@example.org";
  await people.customer(email);
  await api.call("resetPassword", { email });
  const code = await people.code(email);
  const use = (password: string) => api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password });
  const same = await use(goodPassword);
  expect([same.http, same.body.error?.code]).toEqual([400, "PASSWORD_UNCHANGED"]);
  expect(await signIn(email, goodPassword)).toBe("ok");
  expect((await use(newPassword)).http).toBe(200);
  expect(await signIn(email, goodPassword)).toBe("INVALID_LOGIN_CREDENTIALS");
  expect(await signIn(email, newPassword)).toBe("ok");
});

test("a reset code expires after an hour and ten concurrent uses count as one", async () => {
  await people.register("hour@example.org");
  await api.call("resetPassword", { email: "hour@example.org" });
  const code = await people.code("hour@example.org");
  const use = () => api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: newPassword });
  const ends = await Promise.all(Array.from({ length: 10 }, use));
  expect(ends.filter(({ http }) => http === 200)).toHaveLength(1);
  ahead(120_000);
  await api.call("resetPassword", { email: "hour@example.org" });
  const next = await people.code("hour@example.org");
  expect(next).not.toBe(code);
  ahead(hoursMs(1));
  const late = await api.call("useCode", { code: next, action: "LEGACY_PASSWORD_CHANGE", password: newPassword });
  expect(late.body.error?.code).toBe("CODE_EXPIRED");
});

// covers §7: POST Account/resetPassword
// covers §8: user not recognised on password reset, where the network reveals it; otherwise the same response
test("a reset request has the same response for any address, and sends nothing without an account", async () => {
  await people.register("present@example.org");
  const present = await api.call("resetPassword", { email: "present@example.org" });
  const absent = await api.call("resetPassword", { email: "absent@example.org" });
  expect(absent).toEqual(present);
  expect(await people.emails("present@example.org")).toHaveLength(1);
  expect(await people.emails("absent@example.org")).toHaveLength(0);
  const oob = (email: string) => people.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email });
  const [there, nobody] = await Promise.all([oob("present@example.org"), oob("absent@example.org")]);
  expect(people.faultOf(there)).toBe("ok");
  expect({ ...nobody.body, email: "" }).toEqual({ ...there.body, email: "" });
});

test("one client address cannot request an unlimited number of resets", async () => {
  const ends = [];
  for (let asks = 0; asks < 31; asks += 1) {
    ends.push(await api.call("resetPassword", { email: `r${asks}@example.org` }, { address: "198.51.100.77" }));
  }
  expect(ends.slice(0, 30).every(({ http }) => http === 200)).toBe(true);
  expect(ends[30]?.body.error?.code).toBe("TOO_MANY_REQUESTS");
});

// covers §4: verification with an e-mailed code, resent after a wait
test("an address gets a limited number of e-mails from logins that are created with it and deleted again", async () => {
  const email = "flooded@example.org";
  const subject = emailsSubject("LEGACY_EMAIL_VERIFICATION", email);
  for (let sent = 0; sent < 18; sent += 1) {
    await recordAttempt(api.deps.db, "north", subject, api.clock.now(), hoursMs(24), 20);
    ahead(hoursMs(1));
  }
  const faults = [];
  for (let asks = 0; asks < 3; asks += 1) {
    const { idToken } = await people.register(email);
    faults.push(people.faultOf(await people.toolkit("sendOobCode", { requestType: "VERIFY_EMAIL", idToken })));
    await people.toolkit("delete", { idToken });
  }
  expect(faults).toEqual(["ok", "ok", "TOO_MANY_ATTEMPTS_TRY_LATER"]);
  expect(await people.emails(email)).toHaveLength(2);
  ahead(hoursMs(24));
  const { token } = await people.customer(email);
  expect((await api.call("sendVerificationEmail", {}, { token })).http).toBe(200);
});
