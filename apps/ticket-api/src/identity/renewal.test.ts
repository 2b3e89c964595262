import { refreshAtProvider } from "@guichet/client/custom-session.ts";
import { demoIdentityClients } from "@guichet/contract/integrations/sandbox-identity.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { daysMs, minutesMs } from "../clock.ts";
import { openProviderWorld, type ProviderWorld, providerPack } from "../testing/providers/provider-world.ts";
import { testProviders } from "../testing/test-pack.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  const { clientId, clientSecret } = demoIdentityClients.realmApi;
  // We have a secret at the realm of `east`, so tokens can be introspected there (RFC 7662).
  const east = providerPack("east", { providers: [{ ...testProviders[1], client: clientId }] });
  const environment = { PROVIDER_SECRETS: JSON.stringify({ "east/realm": clientSecret }) };
  world = await openProviderWorld({ packs: [providerPack("north"), east], environment });
  api = world.api;
});
afterAll(() => world.close());

const codeOf = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;
const authenticate = (authProviderToken = "", asking = {}) =>
  api.call("authenticate", { authProviderId: "realm", authProviderToken }, asking);
const holds = (customToken: string | undefined, asking: { token?: string | undefined; network?: string }) =>
  api.call("introspectToken", { customToken, authProviderId: "realm" }, asking);
const refresh = (refreshToken = "") => {
  const provider = { id: "realm", slug: "realm", url: `${world.sandbox.url}/realms/demo`, client: "guichet-shop" };
  return refreshAtProvider({ provider, now: () => api.clock.now().getTime() }, refreshToken);
};
/** A sign-in at the realm, and its own tokens. */
async function entered(who: string, network = "north") {
  const { body } = await world.exchange("realm", who, { network });
  return { ...body, userToken: (await authenticate(body.authProviderToken, { network })).body.userToken };
}

// covers §4: custom token refreshed at the provider
test("a provider that refuses to refresh ends the session's renewal; one that fails once does not", async () => {
  const { refreshToken, userToken } = await entered("camille");
  await world.behave("realm", "refresh-refused");
  expect(await refresh(refreshToken)).toMatchObject({ ok: false, code: "TOKEN_INVALID" });
  const refreshed = await refresh(refreshToken);
  if (!refreshed.ok) throw new Error(refreshed.code);
  expect((await authenticate(refreshed.value.token, { token: userToken })).http).toBe(200);
});

// covers §4: custom token refreshed at the provider
test("a token that the provider reports as inactive is refused, whatever the token itself says", async () => {
  const { customToken, userToken } = await entered("camille", "east");
  const session = { token: userToken, network: "east" };
  expect((await holds(customToken, session)).http).toBe(200);
  await world.behave("realm", "introspection-inactive");
  expect(codeOf(await holds(customToken, session))).toBe("TOKEN_INVALID");
  await world.behave("realm", "introspection-inactive");
  expect(codeOf(await authenticate(customToken, session))).toBe("TOKEN_INVALID");
  expect((await authenticate(customToken, session)).http).toBe(200);
});

// covers §4: custom token refreshed at the provider
test("an opaque access token is introspected if we have a secret, and continues its session", async () => {
  await world.behave("realm", "opaque-token");
  const { customToken, userToken } = await entered("yanis", "east");
  const session = { token: userToken, network: "east" };
  expect(customToken).not.toContain(".");
  expect((await holds(customToken, session)).http).toBe(200);
  await world.behave("realm", "introspection-inactive");
  expect(codeOf(await authenticate(customToken, session))).toBe("TOKEN_INVALID");
  expect(codeOf(await authenticate(customToken, { network: "east" }))).toBe("TOKEN_INVALID");
  const renewed = await authenticate(customToken, session);
  expect(renewed).toMatchObject({ http: 200, body: { isNew: false } });
  await world.pass(minutesMs(6));
  const next = { token: renewed.body.userToken, network: "east" };
  expect(codeOf(await authenticate(customToken, next))).toBe("TOKEN_INVALID");
});

test("an opaque token of another client continues no session of the same person", async () => {
  const session = await entered("yanis", "east");
  await world.behave("realm", "opaque-token");
  const { customToken } = await entered("yanis");
  const refused = await authenticate(customToken, { token: session.userToken, network: "east" });
  expect(codeOf(refused)).toBe("TOKEN_INVALID");
});

// covers §4: custom token refreshed at the provider
test("without a secret an opaque token only renews the session that this provider opened for this person", async () => {
  await world.behave("realm", "opaque-token");
  const { customToken, userToken } = await entered("yanis");
  const other = await entered("camille");
  expect((await holds(customToken, { token: userToken })).http).toBe(200);
  expect(codeOf(await holds(customToken, { token: other.userToken }))).toBe("TOKEN_INVALID");
  expect(codeOf(await authenticate(customToken))).toBe("TOKEN_INVALID");
  expect(codeOf(await authenticate(customToken, { token: other.userToken }))).toBe("TOKEN_INVALID");
  const stranger = await world.customer("opaque@example.org");
  expect(codeOf(await authenticate(customToken, { token: stranger.token }))).toBe("TOKEN_INVALID");
  const renewed = await authenticate(customToken, { token: userToken });
  expect(renewed).toMatchObject({ http: 200, body: { isNew: false } });
  expect(codeOf(await api.call("touch", {}, { token: userToken }))).toBe("AUTHENTICATION_TOKEN_INVALID");
});

// covers §4: a session ends 180 days after its sign-in, whatever renews it
test("a provider's tokens renew a session up to 180 days after its sign-in, and not beyond", async () => {
  let { userToken } = await entered("camille");
  const fresh = async () => (await world.exchange("realm", "camille")).body.customToken;
  const startedAt = api.clock.now().getTime();
  for (let days = 0; days < 175; days += 25) {
    await world.pass(daysMs(25));
    const renewed = await authenticate(await fresh(), { token: userToken });
    expect(renewed.http).toBe(200);
    ({ userToken } = renewed.body);
  }
  const { expiresAt } = (await api.call("introspectToken", {}, { token: userToken })).body;
  expect(Math.abs(Date.parse(expiresAt) - startedAt - daysMs(180))).toBeLessThan(60_000);
  await world.pass(daysMs(5));
  expect(codeOf(await authenticate(await fresh(), { token: userToken }))).toBe("TOKEN_INVALID");
  expect(codeOf(await api.call("touch", {}, { token: userToken }))).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await entered("camille")).userToken).toBeTruthy();
});
