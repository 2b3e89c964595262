import { refreshAtProvider, renewByProvider } from "@guichet/client/custom-session.ts";
import { type Answer, peerKey, type startPeer } from "@guichet/client/peer.ts";
import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { afterEach, expect, test } from "vitest";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { cookiesOf } from "./cookies.server.ts";
import { openSession } from "./session.server.ts";
import { createSessionMemory } from "./session-memory.server.ts";

let peer: Awaited<ReturnType<typeof startPeer>> | undefined;
afterEach(async () => {
  await peer?.stop();
  peer = undefined;
});

const now = Date.parse("2026-11-20T12:00:00Z");
const past = "2026-11-20T11:59:59.000Z";
const soon = "2026-11-20T12:05:00.000Z";
const later = "2026-11-20T12:30:00.000Z";
const grantPath = "/realms/a/protocol/openid-connect/token";

/** The cookies of a custom provider's session; `null` removes one. */
function session(change: Record<string, string | null> = {}): string {
  const cookies = {
    userTicketToken: "good",
    userCustomToken: "access-1",
    userRefreshToken: "refresh-1",
    customTokenExpiresIn: soon,
    refreshTokenExpiresIn: later,
    ...change,
  };
  return Object.entries(cookies)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("; ");
}

interface Says {
  /** The response to the refresh grant. */
  grant?: number;
  /** The response to the introspection of the custom token. */
  custom?: readonly [status: number, code: string];
  /** The response to the introspection of the user token. */
  user?: readonly [status: number, code: string];
}

async function check(cookie: string, { grant = 200, custom, user }: Says = {}, count = 1) {
  const ko = ([status, code]: readonly [number, string]) => ({
    status,
    body: { status: "ko", error: { code, message: "" } },
  });
  const introspect: Answer = (seen, reply) => {
    const isCustom = seen.values.customToken !== undefined;
    const said = isCustom ? custom : (user ?? (seen.headers.authorization === "Bearer spent" ? spentToken : undefined));
    if (said) return reply.code(said[0]).send(ko(said).body);
    return { status: "ok", active: true, userId: "u1", networkId: "demo", authAsGuest: false, expiresAt: later };
  };
  peer = await startApiPeer({
    "/Account/introspectToken.json": introspect,
    "/account/authenticate": () => ({
      status: "ok",
      userToken: "renewed",
      isNew: false,
      user: holder,
      logoutUrl: null,
    }),
    [grantPath]: (_seen, reply) =>
      grant === 200
        ? { access_token: "access-2", refresh_token: "refresh-2", expires_in: 300, refresh_expires_in: 1800 }
        : reply.code(grant).send({ error: "invalid_grant" }),
  });
  const { baseUrl, seen } = peer;
  const api = createTicketApi({ baseUrl, clientId: "shop", key: peerKey });
  const memory = createSessionMemory(() => now);
  const settings = { network: "demo" };
  const provider = { id: "own", slug: "own", url: `${baseUrl}/realms/a`, client: "shop" };
  const refresh = (spent: string) => memory.once(spent, () => refreshAtProvider({ provider, now: () => now }, spent));
  const contexts = Array.from({ length: count }, () => {
    const cookies = cookiesOf(cookie, true);
    const customOf = async () => ({ provider, refresh });
    const renew = renewByProvider(api, { provider, refresh }, settings);
    return { cookies, session: openSession({ api, cookies, memory, settings, renew, customOf, now: () => now }) };
  });
  const ends = await Promise.allSettled(contexts.map((ctx) => ctx.session.start()));
  const [first] = contexts;
  if (first === undefined) throw new Error("no visit");
  const asked = (path: string) => seen.filter((entry) => entry.path === path);
  return { ...first, contexts, ends, asked };
}
const spentToken = [401, "AUTHENTICATION_TOKEN_INVALID"] as const;

