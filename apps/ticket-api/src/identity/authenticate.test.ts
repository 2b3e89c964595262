import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { providerGrantMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { minutesMs } from "../clock.ts";
import { openProviderWorld, type ProviderWorld } from "../testing/providers/provider-world.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  world = await openProviderWorld();
  api = world.api;
});
afterAll(() => world.close());

const accounts = async () => {
  const found = await sql<{ count: number }>`select count(*) as count from account`.execute(api.deps.db);
  return found.rows[0]?.count;
};
const authenticate = (authProviderId: string, authProviderToken = "", asking = {}) =>
  api.call("authenticate", { authProviderId, authProviderToken }, asking);

// covers §1: national identity federation
test("the first sign-in by the federation opens a complete, verified account; the next one finds it", async () => {
  const first = await world.signInAt("franceconnect", "claire");
  expect(first).toMatchObject({
    http: 200,
    body: {
      isNew: true,
      user: {
        userName: "Claire Sophie",
        userLastname: "Martin",
        userBirthday: "1985-04-12",
        userMail: "claire.martin@mail.example",
        isVerified: true,
        isComplete: true,
        verifiedAt: null,
        identities: [{ providerId: "franceconnect" }],
        synchronisedFields: ["firstName", "lastName", "birthDate"],
      },
    },
  });
  expect(first.body.user?.userToken).toBe(first.body.userToken);
  const second = await world.signInAt("franceconnect", "claire");
  expect(second.body).toMatchObject({ isNew: false, user: { userId: first.body.user?.userId } });
  expect(second.body.userToken).not.toBe(first.body.userToken);
  const introspected = await api.call("introspectToken", {}, { token: second.body.userToken });
  expect(introspected.body.userId).toBe(first.body.user?.userId);
});

test("a person of the federation in two networks is two accounts", async () => {
  const north = await world.signInAt("franceconnect", "thomas");
  const south = await world.signInAt("franceconnect", "thomas", { network: "south" });
  expect(south.body.isNew).toBe(true);
  expect(south.body.user?.userId).not.toBe(north.body.user?.userId);
});

test("names are stored as received, and an unknown day or month of birth counts as its last", async () => {
  const many = await world.signInAt("franceconnect", "many-names");
  expect(many.body.user).toMatchObject({ userName: "Jean-Noël Éloi François", userLastname: "D’Hérouville-Lévêque" });
  const short = await world.signInAt("franceconnect", "short-name");
  expect(short.body.user).toMatchObject({ userLastname: "O", isComplete: true });
  const day = await world.signInAt("franceconnect", "day-unknown");
  expect(day.body.user?.userBirthday).toBe("1962-03-31");
  const month = await world.signInAt("franceconnect", "month-unknown");
  expect(month.body.user?.userBirthday).toBe("1958-12-31");
});

test("a person without an e-mail at the federation has a verified but incomplete account until they enter one", async () => {
  const { body } = await world.signInAt("franceconnect", "no-email");
  expect(body.user).toMatchObject({ userMail: "", isComplete: false, isVerified: true });
  const updated = await api.call("updateAccount", { email: "paulette@example.org" }, { token: body.userToken });
  expect(updated.body.user).toMatchObject({ userMail: "paulette@example.org", isComplete: true });
});

test("an e-mail that the custom provider did not verify does not become the account's", async () => {
  const { body } = await world.signInAt("realm", "unverified-email");
  expect(body.user).toMatchObject({ userMail: "", isComplete: false, isVerified: true });
  const identities = await api.call("identities", {}, { token: body.userToken });
  expect(identities.body.identities).toMatchObject([
    { providerId: "realm", driver: "KEYCLOAK", name: "Compte North", email: "dominique@operator.example" },
  ]);
  await world.provedCustomer("proved@example.org");
  const taken = await api.call("updateAccount", { email: "proved@example.org" }, { token: body.userToken });
  expect(taken.body.error?.code).toBe("EMAIL_EXISTS");
});

test.each([
  ["realm", "realm", "yanis"],
  ["federation", "franceconnect", "day-unknown"],
] as const)("if the %s reports the e-mail as unverified, the account has none", async (provider, providerId, who) => {
  await world.behave(provider, "unverified-email");
  const { body } = await world.signInAt(providerId, who, { network: "south" });
  expect(body).toMatchObject({ isNew: true, user: { userMail: "", isComplete: false } });
  // Verified meanwhile: an account without an address gets it.
  const later = await world.signInAt(providerId, who, { network: "south" });
  expect(later.body).toMatchObject({ isNew: false, user: { isComplete: true } });
});

