import { federationIdentities, federationPaths } from "@guichet/contract/integrations/sandbox-identity.ts";
import * as client from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";
import { answer, atFederation, begin, finalize, signIn } from "../testing/relying-party.ts";
import { mayEndAt, mayReturnTo } from "./addresses.ts";

let sandbox: OpenSandbox;
let config: client.Configuration;

beforeAll(async () => {
  sandbox = await openSandbox();
  config = await atFederation(sandbox);
});
afterAll(() => sandbox.close());

test("discovery has the federation's paths, PKCE and signed user info", () => {
  const issuer = `${sandbox.url}/federation/api/v2`;
  expect(config.serverMetadata()).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/session/end`,
    jwks_uri: `${issuer}/jwks`,
    code_challenge_methods_supported: ["S256"],
    userinfo_signing_alg_values_supported: ["ES256"],
    acr_values_supported: ["eidas1"],
  });
});

// covers: the sandbox: a national federation
test("a sign-in ends with an identity token without personal data, and signed user info with them", async () => {
  const tokens = await signIn(sandbox, config, federationPaths.answer, { identity: "claire" });
  const claims = tokens.claims();
  expect(claims).toMatchObject({ acr: "eidas1", amr: ["pwd"], aud: "guichet", auth_time: expect.any(Number) });
  expect(Object.keys(claims ?? {})).not.toContain("given_name");
  expect(claims?.sub).toMatch(/^[0-9a-f]{64}v1$/);
  expect(tokens.refresh_token).toBeUndefined();
  const plain = await sandbox.bear("/federation/api/v2/userinfo", tokens.access_token);
  expect(plain.headers.get("content-type")).toContain("application/jwt");
  const person = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? "");
  expect(person).toMatchObject({
    given_name: "Claire Sophie",
    given_name_array: ["Claire", "Sophie"],
    family_name: "Martin",
    birthdate: "1985-04-12",
    email: "claire.martin@mail.example",
  });
  expect(person).not.toHaveProperty("gender");
});

// covers: the sandbox: a national federation
test("each identity has exactly its listed claims", async () => {
  const listed = await (await sandbox.call("GET", federationPaths.identities)).json();
  const { items } = federationIdentities.parse(listed);
  expect(items.length).toBeGreaterThanOrEqual(9);
  for (const each of items) {
    const tokens = await signIn(sandbox, config, federationPaths.answer, { identity: each.name });
    const person = await client.fetchUserInfo(config, tokens.access_token, each.sub);
    expect(person).toMatchObject({
      given_name: each.givenName,
      family_name: each.familyName,
      birthdate: each.birthdate,
      ...(each.email && { email: each.email }),
    });
    expect("email" in person).toBe(each.email !== undefined);
  }
  const births = items.map(({ birthdate }) => birthdate);
  expect(births.some((date) => /^\d{4}-(?!00)\d{2}-00$/.test(date))).toBe(true);
  expect(births.some((date) => /^\d{4}-00-00$/.test(date))).toBe(true);
  expect(items.some(({ email }) => email === "holder@demo.example")).toBe(true);
  expect(items.some(({ familyName }) => familyName.length === 1)).toBe(true);
});

test("a typed e-mail replaces the identity's for that sign-in only, also during another sign-in", async () => {
  const choice = { identity: "new-email" };
  const first = await signIn(sandbox, config, federationPaths.answer, { ...choice, email: "marion@new.example" });
  const second = await signIn(sandbox, config, federationPaths.answer, choice);
  const emailOf = async ({ access_token, claims }: typeof first) =>
    (await client.fetchUserInfo(config, access_token, claims()?.sub ?? "")).email;
  expect(await emailOf(first)).toBe("marion@new.example");
  expect(await emailOf(second)).toBe("marion.petit@mail.example");
});

test("a cancelled sign-in returns to the shop with access_denied and the state", async () => {
  const { url, checks } = await begin(config);
  const back = await answer(sandbox, federationPaths.answer, url, { cancel: true });
  expect(back.origin + back.pathname).toBe(finalize);
  expect(back.searchParams.get("error")).toBe("access_denied");
  await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({ error: "access_denied" });
});

test.each([
  ["state", { state: "" }],
  ["nonce", { nonce: "" }],
  ["acr_values", { acr_values: "" }],
  ["acr_values", { acr_values: "eidas3" }],
])("a request without a valid %s is refused at the redirect URI", async (name, change) => {
  const { url } = await begin(config, change);
  const back = await answer(sandbox, federationPaths.answer, url, { identity: "claire" });
  expect(back.searchParams.get("error")).toBe("invalid_request");
  expect(back.searchParams.get("error_description")).toContain(name);
});

test("the code is valid once, and only with its verifier", async () => {
  const { url, checks } = await begin(config);
  const back = await answer(sandbox, federationPaths.answer, url, { identity: "thomas" });
  const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
  await expect(client.authorizationCodeGrant(config, back, wrong)).rejects.toMatchObject({ error: "invalid_grant" });
  await client.authorizationCodeGrant(config, back, checks);
  await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("a sign-out with the identity token returns to the shop with the state, without confirmation", async () => {
  const { id_token = "" } = await signIn(sandbox, config, federationPaths.answer, { identity: "claire" });
  const end = { id_token_hint: id_token, post_logout_redirect_uri: "http://localhost:3000/auth/logout", state: "s" };
  const response = await fetch(client.buildEndSessionUrl(config, end), { redirect: "manual" });
  expect(response.headers.get("location")).toBe("http://localhost:3000/auth/logout?state=s");
});

test("a wrong client secret is refused", async () => {
  const metadata = config.serverMetadata();
  const wrong = new client.Configuration(metadata, "guichet", {}, client.ClientSecretPost("not-the-secret"));
  client.allowInsecureRequests(wrong);
  const { url, checks } = await begin(config);
  const back = await answer(sandbox, federationPaths.answer, url, { identity: "thomas" });
  await expect(client.authorizationCodeGrant(wrong, back, checks)).rejects.toMatchObject({ error: "invalid_client" });
});

test("a redirect outside the shop is refused on the provider's page", async () => {
  const { url } = await begin(config, { redirect_uri: "https://evil.example/auth/fc/finalize", ui_locales: "ar" });
  const response = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain("redirect_uri");
});

test.each([
  ["http://localhost:3000/auth/fc/finalize", true],
  ["http://localhost:4711/ar/auth/fc/delete-identity", true],
  ["http://zones.localhost:3000/it/auth/custom", true],
  ["http://127.0.0.1:3000/fc/add-document", true],
  ["http://bare.localhost:3000/account/identity/add", true],
  ["http://localhost:3000/es/account/identity/replace", true],
  ["http://localhost:3000/de/auth/custom", false],
  ["http://localhost:3000/fr/fr/auth/custom", false],
  ["http://localhost:3000/auth/custom?next=x", false],
  ["http://localhost:3000/auth/custom#x", false],
  ["http://localhost:3000/auth/custom/../../clear", false],
  ["http://a@localhost:3000/auth/custom", false],
  ["https://localhost.evil.example/auth/custom", false],
  ["http://localhost.evil.example/auth/custom", false],
  ["http://192.0.2.1/auth/custom", false],
  ["javascript:alert(1)", false],
  ["", false],
])("a sign-in may redirect to %s: %s", (address, allowed) => {
  expect(mayReturnTo(address)).toBe(allowed);
});

test("a sign-out may redirect to the shop's sign-out and home, in any language", () => {
  for (const path of ["/auth/logout", "/fr/auth/logout", "/", "/ar", "/ar/"]) {
    expect(mayEndAt(`http://localhost:3000${path}`)).toBe(true);
  }
  expect(mayEndAt("http://localhost:3000/cart")).toBe(false);
});
