import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { goodPassword } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld, providerPack } from "../testing/providers/provider-world.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  const closed = providerPack("west", { emailPassword: false });
  world = await openProviderWorld({ packs: [providerPack("north"), providerPack("south"), closed] });
  api = world.api;
});
afterAll(() => world.close());

const link = (token: string | undefined, authProviderId: string, authProviderToken = "none", asking = {}) =>
  api.call("createIdentity", { authProviderId, authProviderToken }, { token, ...asking });
const unlink = (token: string | undefined, authProviderId: string) =>
  api.call("deleteIdentity", { authProviderId }, { token });
const grant = async (providerId: string, who: string, signingIn = {}) =>
  (await world.exchange(providerId, who, signingIn)).body.authProviderToken;
const stale = () => world.pass(minutesMs(recentSignInMinutes) + 1_000);
const idTokenOf = async (email: string) => {
  const signedIn = await world.toolkit("signInWithPassword", {
    email,
    password: goodPassword,
    returnSecureToken: true,
  });
  return String(signedIn.body.idToken);
};
const codeOf = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;
/** Removes this person's identity from whichever account has it, so that tests are independent. */
const forget = async () => {
  await sql`delete from identity where provider_id <> 'password'`.execute(api.deps.db);
};

// covers §7: POST account/authenticate, GET identities, POST createIdentity, DELETE deleteIdentity
test("linking the federation to an account copies the pivot identity, keeps the e-mail, and sends an e-mail", async () => {
  await forget();
  const { token, user } = await world.customer("linker@example.org");
  const linked = await link(token, "franceconnect", await grant("franceconnect", "claire"));
  expect(linked).toMatchObject({
    http: 200,
    body: {
      identities: [
        { providerId: "password", driver: null, name: "", email: "linker@example.org", synchronisedAt: null },
        {
          providerId: "franceconnect",
          driver: "FRANCECONNECT",
          name: "FranceConnect",
          email: "claire.martin@mail.example",
        },
      ],
    },
  });
  const response = await api.call("getUser", {}, { token });
  expect(response.body.user).toMatchObject({
    userName: "Claire Sophie",
    userMail: "linker@example.org",
    isVerified: true,
    synchronisedFields: ["firstName", "lastName", "birthDate"],
  });
  expect((await api.call("identities", {}, { token })).body.identities).toEqual(linked.body.identities);
  const [message] = await world.emails("linker@example.org");
  expect(message?.text).toContain("FranceConnect");
  const signedIn = await world.signInAt("franceconnect", "claire");
  expect(signedIn.body).toMatchObject({ isNew: false, user: { userId: user.userId } });
});

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("a different person at the federation ends what was declared of the one before, and is notified", async () => {
  await forget();
  const { token, user } = await world.customer("renamed@example.org");
  await api.call("updateAccount", { firstName: "Claire-Sophie", lastName: "MARTIN" }, { token });
  const declare = () =>
    sql`update traveller set tariff_status = 'student' where id = ${user.userId}`.execute(api.deps.db);
  const declared = async () => (await api.call("getUser", {}, { token })).body.user.tariffStatus;
  await declare();
  await link(token, "franceconnect", await grant("franceconnect", "claire"));
  expect(await declared()).toBe("student");
  await sql`update traveller set last_name = 'Petit' where id = ${user.userId}`.execute(api.deps.db);
  await world.signInAt("franceconnect", "claire");
  expect(await declared()).toBeNull();
  const emails = await world.emails("renamed@example.org");
  expect(emails.filter(({ text }) => text.includes("Le statut tarifaire doit être déclaré à nouveau."))).toHaveLength(
    1,
  );
});

// covers §8: federation refusals
test("an identity is linked once: not twice to one account, not to two, and not with an unknown token", async () => {
  await forget();
  const one = await world.customer("one@example.org");
  const two = await world.customer("two@example.org");
  expect(codeOf(await link(one.token, "franceconnect"))).toBe("TOKEN_INVALID");
  expect(codeOf(await link(one.token, "other"))).toBe("PROVIDER_UNKNOWN");
  const ofSouth = await grant("franceconnect", "thomas", { network: "south" });
  expect(codeOf(await link(one.token, "franceconnect", ofSouth))).toBe("TOKEN_INVALID");
  expect((await link(one.token, "franceconnect", await grant("franceconnect", "thomas"))).http).toBe(200);
  const again = await link(one.token, "franceconnect", await grant("franceconnect", "claire"));
  expect(again).toMatchObject({ http: 409, body: { error: { code: "IDENTITY_EXISTS" } } });
  const elsewhere = await link(two.token, "franceconnect", await grant("franceconnect", "thomas"));
  expect(elsewhere).toMatchObject({ http: 409, body: { error: { code: "IDENTITY_LINKED_ELSEWHERE" } } });
  expect((await api.call("identities", {}, { token: two.token })).body.identities).toHaveLength(1);
});

