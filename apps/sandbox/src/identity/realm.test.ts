import {
  demoIdentityClients,
  demoRealm,
  realmPaths,
  realmUsers,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import * as client from "openid-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";
import { answer, atRealm, begin, signIn } from "../testing/relying-party.ts";

const doors = realmPaths("demo");
const tokenPath = "/realms/demo/protocol/openid-connect/token";
const logoutPath = "/realms/demo/protocol/openid-connect/logout";
let sandbox: OpenSandbox;
let shop: client.Configuration;
let api: client.Configuration;

beforeAll(async () => {
  sandbox = await openSandbox();
  shop = await atRealm(sandbox, "demo");
  api = await atRealm(sandbox, "demo", true);
});
afterEach(async () => {
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
});
afterAll(() => sandbox.close());

test.each(demoRealm.options)("discovery of the realm %s has Keycloak's paths", async (realm) => {
  const issuer = `${sandbox.url}/realms/${realm}`;
  const { client_id, ...metadata } = { client_id: "", ...(await atRealm(sandbox, realm)).serverMetadata() };
  const below = `${issuer}/protocol/openid-connect`;
  expect(metadata).toMatchObject({
    issuer,
    authorization_endpoint: `${below}/auth`,
    token_endpoint: `${below}/token`,
    userinfo_endpoint: `${below}/userinfo`,
    end_session_endpoint: `${below}/logout`,
    jwks_uri: `${below}/certs`,
    introspection_endpoint: `${below}/token/introspect`,
  });
});

// covers: the sandbox: a network's own identity provider
test("token responses and access tokens are Keycloak's: a JWT with a published key, both lifetimes, a refresh token", async () => {
  const { url, checks } = await begin(shop);
  const back = await answer(sandbox, doors.answer, url, { user: "camille" });
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: demoIdentityClients.realmShop.clientId,
    code: back.searchParams.get("code") ?? "",
    redirect_uri: back.origin + back.pathname,
    code_verifier: checks.pkceCodeVerifier ?? "",
  });
  const tokens = await (await fetch(sandbox.url + tokenPath, { method: "POST", body })).json();
  expect(tokens).toMatchObject({
    token_type: "Bearer",
    expires_in: 300,
    refresh_expires_in: 1800,
    refresh_token: expect.any(String),
    id_token: expect.any(String),
    session_state: expect.any(String),
    scope: "openid profile email",
  });
  const keys = createRemoteJWKSet(new URL(`${sandbox.url}/realms/demo/protocol/openid-connect/certs`));
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
    issuer: `${sandbox.url}/realms/demo`,
  });
  expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "JWT" });
  expect(payload).toMatchObject({
    typ: "Bearer",
    azp: "guichet-shop",
    preferred_username: "camille",
    email: "camille@operator.example",
    email_verified: true,
    given_name: "Camille",
    family_name: "Fournier",
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
});

test("each user has the listed claims, and is another person in each realm", async () => {
  const zones = await atRealm(sandbox, "zones");
  const listed = async (path: string) => realmUsers.parse(await (await sandbox.call("GET", path)).json()).items;
  const [here, there] = [await listed(doors.users), await listed(realmPaths("zones").users)];
  for (const [index, user] of here.entries()) {
    const tokens = await signIn(sandbox, shop, doors.answer, { user: user.name });
    const person = await client.fetchUserInfo(shop, tokens.access_token, user.sub);
    expect(person).toMatchObject({ preferred_username: user.name, given_name: user.givenName });
    expect([person.email, person.email_verified]).toEqual([user.email, user.emailVerified]);
    const same = await signIn(sandbox, zones, realmPaths("zones").answer, { user: user.name });
    expect(same.claims()?.sub).toBe(there[index]?.sub);
    expect(there[index]?.sub).not.toBe(user.sub);
  }
  expect(here.map(({ name }) => name)).toEqual(["camille", "yanis", "noemail", "unverified-email", "same-email"]);
});

