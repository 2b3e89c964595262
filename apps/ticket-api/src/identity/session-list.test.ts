import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs } from "../clock.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { familyOf } from "../testing/test-family.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  people = await openPeopleApi();
  api = people.api;
});
afterAll(() => people.close());

const ahead = (ms: number) => api.clock.setOffset(api.clock.offsetMs() + ms);
/** Signs in again, with a device description. */
async function enter(email: string, password: string, values: Record<string, unknown> = {}) {
  const { idToken, refreshToken } = await people.signIn(email, password);
  const { body } = await api.call("login", { firebase_token: idToken, ...values });
  return { idToken, refreshToken, token: body.user?.userToken ?? "", knownDevice: body.knownDevice };
}
const sessions = async (token: string) => (await api.call("getSessions", {}, { token })).body.sessions;
const isOver = async (token: string) => (await api.call("touch", {}, { token })).body.error?.code;

// covers §7: GET Account/getSessions, DELETE revokeSession (ours)
test("the sessions of an account show device, use and traveller, and mark the current one", async () => {
  const { email, token, give, child } = await familyOf(people, "list@example.org", ["Lou"]);
  await give("Lou", "Lou's own 1 password");
  ahead(hoursMs(2));
  const phone = await enter(email, goodPassword, { device: "Firefox, Android" });
  await enter(email, "Lou's own 1 password", { device: "Safari, iOS" });
  const listed = await sessions(token);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  expect(listed.find(({ isCurrent }) => isCurrent)).toMatchObject({ device: null, traveller: null, client: "shop" });
  expect(listed.find(({ device }) => device === "Safari, iOS")).toMatchObject({
    traveller: { userId: child("Lou"), firstName: "Lou" },
    providerId: "password",
    isCurrent: false,
  });
  expect(JSON.stringify(listed)).not.toContain(phone.token);
});

// covers §7: GET Account/getSessions, DELETE revokeSession (ours)
test("a session that was ended cannot reopen itself, and no other session ends with it", async () => {
  const { email, token } = await familyOf(people, "revoke@example.org", []);
  const phone = await enter(email, goodPassword, { device: "Firefox, Android" });
  const tablet = await enter(email, goodPassword, { device: "Safari, iOS" });
  const id = (await sessions(token)).find(({ device }) => device === "Firefox, Android")?.sessionId ?? "";
  const ended = await api.call("revokeSession", { sessionId: id }, { token });
  expect(ended).toMatchObject({ http: 200, body: { ended: 1 } });
  expect(await isOver(phone.token)).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await api.call("login", { firebase_token: phone.idToken })).body.error?.code).toBe("TOKEN_INVALID");
  const refresh = { grant_type: "refresh_token", refresh_token: phone.refreshToken };
  expect(people.faultOf(await people.toolkit("token", refresh))).toBe("INVALID_REFRESH_TOKEN");
  expect(await isOver(tablet.token)).toBeUndefined();

  expect((await api.call("revokeSession", {}, { token })).body).toMatchObject({ ended: 1 });
  expect(await isOver(tablet.token)).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(await isOver(token)).toBeUndefined();
  expect((await api.call("revokeSession", {}, { token })).body).toMatchObject({ ended: 0 });
});

// covers §7: GET Account/getSessions, DELETE revokeSession (ours)
test("a session id that is the own one, ended, or of another account cannot be ended", async () => {
  const mine = await familyOf(people, "mine-list@example.org", []);
  const otherFamily = await familyOf(people, "theirs-list@example.org", []);
  const south = await people.customer("south-list@example.org", "south");
  const elsewhere = (await api.call("getSessions", {}, { token: south.token, network: "south" })).body.sessions;
  const ids = [
    (await sessions(mine.token))[0]?.sessionId,
    (await sessions(otherFamily.token))[0]?.sessionId,
    elsewhere[0]?.sessionId,
    api.deps.ids.uuid(),
    "nothing",
  ];
  for (const sessionId of ids) {
    const refused = await api.call("revokeSession", { sessionId: sessionId ?? "" }, { token: mine.token });
    expect(refused).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
  }
  expect(await isOver(otherFamily.token)).toBeUndefined();
  expect(await sessions(mine.token)).toHaveLength(1);
});

test("a traveller's own sign-in sees and ends only its own sessions", async () => {
  const { email, token, give } = await familyOf(people, "child-list@example.org", ["Lou"]);
  await give("Lou", "Lou's own 1 password");
  const one = await enter(email, "Lou's own 1 password");
  const two = await enter(email, "Lou's own 1 password");
  const listed = await sessions(one.token);
  expect(listed.map(({ traveller }) => traveller?.firstName)).toEqual(["Lou", "Lou"]);
  const holders = (await sessions(token)).find(({ isCurrent }) => isCurrent)?.sessionId ?? "";
  expect((await api.call("revokeSession", { sessionId: holders }, { token: one.token })).http).toBe(404);
  expect((await api.call("revokeSession", {}, { token: one.token })).body).toMatchObject({ ended: 1 });
  expect(await isOver(two.token)).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(await isOver(token)).toBeUndefined();
});

test("signing out ends the sign-in, so that its refresh token opens nothing", async () => {
  const { email } = await familyOf(people, "logout-list@example.org", []);
  const phone = await enter(email, goodPassword);
  await api.call("logout", {}, { token: phone.token });
  const refresh = { grant_type: "refresh_token", refresh_token: phone.refreshToken };
  expect(people.faultOf(await people.toolkit("token", refresh))).toBe("INVALID_REFRESH_TOKEN");
});

// covers §8: a sign-in from an unknown browser is reported by e-mail
test("a sign-in by an unknown browser sends one e-mail; the first one and known browsers send none", async () => {
  const email = "letter@example.org";
  const first = await people.customer(email);
  await api.call("login", { firebase_token: first.idToken });
  const readEmails = async () =>
    (await people.emails(email)).filter(({ subject }) => subject.includes("Nouvelle connexion"));
  expect(await readEmails()).toHaveLength(0);
  ahead(2000);
  await enter(email, goodPassword, { knownDevice: first.knownDevice });
  expect(await readEmails()).toHaveLength(0);
  const phone = await enter(email, goodPassword, { device: "Firefox, Android" });
  await api.call("login", { firebase_token: phone.idToken });
  const emails = await readEmails();
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain("Firefox, Android");
  expect(emails[0]?.text).toContain("/account?edit=devices");
  // The session is renewed weeks later, by a client that stores no known device.
  ahead(hoursMs(24 * 20));
  const refresh = { grant_type: "refresh_token", refresh_token: phone.refreshToken };
  const renewed = await people.toolkit("token", refresh);
  expect((await api.call("login", { firebase_token: String(renewed.body.id_token) })).http).toBe(200);
  expect(await readEmails()).toHaveLength(1);
});

test("the e-mail about a traveller's sign-in goes to the holder and names the traveller", async () => {
  const { email, give } = await familyOf(people, "letter-child@example.org", ["Lou"]);
  await give("Lou", "Lou's own 1 password");
  ahead(2000);
  await enter(email, "Lou's own 1 password");
  const emails = await people.emails(email);
  expect(emails.filter(({ text }) => text.includes("en tant que Lou"))).toHaveLength(1);
});
