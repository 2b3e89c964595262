import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { movableClock } from "../clock.ts";
import { testProviders } from "../testing/test-pack.ts";
import { openidProviders } from "./identity-provider.ts";
import { discoveryCache, isDown } from "./provider-connection.ts";

let server: Server;
let url: string;
let asked = 0;
let answer: (reply: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((_, reply) => {
    asked += 1;
    answer(reply);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const described = () => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/keys`,
});
const json = (content: unknown) => (reply: ServerResponse) => {
  reply.setHeader("content-type", "application/json").end(JSON.stringify(content));
};
const issuer = () => ({ url: new URL(url), insecure: true });
beforeEach(() => {
  asked = 0;
  answer = json(described());
});

test("a discovery document is read once in ten minutes, however many requests need it", async () => {
  let now = 0;
  const find = discoveryCache(() => now);
  const found = await Promise.all(Array.from({ length: 5 }, () => find(issuer())));
  expect(new Set(found.map(({ token_endpoint }) => token_endpoint))).toEqual(new Set([`${url}/token`]));
  expect(asked).toBe(1);
  now = 9 * 60_000;
  await find(issuer());
  expect(asked).toBe(1);
  now = 11 * 60_000;
  answer = json({ ...described(), token_endpoint: `${url}/moved` });
  expect((await find(issuer())).token_endpoint).toBe(`${url}/moved`);
  expect(asked).toBe(2);
});

test("while a provider does not respond, its document of the last day is used, and no older one", async () => {
  let now = 0;
  const find = discoveryCache(() => now);
  await find(issuer());
  answer = (reply) => void reply.writeHead(503).end();
  now = 23 * 3_600_000;
  expect((await find(issuer())).token_endpoint).toBe(`${url}/token`);
  now = 25 * 3_600_000;
  await expect(find(issuer())).rejects.toSatisfy(isDown);
  answer = json(described());
  expect((await find(issuer())).issuer).toBe(url);
});

test.each<[string, () => (reply: ServerResponse) => void]>([
  ["names another issuer", () => json({ ...described(), issuer: "https://evil.example" })],
  ["is no JSON", () => (reply) => void reply.end("<html>")],
  ["leads elsewhere", () => (reply) => void reply.writeHead(302, { location: "https://evil.example" }).end()],
  ["is larger than 256 KB", () => json({ ...described(), padding: "x".repeat(300_000) })],
])("a discovery document that %s is refused, and the next one is accepted", async (_what, wrong) => {
  const find = discoveryCache();
  answer = wrong();
  await expect(find(issuer())).rejects.toThrow();
  answer = json(described());
  expect((await find(issuer())).issuer).toBe(url);
});

test("a provider over plain HTTP gets no request, except the sandbox", async () => {
  await expect(discoveryCache()({ url: new URL(url), insecure: false })).rejects.toThrow();
  expect(asked).toBe(0);
});

test("the federation is unavailable, and not used as a public client, when its secret is missing", async () => {
  const settings = {
    clock: movableClock(),
    log: pino({ level: "silent" }),
    issuerOf: issuer,
    secretOf: () => undefined,
  };
  const federation = openidProviders(settings)("north", { ...testProviders[0], isDefault: false });
  const redirectUri = "http://north.localhost/auth/fc/finalize";
  const begun = await federation.begin({ state: "s", redirectUri, reauthentication: false, language: "fr" });
  expect(begun).toMatchObject({ ok: false, code: "PROVIDER_UNAVAILABLE" });
  expect(asked).toBe(0);
});

/** A provider that signs what a test specifies. */
async function signing(claims: Record<string, unknown>) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const now = Math.floor(Date.now() / 1000);
  const signed = (content: Record<string, unknown>) =>
    new SignJWT({ sub: "p1", iss: url, aud: "guichet", iat: now, exp: now + 60, ...content })
      .setProtectedHeader({ alg: "ES256", kid: "k" })
      .sign(privateKey);
  const idToken = await signed({ nonce: "n", acr: "eidas1", ...claims });
  const userInfo = await signed({ given_name: "Ana", family_name: "Silva", birthdate: "1990-00-00" });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256", use: "sig" }] };
  const known = {
    ...described(),
    userinfo_endpoint: `${url}/userinfo`,
    id_token_signing_alg_values_supported: ["ES256"],
    userinfo_signing_alg_values_supported: ["ES256"],
  };
  return (reply: ServerResponse, path: string) => {
    if (path === "/token") return json({ access_token: "a", token_type: "Bearer", id_token: idToken })(reply);
    if (path === "/keys") return json(keys)(reply);
    if (path === "/userinfo") return void reply.setHeader("content-type", "application/jwt").end(userInfo);
    return json(known)(reply);
  };
}
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

test.each<[string, Record<string, unknown>, boolean, boolean]>([
  ["a sign-in just now", { auth_time: minutesAgo(0) }, true, true],
  ["a sign-in from before a new one was requested", { auth_time: minutesAgo(5) }, true, false],
  ["no word of when the sign-in was", {}, true, false],
  ["an earlier sign-in where no new one was requested", { auth_time: minutesAgo(5) }, false, true],
  ["no level of assurance", { acr: undefined, auth_time: minutesAgo(0) }, false, false],
  ["a level of assurance of its own", { acr: "1", auth_time: minutesAgo(0) }, false, false],
])("an ID token with %s", async (_what, claims, reauthentication, holds) => {
  const play = await signing(claims);
  answer = (reply) => play(reply, reply.req.url ?? "");
  const settings = {
    clock: movableClock(),
    log: pino({ level: "silent" }),
    issuerOf: issuer,
    secretOf: () => "secret",
  };
  const federation = openidProviders(settings)("north", { ...testProviders[0], isDefault: false });
  const redirectUri = "http://north.localhost/auth/fc/finalize";
  const createdAt = new Date(Date.now() - 60_000).toISOString();
  const underWay = { state: "s", nonce: "n", codeVerifier: null, redirectUri, reauthentication, createdAt };
  const exchanged = await federation.exchange(underWay, { code: "c", iss: undefined });
  expect(exchanged).toMatchObject(
    holds
      ? { ok: true, value: { said: { subject: "p1", person: { firstName: "Ana", birthDate: "1990-12-31" } } } }
      : { ok: false, code: "PROVIDER_ANSWER_INVALID" },
  );
});

test("the library performs every check: there is no cryptography of our own", async () => {
  for (const file of ["identity-provider.ts", "provider-connection.ts", "provider-person.ts"]) {
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    expect(text).not.toMatch(/node:crypto|\bsubtle\b|createHmac|createVerify|timingSafeEqual/);
  }
  const text = await readFile(new URL("identity-provider.ts", import.meta.url), "utf8");
  expect(text).toContain("openid.authorizationCodeGrant");
  expect(text).toContain("openid.enableNonRepudiationChecks");
});