test("when two accounts link one identity concurrently, one gets it", async () => {
  await forget();
  const people = await Promise.all(["left@example.org", "right@example.org"].map((email) => world.customer(email)));
  const grants = [await grant("realm", "yanis"), await grant("realm", "yanis")];
  const linked = await Promise.all(people.map(({ token }, at) => link(token, "realm", grants[at])));
  expect(linked.map(({ http }) => http).sort()).toEqual([200, 409]);
});

// covers §6: federation-only users
test("linking and unlinking require step-up authentication in the last five minutes, with the password or the provider", async () => {
  await forget();
  const { token } = await world.customer("proof@example.org");
  await stale();
  const old = await link(token, "franceconnect", "none");
  expect(old).toMatchObject({ http: 403, body: { error: { code: "REAUTHENTICATION_REQUIRED" } } });
  expect(codeOf(await api.call("reauthenticate", {}, { token }))).toBe("FIELD_REQUIRED");
  const wrong = await api.call("reauthenticate", { currentPassword: "not it" }, { token });
  expect(wrong).toMatchObject({ http: 403, body: { error: { code: "PASSWORD_WRONG" } } });
  const proved = await api.call("reauthenticate", { currentPassword: goodPassword }, { token });
  const minutes = (Date.parse(proved.body.provedUntil) - api.clock.now().getTime()) / 60_000;
  expect(Math.abs(minutes - recentSignInMinutes)).toBeLessThan(0.2);
  expect((await link(token, "franceconnect", await grant("franceconnect", "claire"))).http).toBe(200);

  await stale();
  expect(codeOf(await unlink(token, "franceconnect"))).toBe("REAUTHENTICATION_REQUIRED");
  const values = (authProviderToken: string, authProviderId = "franceconnect") => ({
    authProviderId,
    authProviderToken,
  });
  const plain = await grant("franceconnect", "claire");
  expect(codeOf(await api.call("reauthenticate", values(plain), { token }))).toBe("TOKEN_INVALID");
  const another = await grant("franceconnect", "thomas", { reauthenticate: true });
  expect(codeOf(await api.call("reauthenticate", values(another), { token }))).toBe("TOKEN_INVALID");
  expect(codeOf(await api.call("reauthenticate", { authProviderToken: another }, { token }))).toBe("FIELD_REQUIRED");
  expect(codeOf(await api.call("reauthenticate", values(another, "other"), { token }))).toBe("PROVIDER_UNKNOWN");
  expect(codeOf(await unlink(token, "franceconnect"))).toBe("REAUTHENTICATION_REQUIRED");
  const asked = await world.exchange("franceconnect", "claire", { reauthenticate: true, token });
  expect(asked.body.reauthenticated).toBe(true);
  const fresh = asked.body.authProviderToken;
  expect((await api.call("reauthenticate", values(fresh), { token })).http).toBe(200);
  expect(codeOf(await api.call("reauthenticate", values(fresh), { token }))).toBe("TOKEN_INVALID");
  expect((await unlink(token, "franceconnect")).http).toBe(200);
});

test("step-up authentication at a provider counts from its time there, not from when it is used", async () => {
  await forget();
  const { body } = await world.signInAt("realm", "camille");
  const token = body.userToken;
  const asked = await grant("realm", "camille", { reauthenticate: true });
  await stale();
  const steppedUp = await api.call("reauthenticate", { authProviderId: "realm", authProviderToken: asked }, { token });
  expect(Date.parse(steppedUp.body.provedUntil)).toBeLessThan(api.clock.now().getTime());
  expect(codeOf(await unlink(token, "realm"))).toBe("REAUTHENTICATION_REQUIRED");
});

test("five wrong passwords block step-up authentication by password for a while", async () => {
  const { token } = await world.customer("guessed@example.org");
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await api.call("reauthenticate", { currentPassword: `wrong ${attempt}` }, { token });
  }
  const blocked = await api.call("reauthenticate", { currentPassword: goodPassword }, { token });
  expect(blocked).toMatchObject({ http: 429, body: { error: { code: "TOO_MANY_REQUESTS" } } });
});

// covers §7: POST account/authenticate, GET identities, POST createIdentity, DELETE deleteIdentity
test("unlinking ends all other sessions, notifies the owner, frees the identity, and the last one stays", async () => {
  await forget();
  const { token, idToken } = await world.customer("unlinker@example.org");
  await link(token, "realm", await grant("realm", "noemail"));
  const elsewhere = (await api.call("login", { firebase_token: idToken })).body.user?.userToken;
  expect(codeOf(await unlink(token, "franceconnect"))).toBe("NOT_FOUND");
  const unlinked = await unlink(token, "realm");
  expect(unlinked.body.identities.map(({ providerId }) => providerId)).toEqual(["password"]);
  expect(codeOf(await api.call("touch", {}, { token: elsewhere }))).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await api.call("touch", {}, { token })).http).toBe(200);
  const [message] = await world.emails("unlinker@example.org");
  expect(message?.text).toContain("Compte North");
  const last = await unlink(token, "password");
  expect(last).toMatchObject({ http: 409, body: { error: { code: "LAST_IDENTITY" } } });
  expect((await world.signInAt("realm", "noemail")).body.isNew).toBe(true);
});

