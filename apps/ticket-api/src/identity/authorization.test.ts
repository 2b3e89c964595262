import { authorizationStateMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { openProviderWorld, type ProviderWorld, providerPack } from "../testing/providers/provider-world.ts";
import { testProviders } from "../testing/test-pack.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  const far = { ...testProviders[1], id: "far", slug: "far", url: "https://127.0.0.1:9/realms/far" };
  const north = providerPack("north", { providers: [...testProviders, far] });
  world = await openProviderWorld({ packs: [north, providerPack("south")] });
  api = world.api;
});
afterAll(() => world.close());

const redirectUri = "http://north.localhost:3000/auth/custom";
const begin = (values: Record<string, unknown>, asking = {}) =>
  api.call("authorizationState", { authProviderId: "realm", redirectUri: redirectUri, ...values }, asking);
const everything = async () => {
  const counted = await sql<{ accounts: number; grants: number; sessions: number }>`
    select (select count(*) from account) as accounts, (select count(*) from provider_grant) as grants,
      (select count(*) from user_session) as sessions`.execute(api.deps.db);
  return counted.rows[0];
};

// covers §1: national identity federation
test("a sign-in at the federation sends what the federation requires, and stores nothing of it in clear", async () => {
  const started = await api.call(
    "authorizationState",
    { authProviderId: "franceconnect", redirectUri: "http://north.localhost:3000/auth/fc/finalize", locale: "it" },
    {},
  );
  expect(started.http).toBe(200);
  const url = new URL(started.body.authorizationUrl);
  expect(`${url.origin}${url.pathname}`).toBe(`${world.sandbox.url}/federation/api/v2/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: "guichet",
    response_type: "code",
    acr_values: "eidas1",
    scope: "openid given_name family_name birthdate email",
    redirect_uri: "http://north.localhost:3000/auth/fc/finalize",
    state: started.body.state,
    code_challenge_method: "S256",
    ui_locales: "it",
  });
  expect(url.searchParams.get("nonce")).toMatch(/^[\w-]{43}$/);
  expect(url.searchParams.has("prompt")).toBe(false);
  expect(Buffer.from(started.body.state, "base64url")).toHaveLength(32);
  const stored = await sql<{ text: string }>`select authorization_state::text as text from authorization_state`.execute(
    api.deps.db,
  );
  expect(stored.rows.some(({ text }) => text.includes(started.body.state))).toBe(false);
});

// covers §1: custom OpenID providers
// covers §9: a sign-in at a provider: state and code used once, PKCE and nonce, and no forged response
test("a sign-in at a custom provider uses PKCE, and step-up authentication requests a new sign-in there", async () => {
  const { body } = await begin({ reauthenticate: true });
  const { searchParams } = new URL(body.authorizationUrl);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: "guichet-shop",
    scope: "openid profile email",
    code_challenge_method: "S256",
    prompt: "login",
    max_age: "0",
  });
});

test.each([
  "https://north.localhost:3000/auth/custom",
  "http://north.localhost:3000/auth/customs",
  "http://north.localhost:3000/fr/auth/custom",
  "http://north.localhost:3000/auth/custom?next=/",
  "http://north.localhost:3000/auth/custom#x",
  "http://north.localhost:3001/auth/custom",
  "http://north.localhost.evil.example/auth/custom",
  "http://user@north.localhost:3000/auth/custom",
  "http://south.localhost:3000/auth/custom",
  "/auth/custom",
  "javascript:alert(1)",
])("%s is not a return address", async (redirectUri) => {
  const refused = await begin({ redirectUri });
  expect(refused).toMatchObject({ http: 400, body: { error: { code: "REDIRECT_URI_INVALID" } } });
});

test.each([
  "/auth/fc/finalize",
  "/auth/fc/delete-identity",
  "/auth/custom",
  "/fc/add-document",
  "/account/identity/add",
  "/account/identity/replace",
])("a sign-in may return to %s", async (path) => {
  expect((await begin({ redirectUri: `http://north.localhost:3000${path}` })).http).toBe(200);
});

test("a provider that the network does not have is unknown; one that does not respond is unavailable", async () => {
  const unknown = await begin({ authProviderId: "other" });
  expect(unknown).toMatchObject({ http: 404, body: { error: { code: "PROVIDER_UNKNOWN" } } });
  const elsewhere = { network: "south", redirectUri: "http://south.localhost:3000/auth/custom" };
  const ofNorth = await begin({ authProviderId: "far", redirectUri: elsewhere.redirectUri }, { network: "south" });
  expect(ofNorth.body.error?.code).toBe("PROVIDER_UNKNOWN");
  const down = await begin({ authProviderId: "far" });
  expect(down).toMatchObject({ http: 503, body: { error: { code: "PROVIDER_UNAVAILABLE" } } });
});

// covers §1: custom OpenID providers
test("an exchange returns our own token, and a custom provider's tokens with their expiry on our clock", async () => {
  const federated = await world.exchange("franceconnect", "thomas");
  expect(federated.body).toMatchObject({
    authProviderId: "franceconnect",
    driver: "FRANCECONNECT",
    reauthenticated: false,
  });
  expect(federated.body).not.toHaveProperty("customToken");
  const custom = await world.exchange("realm", "camille");
  const { body } = custom;
  expect(body).toMatchObject({ authProviderId: "realm", driver: "KEYCLOAK" });
  expect(body.customToken?.split(".")).toHaveLength(3);
  expect(body.authProviderToken).not.toBe(body.customToken);
  const seconds = (instant: string | undefined) =>
    Math.round((Date.parse(instant ?? "") - api.clock.now().getTime()) / 1000);
  expect(Math.abs(seconds(body.customTokenExpiresAt) - 300)).toBeLessThan(5);
  expect(Math.abs(seconds(body.refreshTokenExpiresAt) - 1800)).toBeLessThan(5);
  const stored = await sql<{ text: string }>`select provider_grant::text as text from provider_grant`.execute(
    api.deps.db,
  );
  for (const secret of [body.authProviderToken, body.customToken ?? "", body.refreshToken ?? ""]) {
    expect(stored.rows.some(({ text }) => text.includes(secret))).toBe(false);
  }
});

test("a custom provider without a refresh token cannot renew the session", async () => {
  await world.behave("realm", "no-refresh");
  const { body } = await world.exchange("realm", "camille");
  expect(body.customToken).toBeDefined();
  expect(body).not.toHaveProperty("refreshToken");
  expect(body).not.toHaveProperty("refreshTokenExpiresAt");
});

// covers §7: POST authentication/authorizationState, exchangeAuthorizationCode
// covers §9: a sign-in at a provider: state and code used once, PKCE and nonce, and no forged response
test("a state works once, in its own network, within ten minutes", async () => {
  const back = await world.comeBack("realm", "camille");
  const elsewhere = await api.call("exchangeAuthorizationCode", { ...back }, { network: "south" });
  expect(elsewhere).toMatchObject({ http: 400, body: { error: { code: "AUTHORIZATION_STATE_INVALID" } } });
  expect((await api.call("exchangeAuthorizationCode", { ...back })).http).toBe(200);
  const again = await api.call("exchangeAuthorizationCode", { ...back });
  expect(again.body.error?.code).toBe("AUTHORIZATION_STATE_INVALID");

  const late = await world.comeBack("realm", "camille");
  await world.pass(minutesMs(authorizationStateMinutes) + 1_000);
  expect((await api.call("exchangeAuthorizationCode", { ...late })).body.error?.code).toBe(
    "AUTHORIZATION_STATE_INVALID",
  );
});

// covers §7: POST authentication/authorizationState, exchangeAuthorizationCode
// covers §9: a sign-in at a provider: state and code used once, PKCE and nonce, and no forged response
test("of ten concurrent exchanges of one code, one succeeds", async () => {
  const back = await world.comeBack("realm", "camille");
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => api.call("exchangeAuthorizationCode", { ...back })),
  );
  expect(responses.filter(({ http }) => http === 200)).toHaveLength(1);
  const codes = responses.filter(({ http }) => http !== 200).map(({ body }) => body.error?.code);
  expect(new Set(codes)).toEqual(new Set(["AUTHORIZATION_STATE_INVALID"]));
});