type End = "holds" | "renewed" | "signed out" | "breaks";
// covers §4: startup check: the stored token is introspected
// covers §4: an invalid token is cleared
// covers §4: startup check: a custom provider's tokens, in every branch
// covers §4: custom token refreshed at the provider
// covers §8: a failing session check is a 500
test.each<[branch: string, cookie: string, says: Says, end: End]>([
  ["no stored token", "theme=dark", {}, "holds"],
  ["a stored token that holds", "userTicketToken=good", {}, "holds"],
  ["a stored token that does not hold", "userTicketToken=spent", {}, "signed out"],
  ["a stored token that is refused otherwise", "userTicketToken=good", { user: [404, "NOT_FOUND"] }, "signed out"],
  ["an introspection that breaks", "userTicketToken=good", { user: [500, "ERR_INTERNAL"] }, "breaks"],
  ["a custom token that holds", session(), {}, "holds"],
  ["no refresh expiry", session({ refreshTokenExpiresIn: null }), {}, "signed out"],
  ["a refresh expiry that is none", session({ refreshTokenExpiresIn: "soon" }), {}, "signed out"],
  ["a refresh expiry that is past", session({ refreshTokenExpiresIn: past }), {}, "signed out"],
  ["an expired custom token", session({ customTokenExpiresIn: past }), {}, "renewed"],
  ["a custom token without an expiry", session({ customTokenExpiresIn: null }), {}, "renewed"],
  ["a refresh that is refused", session({ customTokenExpiresIn: past }), { grant: 400 }, "signed out"],
  ["a refresh that breaks", session({ customTokenExpiresIn: past }), { grant: 503 }, "breaks"],
  [
    "an expired custom token without a refresh token, refused by its introspection",
    session({ customTokenExpiresIn: past, userRefreshToken: null }),
    { custom: [401, "TOKEN_INVALID"] },
    "signed out",
  ],
  ["a custom token that does not hold", session(), { custom: [401, "TOKEN_INVALID"] }, "signed out"],
  ["a custom token of a provider that is gone", session(), { custom: [404, "PROVIDER_UNKNOWN"] }, "signed out"],
  ["a provider that does not answer", session(), { custom: [503, "PROVIDER_UNAVAILABLE"] }, "breaks"],
  ["a spent user token of a custom session", session({ userTicketToken: "spent" }), {}, "renewed"],
  ["a custom session without its user token", session({ userTicketToken: null }), {}, "signed out"],
  [
    "a spent user token of a custom session that cannot be renewed",
    session({ userTicketToken: "spent" }),
    { grant: 400 },
    "signed out",
  ],
])("startup check: %s", async (_branch, cookie, says, end) => {
  const { session: one, cookies, ends, asked } = await check(cookie, says);
  const written = cookies.written().join("\n");
  expect(ends[0]?.status).toBe(end === "breaks" ? "rejected" : "fulfilled");
  expect(one.takeExpired()).toBe(end === "signed out");
  if (end === "signed out") {
    expect(one.open).toBe(false);
    for (const { name } of tokensOf(cookie)) expect(written).toMatch(new RegExp(`^${name}=; Max-Age=0`, "m"));
  } else {
    expect(one.open).toBe(cookie.includes("T"));
  }
  if (end === "renewed") {
    // The cookie lasts as long as its refresh token.
    expect(written).toMatch(/^userTicketToken=(good|renewed); Max-Age=2592000;/m);
    expect(cookies.get("userCustomToken")).toBe("access-2");
    expect(cookies.get("userRefreshToken")).toBe("refresh-2");
    expect(cookies.get("customTokenExpiresIn")).toBe("2026-11-20T12:05:00.000Z");
    expect(cookies.get("refreshTokenExpiresIn")).toBe("2026-11-20T12:30:00.000Z");
    expect(asked(grantPath)[0]?.values).toEqual({
      grant_type: "refresh_token",
      client_id: "shop",
      refresh_token: "refresh-1",
    });
  }
  if (end === "holds" || end === "breaks") expect(written).toBe("");
});

const tokensOf = (cookie: string) =>
  cookie.split("; ").map((pair) => ({ name: pair.split("=")[0] ?? "", value: pair.split("=")[1] ?? "" }));

test("the stored token is introspected in its network, the custom token with its provider", async () => {
  const { asked } = await check(session());
  const [user, custom] = asked("/Account/introspectToken.json");
  expect(user?.values).toMatchObject({ networkId: "demo" });
  expect(user?.values.customToken).toBeUndefined();
  expect(custom?.values).toMatchObject({ customToken: "access-1", authProviderId: "own", networkId: "demo" });
  expect(custom?.headers.authorization).toBe("Bearer good");
});

// covers §4: custom token refreshed at the provider
test.each([
  ["an expired custom token", session({ customTokenExpiresIn: past })],
  ["a spent user token", session({ userTicketToken: "spent" })],
])("ten concurrent requests with %s use its refresh token once", async (_what, cookie) => {
  const { contexts, asked } = await check(cookie, {}, 10);
  expect(asked(grantPath)).toHaveLength(1);
  expect(contexts.every(({ cookies }) => cookies.get("userRefreshToken") === "refresh-2")).toBe(true);
  expect(contexts.every((ctx) => ctx.session.open)).toBe(true);
});

test("renewed tokens are stored even if the check fails right after, because the old ones are revoked", async () => {
  const says = { custom: [503, "PROVIDER_UNAVAILABLE"] } as const;
  const { cookies, ends } = await check(session({ customTokenExpiresIn: past }), says);
  expect(ends[0]?.status).toBe("rejected");
  expect(cookies.get("userRefreshToken")).toBe("refresh-2");
});

test("a session that ends with its custom token ends at the Ticket API too", async () => {
  const { asked } = await check(session({ refreshTokenExpiresIn: past }));
  expect(asked("/Account/logout.json")[0]?.headers.authorization).toBe("Bearer good");
});