// covers §8: same e-mail with another sign-in method
test("an e-mail that another sign-in method has proved is not joined to it, and nothing is created", async () => {
  await world.provedCustomer("holder@demo.example");
  const before = await accounts();
  for (const [providerId, who] of [
    ["franceconnect", "holder-email"],
    ["realm", "same-email"],
  ] as const) {
    const refused = await world.signInAt(providerId, who);
    expect(refused).toMatchObject({ http: 409, body: { error: { code: "EMAIL_EXISTS_OTHER_PROVIDER" } } });
  }
  expect(await accounts()).toBe(before);
});

test("a guest's e-mail does not block a sign-in", async () => {
  const guest = { firstName: "Lucas", lastName: "Moreau", email: "lucas.moreau@mail.example" };
  await api.call("login", { authAsGuest: true, guest });
  const { body } = await world.signInAt("franceconnect", "minor");
  expect(body).toMatchObject({ isNew: true, user: { userMail: "lucas.moreau@mail.example" } });
});

// covers §6: federation-only users
test("every sign-in updates the pivot identity, and leaves the account's e-mail unchanged", async () => {
  const first = await world.signInAt("franceconnect", "new-email");
  const { rows } = await sql<{ account_id: string }>`
    update traveller set first_name = 'Old', last_name = 'Name', birth_date = '1980-01-01'
    where id = ${first.body.user?.userId ?? ""} returning account_id`.execute(api.deps.db);
  await world.pass(minutesMs(1));
  const second = await world.signInAt("franceconnect", "new-email", { email: "marion.new@mail.example" });
  expect(second.body).toMatchObject({
    isNew: false,
    user: {
      userName: "Marion",
      userLastname: "Petit",
      userBirthday: "1988-06-17",
      userMail: "marion.petit@mail.example",
    },
  });
  const { body } = await api.call("identities", {}, { token: second.body.userToken });
  expect(body.identities).toMatchObject([{ driver: "FRANCECONNECT", email: "marion.new@mail.example" }]);
  const [identity] = body.identities;
  expect(Date.parse(identity?.synchronisedAt ?? "")).toBeGreaterThan(Date.parse(identity?.createdAt ?? ""));
  expect(rows).toHaveLength(1);
});

test("a custom provider fills missing data and replaces nothing", async () => {
  const first = await world.signInAt("realm", "noemail");
  expect(first.body.user).toMatchObject({ userName: "Andrea", userMail: "", synchronisedFields: [] });
  const changed = await api.call("updateAccount", { firstName: "Andrée" }, { token: first.body.userToken });
  expect(changed.http).toBe(200);
  const second = await world.signInAt("realm", "noemail");
  expect(second.body).toMatchObject({ isNew: false, user: { userName: "Andrée", userLastname: "Rossi" } });
});

// covers §7: POST account/authenticate, GET identities, POST createIdentity, DELETE deleteIdentity
test("our token works once, for its provider and network, within ten minutes", async () => {
  const { body } = await world.exchange("realm", "camille");
  const token = body.authProviderToken;
  expect((await authenticate("realm", token, { network: "south" })).body.error?.code).toBe("TOKEN_INVALID");
  expect((await authenticate("franceconnect", token)).body.error?.code).toBe("TOKEN_INVALID");
  expect((await authenticate("realm", token)).http).toBe(200);
  expect(await authenticate("realm", token)).toMatchObject({ http: 401, body: { error: { code: "TOKEN_INVALID" } } });
  const late = await world.exchange("realm", "camille");
  await world.pass(minutesMs(providerGrantMinutes) + 1_000);
  expect((await authenticate("realm", late.body.authProviderToken)).body.error?.code).toBe("TOKEN_INVALID");
  expect((await authenticate("other", token)).body.error?.code).toBe("PROVIDER_UNKNOWN");
});