const hostile = [
  "wrong-issuer",
  "wrong-audience",
  "wrong-nonce",
  "wrong-key",
  "expired",
  "alg-none",
  "replayed-code",
  "userinfo-other-sub",
] as const;
// covers §7: POST authentication/authorizationState, exchangeAuthorizationCode
test.each([
  ...hostile.map((next) => ["franceconnect", next] as const),
  ...hostile.map((next) => ["realm", next] as const),
  ["franceconnect", "userinfo-unsigned"] as const,
])("a response of %s with %s is refused, stores nothing, and its state is consumed", async (providerId, next) => {
  const name = providerId === "realm" ? "yanis" : "new-email";
  // A code to replay.
  if (next === "replayed-code") await world.exchange(providerId, name);
  const before = await everything();
  await world.behave(providerId === "realm" ? "realm" : "federation", next);
  const back = await world.comeBack(providerId, name);
  const refused = await api.call("exchangeAuthorizationCode", { ...back });
  expect(refused).toMatchObject({ http: 401, body: { error: { code: "PROVIDER_ANSWER_INVALID" } } });
  expect(await everything()).toEqual(before);
  const again = await api.call("exchangeAuthorizationCode", { ...back });
  expect(again.body.error?.code).toBe("AUTHORIZATION_STATE_INVALID");
  // The ordered fault is used up: the next sign-in succeeds again.
  expect((await world.exchange(providerId, name)).http).toBe(200);
});