test("a token of one realm is invalid in another", async () => {
  const { access_token, refresh_token = "" } = await signIn(sandbox, shop, doors.answer, { user: "yanis" });
  expect((await sandbox.bear("/realms/zones/protocol/openid-connect/userinfo", access_token)).status).toBe(401);
  const zones = await atRealm(sandbox, "zones");
  await expect(client.refreshTokenGrant(zones, refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("the shop must use PKCE", async () => {
  const { url } = await begin(shop, { code_challenge: "", code_challenge_method: "" });
  const back = await answer(sandbox, doors.answer, url, { user: "camille" });
  expect(back.searchParams.get("error")).toBe("invalid_request");
});

// covers §7: provider's token refresh (openid-connect/token)
test("a refresh returns new tokens and revokes the old one; reuse of that revokes the family", async () => {
  const first = await signIn(sandbox, shop, doors.answer, { user: "camille" });
  const second = await client.refreshTokenGrant(shop, first.refresh_token ?? "");
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.access_token).not.toBe(first.access_token);
  expect(second).toMatchObject({ expires_in: 300, refresh_expires_in: 1800 });
  await expect(client.refreshTokenGrant(shop, first.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
  await expect(client.refreshTokenGrant(shop, second.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("of ten concurrent requests with the same code or refresh token, one gets tokens", async () => {
  const { url, checks } = await begin(shop);
  const back = await answer(sandbox, doors.answer, url, { user: "camille" });
  const bring = () => client.authorizationCodeGrant(shop, back, checks);
  const exchanged = await Promise.allSettled(Array.from({ length: 10 }, bring));
  expect(exchanged.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { refresh_token = "" } = await signIn(sandbox, shop, doors.answer, { user: "camille" });
  const refresh = () => client.refreshTokenGrant(shop, refresh_token);
  const refreshed = await Promise.allSettled(Array.from({ length: 10 }, refresh));
  expect(refreshed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("introspection by the confidential client distinguishes active tokens, by header and by form", async () => {
  const tokens = await signIn(sandbox, shop, doors.answer, { user: "same-email" });
  const introspection = await client.tokenIntrospection(api, tokens.access_token);
  expect(introspection).toMatchObject({
    active: true,
    username: "same-email",
    email: "holder@demo.example",
    client_id: "guichet-shop",
    typ: "Bearer",
    sub: tokens.claims()?.sub,
  });
  expect(await client.tokenIntrospection(api, tokens.refresh_token ?? "")).toMatchObject({ active: true });
  expect(await client.tokenIntrospection(api, `${tokens.access_token}x`)).toEqual({ active: false });
  const { clientId, clientSecret } = demoIdentityClients.realmApi;
  const form = { client_id: clientId, client_secret: clientSecret, token: tokens.access_token };
  const ask = (values: Record<string, string>) =>
    fetch(`${sandbox.url}${tokenPath}/introspect`, { method: "POST", body: new URLSearchParams(values) });
  expect(await (await ask(form)).json()).toMatchObject({ active: true });
  expect((await ask({ ...form, client_secret: "not-the-secret" })).status).toBe(401);
});

// covers §7: provider's token refresh (openid-connect/token)
test("tokens have the times of the installation's clock and expire by it", async () => {
  const monthMs = 31 * 86_400_000;
  await sandbox.call("POST", "/clock", { offsetMs: monthMs });
  const skew = monthMs / 1000;
  const later = await atRealm(sandbox, "demo", false, skew);
  const tokens = await signIn(sandbox, later, doors.answer, { user: "camille" });
  const claims = tokens.claims();
  expect(Math.abs((claims?.iat ?? 0) - (Date.now() + monthMs) / 1000)).toBeLessThan(60);
  expect(tokens).toMatchObject({ expires_in: 300, refresh_expires_in: 1800 });
  expect(await client.tokenIntrospection(api, tokens.access_token)).toMatchObject({ active: true });

  await sandbox.call("POST", "/clock", { offsetMs: monthMs + 301_000 });
  expect(await client.tokenIntrospection(api, tokens.access_token)).toEqual({ active: false });
  expect((await sandbox.bear("/realms/demo/protocol/openid-connect/userinfo", tokens.access_token)).status).toBe(401);
  const refreshed = await client.refreshTokenGrant(
    await atRealm(sandbox, "demo", false, skew + 301),
    tokens.refresh_token ?? "",
  );
  expect(refreshed).toMatchObject({ refresh_expires_in: 1800 });
  await sandbox.call("POST", "/clock", { offsetMs: monthMs + 301_000 + 1_801_000 });
  await expect(client.refreshTokenGrant(later, refreshed.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("the time of the sign-in stays the same, whatever the clock does later", async () => {
  const tokens = await signIn(sandbox, shop, doors.answer, { user: "camille" });
  const { auth_time } = tokens.claims() ?? {};
  expect(Math.abs(Number(auth_time) - Date.now() / 1000)).toBeLessThan(60);
  await sandbox.call("POST", "/clock", { offsetMs: 1_500_000 });
  const refreshed = await client.refreshTokenGrant(
    await atRealm(sandbox, "demo", false, 1500),
    tokens.refresh_token ?? "",
  );
  expect(refreshed.claims()?.auth_time).toBe(auth_time);
  expect((refreshed.claims()?.iat ?? 0) - Number(auth_time)).toBeGreaterThan(1_400);
  expect(decodeJwt(refreshed.access_token).auth_time).toBe(auth_time);
});

// covers: the sandbox: a network's own identity provider
test("a sign-out with the identity token redirects with the state, without confirmation, and revokes the tokens", async () => {
  const tokens = await signIn(sandbox, shop, doors.answer, { user: "camille" });
  const url = client.buildEndSessionUrl(shop, {
    id_token_hint: tokens.id_token ?? "",
    post_logout_redirect_uri: "http://localhost:3000/fr/auth/logout",
    state: "the-state",
  });
  const response = await fetch(url, { redirect: "manual" });
  expect(response.headers.get("location")).toBe("http://localhost:3000/fr/auth/logout?state=the-state");
  await expect(client.refreshTokenGrant(shop, tokens.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
  expect(await client.tokenIntrospection(api, tokens.access_token)).toEqual({ active: false });
});

test("a sign-out to a foreign address is refused on the provider's page", async () => {
  const { id_token = "" } = await signIn(sandbox, shop, doors.answer, { user: "camille" });
  const url = client.buildEndSessionUrl(shop, {
    id_token_hint: id_token,
    post_logout_redirect_uri: "https://evil.example/auth/logout",
  });
  const response = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
});

test("a sign-out by refresh token ends the session, for its own client only", async () => {
  const end = (values: Record<string, string>) =>
    fetch(sandbox.url + logoutPath, { method: "POST", body: new URLSearchParams(values) });
  const { refresh_token = "", access_token } = await signIn(sandbox, shop, doors.answer, { user: "camille" });
  expect((await end({ client_id: "nobody", refresh_token })).status).toBe(401);
  expect((await end({ client_id: "guichet-api", client_secret: "wrong", refresh_token })).status).toBe(401);
  const { clientId, clientSecret } = demoIdentityClients.realmApi;
  expect((await end({ client_id: clientId, client_secret: clientSecret, refresh_token })).status).toBe(400);
  expect(await client.tokenIntrospection(api, access_token)).toMatchObject({ active: true });
  expect((await end({ client_id: "guichet-shop", refresh_token })).status).toBe(204);
  expect(await client.tokenIntrospection(api, access_token)).toEqual({ active: false });
  expect((await end({ client_id: "guichet-shop", refresh_token })).status).toBe(400);
});

test("a key set fetched before a restart still verifies later signatures", async () => {
  const own = await openSandbox();
  try {
    const keys = async () =>
      (await (await own.call("GET", "/realms/demo/protocol/openid-connect/certs")).json()).keys[0];
    const before = await keys();
    await own.restart();
    expect(await keys()).toEqual(before);
    expect(before).not.toHaveProperty("d");
  } finally {
    await own.close();
  }
});