test("a token that a refused sign-in did not consume may still link the identity", async () => {
  const { body } = await world.exchange("realm", "same-email");
  const refused = await authenticate("realm", body.authProviderToken);
  expect(refused.body.error?.code).toBe("EMAIL_EXISTS_OTHER_PROVIDER");
  const again = await authenticate("realm", body.authProviderToken);
  expect(again.body.error?.code).toBe("EMAIL_EXISTS_OTHER_PROVIDER");
});

test("of ten concurrent uses of one token, one opens a session", async () => {
  const { body } = await world.exchange("realm", "camille");
  const uses = await Promise.all(Array.from({ length: 10 }, () => authenticate("realm", body.authProviderToken)));
  expect(uses.filter(({ http }) => http === 200)).toHaveLength(1);
});

// covers §7: POST account/authenticate, GET identities, POST createIdentity, DELETE deleteIdentity
test("ten concurrent first sign-ins of one person open one account", async () => {
  const grants = [];
  for (let each = 0; each < 10; each += 1) grants.push(await world.exchange("realm", "yanis"));
  const opened = await Promise.all(grants.map(({ body }) => authenticate("realm", body.authProviderToken)));
  expect(opened.map(({ http }) => http)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(opened.map(({ body }) => body.user?.userId)).size).toBe(1);
  expect(opened.filter(({ body }) => body.isNew)).toHaveLength(1);
});

test("concurrent first sign-ins of two providers with one e-mail open one account", async () => {
  const federated = await world.exchange("franceconnect", "claire", { network: "south", email: "same@mail.example" });
  // The same declared address from another provider of the same network.
  const custom = await world.exchange("realm", "camille", { network: "south" });
  await sql`update provider_grant set person = person || '{"email": "same@mail.example", "emailVerified": true}'
    where network_id = 'south'`.execute(api.deps.db);
  const opened = await Promise.all([
    authenticate("franceconnect", federated.body.authProviderToken, { network: "south" }),
    authenticate("realm", custom.body.authProviderToken, { network: "south" }),
  ]);
  expect(opened.map(({ http }) => http).sort()).toEqual([200, 409]);
});

