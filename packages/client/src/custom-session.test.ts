import { afterEach, expect, test } from "vitest";
import { introspectCustom, refreshAtProvider, renewByProvider } from "./custom-session.ts";
import {
  Breakage,
  ConnectionFailure,
  SessionOver,
  TokenInvalid,
  UserMailMissing,
  UserMissing,
  UserNotConnected,
  UserNotFound,
} from "./failures.ts";
import { createIdentityToolkit } from "./identity-toolkit.ts";
import { type Answer, peerKey, startPeer } from "./peer.ts";
import { askUser, type SessionTokens, withSession } from "./session.ts";
import { createTicketApi } from "./ticket-api.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const tokenPath = "/realms/a/protocol/openid-connect/token";
const now = () => Date.parse("2026-11-20T12:00:00Z");
const tokens = { access_token: "a2", refresh_token: "r2", expires_in: 300, refresh_expires_in: 1800 };
const user = {
  userId: "u1",
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
  isVerified: true,
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
const entered = { status: "ok", userToken: "new", isNew: false, user, logoutUrl: null };

async function against(answers: Record<string, Answer>) {
  const peer = await startPeer(answers);
  stops.push(peer.stop);
  const api = createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey });
  const provider = { id: "p1", slug: "own", url: `${peer.baseUrl}/realms/a`, client: "shop-client" };
  const refresh = (refreshToken: string) => refreshAtProvider({ provider, now }, refreshToken);
  const renew = renewByProvider(api, { provider, refresh }, { network: "demo" });
  return { peer, api, provider, refresh, renew };
}

// covers §7: provider's token refresh (openid-connect/token)
test("a refresh grant is form-encoded with our client, and expiries are now plus the returned lifetimes", async () => {
  const { peer, refresh } = await against({ [tokenPath]: () => tokens });
  expect(await refresh("r1")).toEqual({
    ok: true,
    value: {
      token: "a2",
      refreshToken: "r2",
      expiresAt: "2026-11-20T12:05:00.000Z",
      refreshExpiresAt: "2026-11-20T12:30:00.000Z",
    },
  });
  expect(peer.seen[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(peer.seen[0]?.values).toEqual({
    grant_type: "refresh_token",
    client_id: "shop-client",
    refresh_token: "r1",
  });
});

test.each([
  ["keeps the refresh token that stays good", { refresh_token: undefined }, { refreshToken: "r1" }],
  ["has no end where the provider names none", { refresh_expires_in: undefined }, { refreshExpiresAt: undefined }],
  ["never ends where the provider says 0", { refresh_expires_in: 0 }, { refreshExpiresAt: "2036-11-17T12:00:00.000Z" }],
])("a refresh %s", async (_what, change, expected) => {
  const { refresh } = await against({ [tokenPath]: () => ({ ...tokens, ...change }) });
  expect(await refresh("r1")).toMatchObject({ ok: true, value: expected });
});

test("a refused refresh is an error code; a failed or unanswered one is an exception", async () => {
  const answering = (status: number, body: object) =>
    against({ [tokenPath]: (_seen, reply) => reply.code(status).send(body) });
  const refused = await answering(400, { error: "invalid_grant" });
  expect(await refused.refresh("r1")).toEqual({ ok: false, code: "TOKEN_INVALID" });
  await expect((await answering(503, {})).refresh("r1")).rejects.toBeInstanceOf(Breakage);
  await expect((await answering(200, { access_token: "a" })).refresh("r1")).rejects.toBeInstanceOf(Breakage);
  const { provider } = refused;
  const gone = { ...provider, url: "http://127.0.0.1:9" };
  await expect(refreshAtProvider({ provider: gone, now }, "r1")).rejects.toBeInstanceOf(ConnectionFailure);
});

const spent: SessionTokens = {
  fbToken: undefined,
  fbRefreshToken: undefined,
  userToken: "old",
  custom: { token: "a1", refreshToken: "r1", expiresAt: undefined, refreshExpiresAt: undefined },
};

// covers §4: one retry with a renewed token, else signed out
test("ten concurrent calls renew an expired session of a custom provider once: refresh, then authenticate", async () => {
  const { peer, api, renew } = await against({
    [tokenPath]: () => tokens,
    "/account/authenticate": () => entered,
    "/Account/touch": (seen, reply) =>
      seen.headers.authorization === "Bearer new"
        ? { status: "ok", expiresAt: "2026-12-01T00:00:00Z" }
        : reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } }),
  });
  const session = withSession({ tokens: spent, renew });
  const ask = () => session.run((token) => api.call("touch", {}, { network: "demo", token }));
  const outcomes = await Promise.all(Array.from({ length: 10 }, ask));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  const count = (path: string) => peer.seen.filter((seen) => seen.path === path).length;
  expect([count(tokenPath), count("/account/authenticate")]).toEqual([1, 1]);
  expect(peer.seen.find(({ path }) => path === "/account/authenticate")?.values).toMatchObject({
    authProviderToken: "a2",
    authProviderId: "p1",
    clientSlug: "own",
  });
  const named = peer.seen.find(({ path }) => path === "/account/authenticate")?.headers.authorization;
  expect(named).toBe("Bearer old");
  expect(session.tokens).toMatchObject({ userToken: "new", custom: { token: "a2", refreshToken: "r2" } });
});

