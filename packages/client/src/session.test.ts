import { afterEach, expect, test } from "vitest";
import { ProfilesToPick, SessionOver, UserMissing } from "./failures.ts";
import { createIdentityToolkit } from "./identity-toolkit.ts";
import { type Answer, peerKey, startPeer } from "./peer.ts";
import { logIn, renewByToolkit, withSession } from "./session.ts";
import { createTicketApi } from "./ticket-api.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const over = { status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } };
const user = {
  userId: "u1",
  userToken: "new",
  userName: "Ana",
  userLastname: "Diaz",
  userMail: "ana@example.org",
  contactEmail: null,
  userBirthday: null,
  userPhoneNumber: null,
  userPictureUrl: null,
  userStatus: "active",
  tariffStatus: null,
  isParent: true,
  verifiedAt: null,
  isVerified: false,
  isComplete: true,
  authAsGuest: false,
  customerNumber: "1",
  theme: "system",
  language: null,
  address: null,
  identities: [],
  synchronisedFields: [],
  deletion: null,
};
const touch: Answer = (seen, reply) =>
  seen.headers.authorization === "Bearer new"
    ? { status: "ok", expiresAt: "2026-12-01T00:00:00Z" }
    : reply.code(401).send(over);
const refresh: Answer = () => ({ id_token: "id", refresh_token: "refresh-2", user_id: "u1", expires_in: "3600" });

async function sessionAgainst(answers: Record<string, Answer>, fbRefreshToken: string | undefined) {
  const peer = await startPeer(answers);
  stops.push(peer.stop);
  const api = createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey });
  const toolkit = createIdentityToolkit({ baseUrl: peer.baseUrl, key: "demo-demo" });
  const tokens = { fbToken: undefined, fbRefreshToken, userToken: "old" };
  const session = withSession({ tokens, renew: renewByToolkit(api, toolkit, { network: "demo" }) });
  const ask = () => session.run((token) => api.call("touch", {}, { network: "demo", token }));
  const count = (path: string) => peer.seen.filter((entry) => entry.path === path).length;
  return { api, session, ask, count };
}

// covers §4: one retry with a renewed token, else signed out
test("ten concurrent calls renew an expired session once, and all succeed", async () => {
  const { ask, count, session } = await sessionAgainst(
    {
      "/Account/touch": touch,
      "/securetoken.googleapis.com/v1/token": refresh,
      "/Account/login.json": (seen) => ({ status: "ok", ...(seen.values.firebase_token === "id" ? { user } : {}) }),
    },
    "refresh-1",
  );
  const outcomes = await Promise.all(Array.from({ length: 10 }, ask));
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  expect(count("/securetoken.googleapis.com/v1/token")).toBe(1);
  expect(count("/Account/login.json")).toBe(1);
  expect(session.tokens).toEqual({ fbToken: "id", fbRefreshToken: "refresh-2", userToken: "new" });
});

// covers §4: one retry with a renewed token, else signed out
test("a session that cannot be renewed is over: no refresh token, refused refresh, refused retry", async () => {
  const login: Answer = () => ({ status: "ok", user: { ...user, userToken: "also-old" } });
  const refused: Answer = (_seen, reply) => reply.code(400).send({ error: { message: "INVALID_REFRESH_TOKEN" } });
  const without = await sessionAgainst({ "/Account/touch": touch }, undefined);
  await expect(without.ask()).rejects.toBeInstanceOf(SessionOver);
  const denied = await sessionAgainst(
    { "/Account/touch": touch, "/securetoken.googleapis.com/v1/token": refused },
    "r",
  );
  await expect(denied.ask()).rejects.toBeInstanceOf(SessionOver);
  const again = await sessionAgainst(
    { "/Account/touch": touch, "/securetoken.googleapis.com/v1/token": refresh, "/Account/login.json": login },
    "r",
  );
  await expect(again.ask()).rejects.toBeInstanceOf(SessionOver);
  expect(again.count("/Account/touch")).toBe(2);
});

// covers §4: login may answer profiles; without a user it is an error
// covers §8: 'The response did not contain the user', profiles exception
test("a sign-in with several profiles throws them, one without a user is an error", async () => {
  const profiles = [{ userId: "u2", userName: "Bo", userLastname: "Diaz", isParent: false }];
  const { api } = await sessionAgainst(
    { "/Account/login.json": (_seen, _reply, count) => ({ status: "ok", ...(count === 1 ? { profiles } : {}) }) },
    undefined,
  );
  const failure = await logIn(api, { firebase_token: "t" }, { network: "demo" }).catch((cause) => cause);
  expect(failure).toBeInstanceOf(ProfilesToPick);
  expect(failure.profiles).toEqual(profiles);
  const missing = await logIn(api, { firebase_token: "t" }, { network: "demo" }).catch((cause) => cause);
  expect(missing).toBeInstanceOf(UserMissing);
  expect(missing.message).toBe("The response did not contain the user");
});

test.each([
  ["EMAIL_EXISTS", "EMAIL_EXISTS"],
  ["TOO_MANY_ATTEMPTS_TRY_LATER : Access temporarily disabled", "TOO_MANY_ATTEMPTS_TRY_LATER"],
  ["PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing requirements", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
  ["SOMETHING_NEW", "OTHER"],
])("the toolkit's %s is the code %s", async (message, code) => {
  const peer = await startPeer({
    "/identitytoolkit.googleapis.com/v1/accounts:signUp": (_seen, reply) =>
      reply.code(400).send({ error: { code: 400, message } }),
  });
  stops.push(peer.stop);
  const toolkit = createIdentityToolkit({ baseUrl: peer.baseUrl, key: "demo-demo" });
  expect(await toolkit.signUp("a@example.org", "x")).toEqual({ ok: false, code });
  expect(peer.seen[0]?.values).toMatchObject({ key: "demo-demo", email: "a@example.org", returnSecureToken: true });
});