test("of two concurrent unlinkings of the last two identities, one is refused", async () => {
  await forget();
  const { token } = await world.customer("both@example.org");
  await link(token, "realm", await grant("realm", "camille"));
  const unlinked = await Promise.all([unlink(token, "realm"), unlink(token, "password")]);
  expect(unlinked.map(({ http }) => http).sort()).toEqual([200, 409]);
  expect((await api.call("identities", {}, { token })).body.identities).toHaveLength(1);
});

test("a federated customer adds an e-mail login, whose address becomes the account's, and may then unlink the federation", async () => {
  await forget();
  const { body } = await world.signInAt("franceconnect", "many-names");
  const token = body.userToken;
  expect(codeOf(await link(token, "password", "e30.e30.e30"))).toBe("TOKEN_INVALID");
  const taken = await world.customer("taken@example.org");
  expect(codeOf(await link(token, "password", taken.idToken))).toBe("IDENTITY_LINKED_ELSEWHERE");
  // Verified by another account's provider: it belongs to that account.
  await world.signInAt("realm", "yanis");
  await world.register("yanis@operator.example");
  expect(codeOf(await link(token, "password", await idTokenOf("yanis@operator.example")))).toBe("EMAIL_EXISTS");
  await world.register("jean@example.org");
  const linked = await link(token, "password", await idTokenOf("jean@example.org"));
  expect(linked.body.identities.map(({ providerId }) => providerId)).toEqual(["franceconnect", "password"]);
  expect((await api.call("getUser", {}, { token })).body.user.userMail).toBe("jean@example.org");
  expect((await world.emails("jean-noel@mail.example"))[0]?.text).toBeDefined();
  const unlinked = await unlink(token, "franceconnect");
  expect(unlinked.body.identities.map(({ providerId }) => providerId)).toEqual(["password"]);
  const response = await api.call("getUser", {}, { token });
  expect(response.body.user).toMatchObject({
    userName: "Jean-Noël Éloi François",
    synchronisedFields: [],
    isVerified: false,
  });
});

test("unlinking the e-mail login deletes it", async () => {
  await forget();
  const { token } = await world.customer("leaving@example.org");
  await link(token, "realm", await grant("realm", "camille"));
  expect((await unlink(token, "password")).http).toBe(200);
  const refused = await world.toolkit("signInWithPassword", { email: "leaving@example.org", password: goodPassword });
  expect(world.faultOf(refused)).toBe("INVALID_LOGIN_CREDENTIALS");
});

test("a network without e-mail and password links none; a session of another network or a guest links nothing", async () => {
  await forget();
  const west = await world.signInAt("realm", "camille", { network: "west" });
  const refused = await link(west.body.userToken, "password", "e30.e30.e30", { network: "west" });
  expect(codeOf(refused)).toBe("PROVIDER_UNKNOWN");
  for (const name of ["identities", "createIdentity", "deleteIdentity", "reauthenticate"] as const) {
    const values = { authProviderId: "realm", ...(name === "createIdentity" ? { authProviderToken: "none" } : {}) };
    const sent = name === "identities" ? {} : values;
    const strange = await api.call(name, sent, { token: west.body.userToken, network: "north" });
    expect(strange.body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
    expect((await api.call(name, sent)).body.error?.code).toBe("USER_NOT_CONNECTED");
    const guest = { firstName: "Ana", lastName: "Silva", email: "a@example.org" };
    const entered = await api.call("login", { authAsGuest: true, guest });
    const asGuest = await api.call(name, sent, { token: entered.body.user?.userToken });
    expect(asGuest.body.error?.code).toBe("ACCOUNT_REQUIRED");
  }
});

test("unfinished sign-ins and unused tokens are deleted", async () => {
  await world.comeBack("realm", "camille");
  await grant("realm", "camille");
  await world.pass(minutesMs(11));
  const { cleanIdentity } = await import("./identity-cleanup-job.ts");
  await cleanIdentity(api.deps, { id: "", networkId: null, kind: "", key: "", payload: {}, dueAt: "", attempts: 1 });
  const left =
    await sql`select created_at from authorization_state union all select created_at from provider_grant`.execute(
      api.deps.db,
    );
  expect(left.rows).toEqual([]);
});