test("a custom session without a refresh token, or refused at either step, is not renewed; a renewal without a user is an error", async () => {
  const ko: Answer = (_seen, reply) =>
    reply.code(401).send({ status: "ko", error: { code: "TOKEN_INVALID", message: "" } });
  const good = { [tokenPath]: () => tokens };
  const without = await against(good);
  expect(await without.renew({ ...spent, custom: undefined })).toBeUndefined();
  const atProvider = await against({ [tokenPath]: (_seen, reply) => reply.code(400).send({}) });
  expect(await atProvider.renew(spent)).toBeUndefined();
  expect(await (await against({ ...good, "/account/authenticate": ko })).renew(spent)).toBeUndefined();
  const nobody = await against({ ...good, "/account/authenticate": () => ({ ...entered, user: undefined }) });
  await expect(nobody.renew(spent)).rejects.toBeInstanceOf(UserMissing);
  const session = withSession({ tokens: { ...spent, custom: undefined }, renew: without.renew });
  await expect(session.run(() => Promise.reject(new SessionOver()))).rejects.toThrow("Authentication token invalid");
});

test.each([
  ["TOKEN_INVALID", 401, TokenInvalid],
  ["AUTHENTICATION_TOKEN_INVALID", 401, TokenInvalid],
  ["PROVIDER_UNKNOWN", 404, TokenInvalid],
  ["PROVIDER_UNAVAILABLE", 503, Breakage],
])("an introspection refused with %s ends as %s", async (code, status, kind) => {
  const { api, provider } = await against({
    "/Account/introspectToken.json": (_seen, reply) =>
      reply.code(status).send({ status: "ko", error: { code, message: "" } }),
  });
  await expect(introspectCustom(api, provider, "a1", { network: "demo", token: "t" })).rejects.toBeInstanceOf(kind);
});

// covers §8: 'Usermail not given', 'Token is invalid', 'user not found', 'User not connected'
test("the client's exceptions have the messages of the specification", async () => {
  expect(new TokenInvalid().message).toBe("Token is invalid");
  const { api, peer } = await against({
    "/Account/getUser.json": (_seen, reply, count) =>
      reply.code(404).send({ status: "ko", error: { code: count === 1 ? "NOT_FOUND" : "UNAVAILABLE", message: "" } }),
  });
  const missing = askUser(api, { network: "demo", token: "t" });
  await expect(missing).rejects.toThrow("user not found");
  await expect(missing).rejects.toBeInstanceOf(UserNotFound);
  await expect(askUser(api, { network: "demo", token: "t" })).rejects.toBeInstanceOf(Breakage);
  const nobody = { fbToken: undefined, fbRefreshToken: undefined, userToken: undefined };
  const session = withSession({ tokens: nobody, renew: async () => undefined });
  const unconnected = session.run(async () => "never");
  await expect(unconnected).rejects.toThrow("User not connected");
  await expect(unconnected).rejects.toBeInstanceOf(UserNotConnected);
  const toolkit = createIdentityToolkit({ baseUrl: peer.baseUrl, key: "k" });
  expect(() => toolkit.sendPasswordReset("")).toThrow(UserMailMissing);
  expect(() => toolkit.signInWithPassword("", "x")).toThrow("Usermail not given");
});
