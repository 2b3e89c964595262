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
/** Signs in anew, with a device's words. */
async function enter(email: string, password: string, values: Record<string, unknown> = {}) {
  const { idToken, refreshToken } = await people.signIn(email, password);
  const { body } = await api.call("login", { firebase_token: idToken, ...values });
  return { idToken, refreshToken, token: body.user?.userToken ?? "", knownDevice: body.knownDevice };
}
const sessions = async (token: string) => (await api.call("getSessions", {}, { token })).body.sessions;
const isOver = async (token: string) => (await api.call("touch", {}, { token })).body.error?.code;

// covers §7: GET Account/getSessions, DELETE revokeSession (ours)
test("the sessions of an account show device, use and whose they are, this one marked", async () => {
  const { email, token, give, child } = await familyOf(people, "list@example.org", ["Lou"]);
  await give("Lou", "Lou's own 1 password");
  ahead(hoursMs(2));
  const phone = await enter(email, goodPassword, { device: "Firefox, Android" });
  await enter(email, "Lou's own 1 password", { device: "Safari, iOS" });
  const seen = await sessions(token);
  expect(seen).toHaveLength(3);
  expect(seen.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  expect(seen.find(({ isCurrent }) => isCurrent)).toMatchObject({ device: null, traveller: null, client: "shop" });
  expect(seen.find(({ device }) => device === "Safari, iOS")).toMatchObject({
    traveller: { userId: child("Lou"), firstName: "Lou" },
    providerId: "password",
    isCurrent: false,
  });
  expect(JSON.stringify(seen)).not.toContain(phone.token);
});

// covers §7: GET Account/getSessions, DELETE revokeSession (ours)
test("a session that is ended cannot open itself again, and no other session ends with it", async () => {
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
test("nobody ends their own session by its name, one that is gone, or somebody else's", async () => {
  const mine = await familyOf(people, "mine-list@example.org", []);
  const theirs = await familyOf(people, "theirs-list@example.org", []);
  const south = await people.customer("south-list@example.org", "south");
  const elsewhere = (await api.call("getSessions", {}, { token: south.token, network: "south" })).body.sessions;
  const ids = [
    (await sessions(mine.token))[0]?.sessionId,
    (await sessions(theirs.token))[0]?.sessionId,
    elsewhere[0]?.sessionId,
    api.deps.ids.uuid(),
    "nothing",
  ];
  for (const sessionId of ids) {
    const refused = await api.call("revokeSession", { sessionId: sessionId ?? "" }, { token: mine.token });
    expect(refused).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
  }
  expect(await isOver(theirs.token)).toBeUndefined();
  expect(await sessions(mine.token)).toHaveLength(1);
});

test("a traveller's own sign-in sees and ends its own sessions only", async () => {
  const { email, token, give } = await familyOf(people, "child-list@example.org", ["Lou"]);
  await give("Lou", "Lou's own 1 password");
  const one = await enter(email, "Lou's own 1 password");
  const two = await enter(email, "Lou's own 1 password");
  const seen = await sessions(one.token);
  expect(seen.map(({ traveller }) => traveller?.firstName)).toEqual(["Lou", "Lou"]);
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

// covers §8: a sign-in from an unknown browser is told by a letter
test("a sign-in by an unknown browser is told by a letter, once; the first one and known browsers are not", async () => {
  const email = "letter@example.org";
  const first = await people.customer(email);
  await api.call("login", { firebase_token: first.idToken });
  const told = async () =>
    (await people.letters(email)).filter(({ subject }) => subject.includes("Nouvelle connexion"));
  expect(await told()).toHaveLength(0);
  ahead(2000);
  await enter(email, goodPassword, { knownDevice: first.knownDevice });
  expect(await told()).toHaveLength(0);
  const phone = await enter(email, goodPassword, { device: "Firefox, Android" });
  await api.call("login", { firebase_token: phone.idToken });
  const letters = await told();
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain("Firefox, Android");
  expect(letters[0]?.text).toContain("/account?edit=devices");
  // The session is renewed weeks later, by a client that keeps no known device.
  ahead(hoursMs(24 * 20));
  const refresh = { grant_type: "refresh_token", refresh_token: phone.refreshToken };
  const renewed = await people.toolkit("token", refresh);
  expect((await api.call("login", { firebase_token: String(renewed.body.id_token) })).http).toBe(200);
  expect(await told()).toHaveLength(1);
});

test("the letter of a traveller's sign-in goes to the holder and names the traveller", async () => {
  const { email, give } = await familyOf(people, "letter-child@example.org", ["Lou"]);
  await give("Lou", "Lou's own 1 password");
  ahead(2000);
  await enter(email, "Lou's own 1 password");
  const letters = await people.letters(email);
  expect(letters.filter(({ text }) => text.includes("en tant que Lou"))).toHaveLength(1);
});
