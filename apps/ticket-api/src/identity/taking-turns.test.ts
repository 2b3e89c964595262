import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../database/database.ts";
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

const newPassword = "A brand new 1 password";
const codeOf = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;

/** Starts an action on a login that another transaction has locked, changes the login once the action waits, and returns its result. */
async function overtaken<T>(email: string, start: () => Promise<T>, change: (tx: Tx) => Promise<unknown>): Promise<T> {
  const { db } = api.deps;
  const started = await db.transaction().execute(async (tx) => {
    await sql`select from login where email = ${email} for update`.execute(tx);
    const under = start();
    await somebodyWaits(db, "login");
    await change(tx);
    return { under };
  });
  return started.under;
}

// covers §4: verification with an e-mailed code, resent after a wait
test("a code only proves the address that it was sent to, even if the login's address changes concurrently", async () => {
  const { token } = await world.customer("racer@example.org");
  await api.call("sendVerificationEmail", {}, { token });
  const code = await world.code("racer@example.org");
  const verified = await overtaken(
    "racer@example.org",
    () => api.call("verifyEmail", { code }, { token }),
    (tx) => sql`update login set email = 'strange@example.org' where email = 'racer@example.org'`.execute(tx),
  );
  expect(codeOf(verified)).toBe("CODE_INVALID");
  const user = (await api.call("getUser", {}, { token })).body.user;
  expect(user).toMatchObject({ isVerified: false });
});

test("a reset by e-mail has no effect on a login whose address has changed meanwhile", async () => {
  await world.register("former@example.org");
  await api.call("resetPassword", { email: "former@example.org" });
  const code = await world.code("former@example.org");
  const reset = await overtaken(
    "former@example.org",
    () => api.call("useCode", { code, action: "LEGACY_PASSWORD_CHANGE", password: newPassword }),
    (tx) => sql`update login set email = 'latter@example.org' where email = 'former@example.org'`.execute(tx),
  );
  expect(codeOf(reset)).toBe("CODE_INVALID");
  expect((await world.signIn("latter@example.org", goodPassword)).idToken).toBeDefined();
});

test("a change of password invalidates e-mails that were requested before it", async () => {
  const { idToken } = await world.provedCustomer("victim@example.org");
  await world.toolkit("sendOobCode", {
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken,
    newEmail: "thief@example.org",
  });
  const moves = await world.code("thief@example.org");
  await api.call("resetPassword", { email: "victim@example.org" });
  const resets = await world.code("victim@example.org");
  expect(world.faultOf(await world.toolkit("update", { idToken, password: newPassword }))).toBe("ok");
  expect(codeOf(await api.call("verifyEmail", { code: moves }))).toBe("CODE_INVALID");
  const reset = await api.call("useCode", { code: resets, action: "LEGACY_PASSWORD_CHANGE", password: goodPassword });
  expect(codeOf(reset)).toBe("CODE_INVALID");
  expect((await world.signIn("victim@example.org", newPassword)).idToken).toBeDefined();
});

test("a change of e-mail invalidates e-mails that would change the address once more", async () => {
  const { idToken } = await world.customer("moving@example.org");
  await world.toolkit("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "lost@example.org" });
  const moves = await world.code("lost@example.org");
  expect(world.faultOf(await world.toolkit("update", { idToken, email: "moved@example.org" }))).toBe("ok");
  expect(codeOf(await api.call("verifyEmail", { code: moves }))).toBe("CODE_INVALID");
});

test("a sign-in that ends while it opens a session opens none", async () => {
  const { idToken } = await world.customer("ending@example.org");
  const entered = await overtaken(
    "ending@example.org",
    () => api.call("login", { firebase_token: idToken }),
    async (tx) => {
      await sql`update login set tokens_valid_since = tokens_valid_since + interval '1 second'
        where email = 'ending@example.org'`.execute(tx);
      await sql`delete from user_session using identity i join login l on l.id = i.subject
        where user_session.account_id = i.account_id and l.email = 'ending@example.org'`.execute(tx);
    },
  );
  expect(codeOf(entered)).toBe("TOKEN_INVALID");
  const { idToken: other } = await world.customer("revoked@example.org");
  const revoked = await overtaken(
    "revoked@example.org",
    () => api.call("login", { firebase_token: other }),
    (tx) =>
      sql`delete from login_refresh_token using login l where l.id = login_id and l.email = 'revoked@example.org'`.execute(
        tx,
      ),
  );
  expect(codeOf(revoked)).toBe("TOKEN_INVALID");
});

test("a sign-in cannot be deleted while it opens an account", async () => {
  const owner = (await world.signInAt("realm", "camille")).body.user?.userId;
  const { idToken, localId } = await world.register("opening@example.org");
  const deleted = await overtaken(
    "opening@example.org",
    () => world.toolkit("delete", { idToken }),
    (tx) =>
      sql`insert into identity (network_id, account_id, provider_id, subject, created_at)
        select network_id, account_id, 'password', ${localId}, ${api.clock.iso()} from traveller where id = ${owner}`.execute(
        tx,
      ),
  );
  expect(world.faultOf(deleted)).toMatch(/^OPERATION_NOT_ALLOWED/);
});

test("concurrent links of an e-mail login do not wait for each other's connections", async () => {
  const entered = await world.signInAt("realm", "yanis");
  const token = entered.body.userToken;
  const { idToken } = await world.register("linked@example.org");
  const values = { authProviderId: "password", authProviderToken: idToken };
  const ends = await Promise.all(Array.from({ length: 60 }, () => api.call("createIdentity", values, { token })));
  expect(ends.filter(({ http }) => http === 200)).toHaveLength(1);
  expect(ends.filter((reply) => codeOf(reply) === "IDENTITY_EXISTS")).toHaveLength(59);
});

// covers §7: POST account/authenticate, GET identities, POST createIdentity, DELETE deleteIdentity
test("a provider that the network removed is no sign-in method: the other one is the last", async () => {
  const { token, user } = await world.customer("only@example.org");
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at)
    select network_id, account_id, 'withdrawn', ${randomUUID()}, ${api.clock.iso()} from traveller where id = ${user.userId}`.execute(
    api.deps.db,
  );
  expect(codeOf(await api.call("deleteIdentity", { authProviderId: "password" }, { token }))).toBe("LAST_IDENTITY");
  expect((await api.call("deleteIdentity", { authProviderId: "withdrawn" }, { token })).http).toBe(200);
});
