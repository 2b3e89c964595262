import {
  federationBehaviourKind,
  federationPaths,
  type IdentityBehaviourKind,
  realmBehaviourKind,
  realmPaths,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import * as client from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";
import { answer, atFederation, atRealm, begin, signIn } from "../testing/relying-party.ts";

const realm = realmPaths("demo");
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ slowMs: 300 });
});
afterAll(() => sandbox.close());

describe.each([
  ["the federation", federationPaths, { identity: "claire" }, () => atFederation(sandbox), federationBehaviourKind],
  ["a realm", realm, { user: "camille" }, () => atRealm(sandbox, "demo"), realmBehaviourKind],
] as const)("%s", (_name, doors, choice, discover, kinds) => {
  let config: client.Configuration;
  const order = async (next: IdentityBehaviourKind, count = 1) => {
    const response = await sandbox.call("POST", doors.behaviour, { next, count });
    expect(response.status).toBe(200);
    return response.json();
  };
  const enter = () => signIn(sandbox, config, doors.answer, choice);

  beforeAll(async () => {
    config = await discover();
    // Makes the client verify signatures with the published keys.
    client.enableNonRepudiationChecks(config);
  });
  beforeEach(async () => {
    for (const kind of kinds.options) await sandbox.call("POST", doors.behaviour, { next: kind, count: 0 });
  });

  // covers: the sandbox: identity providers that lie, fail or are slow
  test.each([
    ["wrong-issuer", /"iss"/],
    ["wrong-audience", /"aud"|"azp"/],
    ["wrong-nonce", /"nonce"/],
    ["wrong-key", /kid|signature/],
    ["expired", /"exp"/],
    ["alg-none", /alg|signature/],
  ] as const)("%s: the identity token is refused, and the next one is right again", async (kind, reason) => {
    await order(kind);
    const failure = await enter().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(describeCause(failure)).toMatch(reason);
    expect((await enter()).claims()?.sub).toBeDefined();
  });

  test("wrong-state: the callback is refused", async () => {
    await order("wrong-state");
    await expect(enter()).rejects.toThrow();
    await enter();
  });

  test("replayed-code: a used code is sent again, and the token endpoint refuses it", async () => {
    await enter();
    await order("replayed-code");
    await expect(enter()).rejects.toMatchObject({ error: "invalid_grant" });
    await enter();
  });

  test("unverified-email: the user info says so, for that sign-in only", async () => {
    const info = async () => {
      const { access_token, claims } = await enter();
      return client.fetchUserInfo(config, access_token, claims()?.sub ?? "");
    };
    await order("unverified-email");
    expect((await info()).email_verified).toBe(false);
    expect((await info()).email_verified).not.toBe(false);
  });

  test("userinfo-other-sub: the user info of another person is refused", async () => {
    await order("userinfo-other-sub");
    const tokens = await enter();
    const { sub = "" } = tokens.claims() ?? {};
    await expect(client.fetchUserInfo(config, tokens.access_token, sub)).rejects.toThrow();
    await client.fetchUserInfo(config, tokens.access_token, sub);
  });

  test("down: 503 once, while controls and pages keep working", async () => {
    await order("down");
    expect((await sandbox.call("GET", `${doors.issuer}/.well-known/openid-configuration`)).status).toBe(503);
    expect((await sandbox.call("GET", `${doors.issuer}/.well-known/openid-configuration`)).status).toBe(200);
  });

  test("slow: the response is late", async () => {
    const took = async () => {
      const beganAt = performance.now();
      await sandbox.call("GET", `${doors.issuer}/.well-known/openid-configuration`);
      return performance.now() - beganAt;
    };
    await order("slow");
    expect(await took()).toBeGreaterThan(290);
  });

  test("an order can be cancelled, is limited to this machine, and unknown ones are refused", async () => {
    expect(await order("down", 3)).toEqual({ left: { down: 3 } });
    expect(await order("down", 0)).toEqual({ left: {} });
    expect((await sandbox.call("POST", doors.behaviour, { next: "explode" })).status).toBe(400);
    const far = await fetch(sandbox.url + doors.behaviour, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" },
      body: JSON.stringify({ next: "down" }),
    });
    expect([far.status, (await far.json()).error.code]).toEqual([403, "loopback_only"]);
  });

  test("the control route refuses an unknown person and a foreign address", async () => {
    const { url } = await begin(config);
    const ask = async (authorizationUrl: string, chosen: object) => {
      const response = await sandbox.call("POST", doors.answer, { authorizationUrl, ...chosen });
      return [response.status, (await response.json()).error?.code];
    };
    const nobody = "identity" in choice ? { identity: "nobody" } : { user: "nobody" };
    expect(await ask(url, nobody)).toEqual([422, "identity_unknown"]);
    expect(await ask("http://localhost:1/authorize", choice)).toEqual([422, "authorization_refused"]);
    const unknown = url.replace(/client_id=[^&]+/, "client_id=nobody");
    expect(await ask(unknown, choice)).toEqual([422, "authorization_refused"]);
    expect(await ask(url, {})).toEqual([400, "request_invalid"]);
  });
});