// covers §4: custom token refreshed at the provider
test("a custom provider's access token continues the session that it renews, and is no step-up authentication", async () => {
  const { body } = await world.exchange("realm", "camille");
  const opened = await authenticate("realm", body.authProviderToken);
  await world.pass(minutesMs(6));
  const renewal = await fetch(`${world.sandbox.url}/realms/demo/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: "guichet-shop",
      refresh_token: body.refreshToken ?? "",
    }),
  });
  const { access_token } = z.object({ access_token: z.string() }).parse(await renewal.json());
  const renewed = await authenticate("realm", access_token, { token: opened.body.userToken });
  expect(renewed.body).toMatchObject({ isNew: false, user: { userId: opened.body.user?.userId } });
  const refused = await api.call(
    "createIdentity",
    { authProviderId: "franceconnect", authProviderToken: "anything" },
    { token: renewed.body.userToken },
  );
  expect(refused.body.error?.code).toBe("REAUTHENTICATION_REQUIRED");
});

test("an access token is refused if expired, forged, of another realm, of another client, or of the federation", async () => {
  const { body } = await world.exchange("realm", "camille");
  const token = body.customToken ?? "";
  const [head, claims = "", seal] = token.split(".");
  const other = JSON.parse(Buffer.from(claims, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...other, sub: "somebody" })).toString("base64url");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const foreignKeys = await generateKeyPair("RS256");
  const mine = { token: (await world.signInAt("realm", "camille")).body.userToken };
  const { kid } = JSON.parse(Buffer.from(head ?? "", "base64url").toString());
  const forged = await new SignJWT(other).setProtectedHeader({ alg: "RS256", kid }).sign(foreignKeys.privateKey);
  for (const wrong of [`${head}.${changed}.${seal}`, `${none}.${claims}.x`, forged, "a.b.c"]) {
    expect((await authenticate("realm", wrong, mine)).body.error?.code).toBe("TOKEN_INVALID");
  }
  const idToken = new URL((await authenticate("realm", body.authProviderToken)).body.logoutUrl ?? "").searchParams;
  expect((await authenticate("realm", idToken.get("id_token_hint") ?? "", mine)).body.error?.code).toBe(
    "TOKEN_INVALID",
  );
  expect((await authenticate("franceconnect", token, mine)).body.error?.code).toBe("TOKEN_INVALID");
  await world.behave("realm", "userinfo-other-sub");
  expect((await authenticate("realm", token, mine)).body.error?.code).toBe("TOKEN_INVALID");
  await world.behave("realm", "down");
  const down = await authenticate("realm", token, mine);
  expect(down).toMatchObject({ http: 503, body: { error: { code: "PROVIDER_UNAVAILABLE" } } });
  await world.behave("realm", "down", 0);
  await world.pass(minutesMs(6));
  expect((await authenticate("realm", token, mine)).body.error?.code).toBe("TOKEN_INVALID");
});

// covers §6: custom-provider logout
test("signing out redirects to the provider with its identity token, and from there back to the shop", async () => {
  const { body } = await world.signInAt("realm", "camille");
  const logoutAddress = new URL(body.logoutUrl ?? "");
  expect(logoutAddress.pathname).toBe("/realms/demo/protocol/openid-connect/logout");
  expect(logoutAddress.searchParams.get("post_logout_redirect_uri")).toBe("http://north.localhost:3000/auth/logout");
  expect(logoutAddress.searchParams.get("id_token_hint")?.split(".")).toHaveLength(3);
  const out = await api.call("logout", {}, { token: body.userToken });
  expect(new URL(out.body.logoutUrl ?? "").searchParams.get("id_token_hint")).toBe(
    logoutAddress.searchParams.get("id_token_hint"),
  );
  expect((await api.call("introspectToken", {}, { token: body.userToken })).body.error?.code).toBe(
    "AUTHENTICATION_TOKEN_INVALID",
  );
  const { token } = await world.customer("no.provider@example.org");
  expect((await api.call("logout", {}, { token })).body.logoutUrl).toBeNull();
  const without = await world.exchange("realm", "camille");
  const bare = await api.call("authenticate", {
    authProviderId: "realm",
    authProviderToken: without.body.authProviderToken,
    withCustomer: false,
  });
  expect(bare.body.user).toBeUndefined();
  const introspected = await api.call("introspectToken", {}, { token: bare.body.userToken });
  expect(introspected.body.authAsGuest).toBe(false);
});

// covers §6: custom-provider logout
test("after step-up authentication at its provider a session signs out there with the newest identity token", async () => {
  const hintOf = (url: string | null) => new URL(url ?? "").searchParams.get("id_token_hint");
  const { body } = await world.signInAt("realm", "camille");
  const asked = await world.exchange("realm", "camille", { reauthenticate: true, token: body.userToken });
  const { authProviderId, authProviderToken } = asked.body;
  const proved = await api.call("reauthenticate", { authProviderId, authProviderToken }, { token: body.userToken });
  expect(proved.http).toBe(200);
  const newest = hintOf((await api.call("logout", {}, { token: body.userToken })).body.logoutUrl);
  expect(newest?.split(".")).toHaveLength(3);
  expect(newest).not.toBe(hintOf(body.logoutUrl));
});

test("step-up authentication at another provider leaves the session's identity token unchanged", async () => {
  const { body } = await world.signInAt("realm", "camille");
  const token = body.userToken;
  const first = await world.exchange("franceconnect", "minor");
  await sql`delete from identity where provider_id = 'franceconnect'`.execute(api.deps.db);
  const linked = { authProviderId: "franceconnect", authProviderToken: first.body.authProviderToken };
  expect((await api.call("createIdentity", linked, { token })).http).toBe(200);
  const asked = await world.exchange("franceconnect", "minor", { reauthenticate: true, token });
  const { authProviderId, authProviderToken } = asked.body;
  expect((await api.call("reauthenticate", { authProviderId, authProviderToken }, { token })).http).toBe(200);
  expect((await api.call("logout", {}, { token })).body.logoutUrl).toContain("/realms/demo/");
});

// covers §7: GET Account/getSessions, DELETE revokeSession (ours)
test("a renewal replaces the renewed session, keeps its identity token, and signs no other device out", async () => {
  const first = await world.exchange("realm", "yanis");
  const before = (await authenticate("realm", first.body.authProviderToken)).body;
  const phone = await world.signInAt("realm", "yanis");
  const sessions = async (token: string | undefined) => (await api.call("getSessions", {}, { token })).body.sessions;
  const count = (await sessions(phone.body.userToken)).length;
  const renewed = await authenticate("realm", first.body.customToken, { token: before.userToken });
  expect(renewed.http).toBe(200);
  expect(await sessions(phone.body.userToken)).toHaveLength(count);
  const over = await api.call("touch", {}, { token: before.userToken });
  expect(over.body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await api.call("touch", {}, { token: phone.body.userToken })).http).toBe(200);
  const out = await api.call("logout", {}, { token: renewed.body.userToken });
  expect(new URL(out.body.logoutUrl ?? "").searchParams.has("id_token_hint")).toBe(true);
});

test("an access token continues no session of another person or network, and none that does not exist", async () => {
  const foreignKeys = await world.customer("bystander@example.org");
  const camille = await world.signInAt("realm", "camille");
  const south = await world.signInAt("realm", "yanis", { network: "south" });
  const { body } = await world.exchange("realm", "yanis");
  const mine = (await authenticate("realm", body.authProviderToken)).body.userToken;
  for (const token of [
    foreignKeys.token,
    camille.body.userToken,
    south.body.userToken,
    "nobody's",
    `.${mine}`,
    undefined,
  ]) {
    expect((await authenticate("realm", body.customToken, { token })).body.error?.code).toBe("TOKEN_INVALID");
  }
  expect((await authenticate("realm", body.customToken, { token: mine })).http).toBe(200);
  expect((await api.call("touch", {}, { token: foreignKeys.token })).http).toBe(200);
  expect((await api.call("touch", {}, { token: camille.body.userToken })).http).toBe(200);
  expect((await api.call("touch", {}, { token: south.body.userToken, network: "south" })).http).toBe(200);
});

// covers §7: POST Account/logout.json, introspectToken.json, touch
test("an introspection with a provider's token says whether that token is valid, too", async () => {
  const { body } = await world.exchange("realm", "camille");
  const { userToken } = (await authenticate("realm", body.authProviderToken)).body;
  const introspect = (values: Record<string, unknown>, token = userToken) =>
    api.call("introspectToken", values, { token });
  const introspected = await introspect({ customToken: body.customToken, authProviderId: "realm" });
  expect(introspected).toMatchObject({ http: 200, body: { active: true } });
  expect((await introspect({ customToken: body.customToken })).body.error?.code).toBe("FIELD_REQUIRED");
  expect((await introspect({ customToken: "a.b.c", authProviderId: "realm" })).body.error?.code).toBe("TOKEN_INVALID");
  expect((await introspect({ customToken: "a.b.c", authProviderId: "other" })).body.error?.code).toBe(
    "PROVIDER_UNKNOWN",
  );
  const { token } = await world.customer("other.person@example.org");
  const strange = await introspect({ customToken: body.customToken, authProviderId: "realm" }, token);
  expect(strange.body.error?.code).toBe("TOKEN_INVALID");
  await world.behave("realm", "down");
  const down = await introspect({ customToken: body.customToken, authProviderId: "realm" });
  expect(down.body.error?.code).toBe("PROVIDER_UNAVAILABLE");
  await world.behave("realm", "down", 0);
  await world.pass(minutesMs(6));
  const over = await introspect({ customToken: body.customToken, authProviderId: "realm" });
  expect(over).toMatchObject({ http: 401, body: { error: { code: "TOKEN_INVALID" } } });
});

test("a token that names our issuer is not verified with another issuer's keys", async () => {
  const pair = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "evil", alg: "RS256" };
  let asked = 0;
  const evil = createServer((_, answer) => {
    asked += 1;
    answer.setHeader("content-type", "application/json").end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, "127.0.0.1");
  await once(evil, "listening");
  const { port } = evil.address() as AddressInfo;
  const token = await new SignJWT({ azp: "guichet-shop" })
    .setProtectedHeader({ alg: "RS256", kid: "evil", jku: `http://127.0.0.1:${port}/keys`, jwk })
    .setIssuer(`${world.sandbox.url}/realms/demo`)
    .setSubject("somebody")
    .setExpirationTime(Math.floor(api.clock.now().getTime() / 1000) + 300)
    .sign(pair.privateKey);
  expect((await authenticate("realm", token)).body.error?.code).toBe("TOKEN_INVALID");
  expect(asked).toBe(0);
  evil.close();
});
