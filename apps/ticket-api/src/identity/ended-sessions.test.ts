import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../database/database.ts";
import { hashed } from "../ids.ts";
import { openSession, renewSession } from "../sessions/session.ts";
import { endReplacedSession } from "../sessions/session-store.ts";
import { somebodyWaits } from "../testing/held-rows.ts";
import { goodPassword } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld, providerPack } from "../testing/providers/provider-world.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  world = await openProviderWorld({ packs: [providerPack("north")] });
  api = world.api;
});
afterAll(() => world.close());

/** A person with an e-mail login and an identity at the realm, signed in with two browsers; the session of one will end. */
interface Home {
  email: string;
  accountId: string;
  userId: string;
  signInId: string | null;
  /** The user token of the ended session, and a call that renews it. */
  token: string;
  renew(named?: string): Promise<{ token: string | undefined; code: string | undefined }>;
  /** The user token of the other browser. */
  other: string;
}
type Way = "provider" | "own";
let count = 0;

async function home(way: Way): Promise<Home> {
  count += 1;
  const email = `ended-${count}@example.org`;
  const { token: other, user } = await world.provedCustomer(email);
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from traveller where id = ${user.userId}`.execute(api.deps.db);
  const person = { email, other, userId: user.userId, accountId: rows[0]?.accountId ?? "" };
  return { ...person, ...(way === "own" ? await bySignIn(email) : await byProvider(other)) };
}

async function bySignIn(email: string): Promise<Pick<Home, "token" | "renew" | "signInId">> {
  const { idToken, refreshToken } = await world.signIn(email, goodPassword);
  const token = (await api.call("login", { firebase_token: idToken })).body.user?.userToken ?? "";
  const { rows } = await sql<{ id: string }>`select sign_in_id as id from user_session
    where token_hash = ${hashed(token)}`.execute(api.deps.db);
  return {
    token,
    signInId: rows[0]?.id ?? "",
    renew: async () => {
      const refreshed = await world.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
      if (refreshed.http !== 200) return { token: undefined, code: world.faultOf(refreshed) };
      const { body } = await api.call("login", { firebase_token: String(refreshed.body.id_token) });
      return { token: body.user?.userToken, code: body.error?.code };
    },
  };
}

async function byProvider(other: string): Promise<Pick<Home, "token" | "renew" | "signInId">> {
  await sql`delete from identity where provider_id = 'realm'`.execute(api.deps.db);
  const asked = async () => (await world.exchange("realm", "noemail")).body;
  const { authProviderToken, authProviderId } = await asked();
  const linked = await api.call("createIdentity", { authProviderId, authProviderToken }, { token: other });
  expect(linked.http).toBe(200);
  const { customToken = "", ...grant } = await asked();
  const sent = { authProviderId, authProviderToken: grant.authProviderToken };
  const token = (await api.call("authenticate", sent)).body.userToken;
  return {
    token,
    signInId: null,
    renew: async (named = token) => {
      const values = { authProviderId, authProviderToken: customToken };
      const { body } = await api.call("authenticate", values, { token: named });
      return { token: body.userToken, code: body.error?.code };
    },
  };
}

const touched = async (token: string | undefined) => (await api.call("touch", {}, { token })).body.error?.code;
const over = "AUTHENTICATION_TOKEN_INVALID";
/** The session in the other browser's list that is not its own. */
async function listed({ other }: Home): Promise<string> {
  const { sessions } = (await api.call("getSessions", {}, { token: other })).body;
  return sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? "";
}

/** Ways to end the session: prepared first, then executed. Each returns the executing function. */
const endings: Record<string, (home: Home) => Promise<() => Promise<{ http: number }>>> = {
  "from the list": async (one) => {
    const sessionId = await listed(one);
    return () => api.call("revokeSession", { sessionId }, { token: one.other });
  },
  "with all others of the list":
    async ({ other }) =>
    () =>
      api.call("revokeSession", {}, { token: other }),
  "by a reset of the password": async ({ email }) => {
    await api.call("resetPassword", { email });
    const code = await world.code(email);
    const values = { action: "LEGACY_PASSWORD_CHANGE" as const, password: "Reset to another 1 password" };
    return () => api.call("useCode", { ...values, code });
  },
  "by a change of e-mail":
    async ({ email, other }) =>
    () =>
      api.call("updateAccount", { email: `new-${email}`, currentPassword: goodPassword }, { token: other }),
  "by the deletion of the account":
    async ({ other }) =>
    () =>
      api.call("requestDeletion", { confirmed: true, currentPassword: goodPassword }, { token: other }),
};
const each = (["provider", "own"] as const).flatMap((way) => Object.keys(endings).map((how) => [way, how] as const));
const endingOf = (how: string, one: Home) => endings[how]?.(one) ?? Promise.reject(new Error(how));

// covers §4: an ended session stays ended, also during its renewal
test.each(each)(
  "a session (%s) that was ended %s cannot be renewed by anything that its browser has",
  async (way, how) => {
    const one = await home(way);
    const renewed = await one.renew();
    expect(await touched(renewed.token)).toBeUndefined();
    const endSession = await endingOf(how, one);
    expect((await endSession()).http).toBe(200);
    for (const named of [one.token, renewed.token]) {
      expect(await touched(named)).toBe(over);
      expect((await one.renew(named)).code).toMatch(/^(TOKEN_INVALID|INVALID_REFRESH_TOKEN)$/);
    }
    expect((await one.renew(one.other)).token).toBeUndefined();
  },
);

/** Renews as the calls do, and continues once `meanwhile` is done; returns the result. */
async function whileRenewing(renewal: (tx: Tx) => Promise<string>, meanwhile: () => Promise<unknown>) {
  return api.deps.db.transaction().execute(async (tx) => {
    const token = await renewal(tx);
    await meanwhile();
    return token;
  });
}
const sessionOf = ({ accountId, userId, signInId }: Home) => ({
  networkId: "north",
  accountId,
  travellerId: userId,
  clientId: "shop",
  providerId: "realm",
  device: null,
  signInId,
});

// covers §4: an ended session stays ended, also during its renewal
test.each(Object.keys(endings))(
  "a provider's session that is ended %s during its renewal ends under its new token",
  async (how) => {
    const one = await home("provider");
    const endSession = await endingOf(how, one);
    let ended: Promise<{ http: number }> | undefined;
    const renewed = await whileRenewing(
      async (tx) => (await renewSession(tx, api.deps, one.token, sessionOf(one)))?.userToken ?? "",
      async () => {
        ended = endSession();
        await somebodyWaits(api.deps.db, "user_session");
      },
    );
    expect((await ended)?.http).toBe(200);
    expect(await touched(renewed)).toBe(over);
    expect((await one.renew(renewed)).code).toBe("TOKEN_INVALID");
  },
);

// covers §4: an ended session stays ended, also during its renewal
test.each(Object.keys(endings))(
  "a session of the Ticket API that is ended %s during its renewal ends under its new token",
  async (how) => {
    const one = await home("own");
    const endSession = await endingOf(how, one);
    const { renewed, ended } = await api.deps.db.transaction().execute(async (tx) => {
      // The renewal has opened its session, and waits to remember the browser.
      await sql`lock table known_device in exclusive mode`.execute(tx);
      const renewing = one.renew();
      await somebodyWaits(api.deps.db, "login");
      const ending = endSession();
      await waiting(2);
      return { renewed: renewing, ended: ending };
    });
    const { token } = await renewed;
    expect((await ended).http).toBe(200);
    expect(token).toBeDefined();
    expect(await touched(token)).toBe(over);
    expect((await one.renew()).code).toBe("INVALID_REFRESH_TOKEN");
  },
);

test("a renewal during the end of the session waits, and is refused", async () => {
  const one = await home("provider");
  const { renewed } = await api.deps.db.transaction().execute(async (tx) => {
    await sql`delete from user_session where token_hash = ${hashed(one.token)}`.execute(tx);
    const renewing = one.renew();
    await somebodyWaits(api.deps.db, "user_session");
    return { renewed: renewing };
  });
  expect((await renewed).code).toBe("TOKEN_INVALID");
});

test("control: a renewal that changes the row, or does not lock its sign-in, survives the end of the session", async () => {
  const replaced = await home("provider");
  const endSession = await endingOf("from the list", replaced);
  let ended: Promise<unknown> | undefined;
  const survives = await whileRenewing(
    async (tx) => {
      await endReplacedSession(tx, { ...sessionOf(replaced), lineHash: hashed(replaced.token) });
      return openSession(tx, api.deps, sessionOf(replaced));
    },
    async () => {
      ended = endSession();
      await somebodyWaits(api.deps.db, "user_session");
    },
  );
  await ended;
  expect(await touched(survives)).toBeUndefined();

  const own = await home("own");
  const endOwn = await endingOf("from the list", own);
  const outlives = await whileRenewing(
    (tx) => openSession(tx, api.deps, { ...sessionOf(own), providerId: "password" }),
    endOwn,
  );
  expect(await touched(outlives)).toBeUndefined();
});

// covers §4: an ended session stays ended, also during its renewal
test("concurrent renewals of one browser, on several servers, leave one session and one entry in the list", async () => {
  const one = await home("provider");
  const renewals = await Promise.all(Array.from({ length: 6 }, () => one.renew()));
  expect(renewals.every(({ code }) => code === undefined)).toBe(true);
  const responses = await Promise.all(renewals.map(({ token }) => touched(token)));
  expect(responses.filter((code) => code === undefined)).toHaveLength(1);
  // Whichever token the browser kept continues the session.
  for (const { token } of renewals) expect((await one.renew(token)).code).toBeUndefined();
  expect((await api.call("getSessions", {}, { token: one.other })).body.sessions).toHaveLength(2);
});

test("a renewed session keeps its id and its sign-in time in the list", async () => {
  const one = await home("provider");
  const before = await listed(one);
  const list = async () => (await api.call("getSessions", {}, { token: one.other })).body.sessions;
  const created = (await list()).find(({ sessionId }) => sessionId === before)?.createdAt;
  await world.pass(60_000);
  await one.renew();
  expect((await list()).find(({ sessionId }) => sessionId === before)).toMatchObject({ createdAt: created });
});

// covers §4: an ended session stays ended, also during its renewal
test("a session of the federation that was ended cannot return: its token was used, others are not accepted", async () => {
  const { token: other } = await world.customer("federated@example.org");
  const linking = (await world.exchange("franceconnect", "minor")).body;
  const { authProviderId } = linking;
  const values = { authProviderId, authProviderToken: linking.authProviderToken };
  expect((await api.call("createIdentity", values, { token: other })).http).toBe(200);
  const { authProviderToken } = (await world.exchange("franceconnect", "minor")).body;
  const { userToken } = (await api.call("authenticate", { authProviderId, authProviderToken })).body;
  expect((await api.call("revokeSession", {}, { token: other })).body.ended).toBe(1);
  for (const named of [userToken, other, undefined]) {
    const again = await api.call("authenticate", { authProviderId, authProviderToken }, { token: named });
    expect(again.body.error?.code).toBe("TOKEN_INVALID");
  }
  expect(await touched(userToken)).toBe(over);
});

async function waiting(number: number): Promise<void> {
  const asked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await asked.execute(api.deps.db)).rows.length).toBeGreaterThanOrEqual(number);
}