test("userinfo-unsigned: the federation's user info is plain JSON, which a client that requires a signature refuses", async () => {
  const config = await atFederation(sandbox, { userinfo_signed_response_alg: "ES256" });
  const order = () => sandbox.call("POST", federationPaths.behaviour, { next: "userinfo-unsigned" });
  await order();
  const tokens = await signIn(sandbox, config, federationPaths.answer, { identity: "claire" });
  const { sub = "" } = tokens.claims() ?? {};
  await expect(client.fetchUserInfo(config, tokens.access_token, sub)).rejects.toThrow();
  await order();
  const plain = await sandbox.bear("/federation/api/v2/userinfo", tokens.access_token);
  expect(plain.headers.get("content-type")).toContain("application/json");
  expect(await plain.json()).toMatchObject({ sub, family_name: "Martin" });
  await client.fetchUserInfo(config, tokens.access_token, sub);
});

// covers: the sandbox: identity providers that lie, fail or are slow
test("no-refresh, refresh-refused and introspection-inactive do what they say, once", async () => {
  const config = await atRealm(sandbox, "demo");
  const api = await atRealm(sandbox, "demo", true);
  const order = (next: IdentityBehaviourKind) => sandbox.call("POST", realm.behaviour, { next });
  const enter = () => signIn(sandbox, config, realm.answer, { user: "yanis" });

  await order("no-refresh");
  const without = await enter();
  expect([without.refresh_token, without.refresh_expires_in]).toEqual([undefined, undefined]);

  const tokens = await enter();
  await order("refresh-refused");
  const refresh = () => client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  await expect(refresh()).rejects.toMatchObject({ error: "invalid_grant" });
  const refreshed = await refresh();

  await order("introspection-inactive");
  expect(await client.tokenIntrospection(api, refreshed.access_token)).toEqual({ active: false });
  expect(await client.tokenIntrospection(api, refreshed.access_token)).toMatchObject({ active: true });
});

test("a used code is also replayed for a sign-in by page", async () => {
  const config = await atRealm(sandbox, "demo");
  const first = await begin(config);
  const used = await answer(sandbox, realm.answer, first.url, { user: "camille" });
  await client.authorizationCodeGrant(config, used, first.checks);
  await sandbox.call("POST", realm.behaviour, { next: "replayed-code" });
  const again = await answer(sandbox, realm.answer, (await begin(config)).url, { user: "camille" });
  expect(again.searchParams.get("code")).toBe(used.searchParams.get("code"));
});

/** The messages of an error and its causes. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return JSON.stringify(cause) ?? "nothing";
  return `${cause.message} ${JSON.stringify(cause)} ${cause.cause === undefined ? "" : describeCause(cause.cause)}`;
}