// covers §9: a sign-in at a provider: state and code used once, PKCE and nonce, and no forged response
test("a response with another state, of another issuer, or with an invented code is refused", async () => {
  await world.behave("realm", "wrong-state");
  const otherSignIn = await world.comeBack("realm", "camille");
  expect((await api.call("exchangeAuthorizationCode", { ...otherSignIn })).body.error?.code).toBe(
    "AUTHORIZATION_STATE_INVALID",
  );
  const mixed = await world.comeBack("realm", "camille");
  const iss = `${world.sandbox.url}/federation/api/v2`;
  expect((await api.call("exchangeAuthorizationCode", { ...mixed, iss })).body.error?.code).toBe(
    "PROVIDER_ANSWER_INVALID",
  );
  const unnamed = await world.comeBack("realm", "camille");
  expect(unnamed.iss).toBeDefined();
  const { code, state } = unnamed;
  expect((await api.call("exchangeAuthorizationCode", { code, state })).body.error?.code).toBe(
    "PROVIDER_ANSWER_INVALID",
  );
  const callback = await world.comeBack("realm", "camille");
  expect((await api.call("exchangeAuthorizationCode", { ...callback, code: "made-up" })).body.error?.code).toBe(
    "PROVIDER_ANSWER_INVALID",
  );
});

// covers §9: a sign-in at a provider: state and code used once, PKCE and nonce, and no forged response
test("a code of one sign-in is invalid in another", async () => {
  const one = await world.comeBack("realm", "camille");
  const other = await world.comeBack("realm", "camille");
  const crossed = await api.call("exchangeAuthorizationCode", { ...other, code: one.code });
  expect(crossed.body.error?.code).toBe("PROVIDER_ANSWER_INVALID");
});

// covers §8: federation refusals
test("a provider that is down during the exchange is reported differently from one that sends false data", async () => {
  const before = await everything();
  const back = await world.comeBack("realm", "camille");
  await world.behave("realm", "down");
  const down = await api.call("exchangeAuthorizationCode", { ...back });
  expect(down).toMatchObject({ http: 503, body: { error: { code: "PROVIDER_UNAVAILABLE" } } });
  await world.behave("realm", "down", 0);
  expect(await everything()).toEqual(before);
  expect((await api.call("exchangeAuthorizationCode", { ...back })).body.error?.code).toBe(
    "AUTHORIZATION_STATE_INVALID",
  );
});

test("a provider that does not respond within eight seconds is unavailable", { timeout: 30_000 }, async () => {
  const back = await world.comeBack("realm", "camille");
  await world.behave("realm", "slow");
  const slow = await api.call("exchangeAuthorizationCode", { ...back });
  expect(slow).toMatchObject({ http: 503, body: { error: { code: "PROVIDER_UNAVAILABLE" } } });
  await world.behave("realm", "slow", 0);
});

test("a provider that the network removes during a sign-in is unknown when the browser returns", async () => {
  const { importPack } = await import("../networks/import.ts");
  const back = await world.comeBack("realm", "camille", { network: "south" });
  const without = providerPack("south", { providers: [testProviders[0]] });
  expect(await importPack(api.deps.db, without, api.clock.iso())).toMatchObject({ ok: true });
  api.deps.networks.forget();
  const refused = await api.call("exchangeAuthorizationCode", { ...back }, { network: "south" });
  expect(refused).toMatchObject({ http: 404, body: { error: { code: "PROVIDER_UNKNOWN" } } });
});
