import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTraveller, travellersOf } from "../account-records/traveller-store.ts";
import { minutesMs } from "../clock.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testPack } from "../testing/test-pack.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  const hidden = testPack({ id: "hidden", network: { specific: { hideBirthDate: true }, languages: ["fr"] } });
  people = await openPeopleApi({ packs: [testPack(), testPack({ id: "south" }), hidden] });
  api = people.api;
});
afterAll(() => people.close());

const update = (token: string, values: Record<string, unknown>, network = "north") =>
  api.call("updateAccount", values, { token, network });
const refusal = async (token: string, values: Record<string, unknown>) =>
  (await update(token, values)).body.error?.code;

/** A child traveller in the account of a customer. */
async function child(userId: string): Promise<string> {
  const { db, ids } = api.deps;
  const id = ids.uuid();
  await db.transaction().execute(async (tx) => {
    const { sql } = await import("kysely");
    const found = await sql<{ account_id: string }>`select account_id from traveller where id = ${userId}`.execute(tx);
    const accountId = found.rows[0]?.account_id ?? "";
    const born = { firstName: "Lou", lastName: "Morvan", birthDate: "2018-05-02" };
    await insertTraveller(tx, { id, networkId: "north", accountId, isHolder: false, ...born }, api.clock.iso());
    expect(await travellersOf(tx, "north", accountId)).toHaveLength(2);
  });
  return id;
}

// covers §3: account, user: fields as the holder sees them
// covers §7: POST Account/getUser.json
test("a user sees themselves and the travellers of their account", async () => {
  const { token, user } = await people.customer("parent@example.org");
  const lou = await child(user.userId);
  const response = await api.call("getUser", {}, { token });
  expect(response.body.user.userId).toBe(user.userId);
  expect(response.body.user.userToken).toBeUndefined();
  expect(response.body.profiles.map(({ userId, isParent }) => [userId, isParent])).toEqual([
    [user.userId, true],
    [lou, false],
  ]);
  const one = await api.call("getUser", { user_id: lou }, { token });
  expect(one.body.user).toMatchObject({ userId: lou, userName: "Lou", userBirthday: "2018-05-02", isParent: false });
});

// covers §6: nothing of another account or network
test("a traveller of another account is not found, in this network or another", async () => {
  const mine = await people.customer("mine@example.org");
  const otherCustomer = await people.customer("theirs@example.org");
  const south = await people.customer("south@example.org", "south");
  for (const userId of [otherCustomer.user.userId, south.user.userId, "nothing"]) {
    expect((await api.call("getUser", { userId }, { token: mine.token })).body.error?.code).toBe("NOT_FOUND");
    expect((await update(mine.token, { userId, firstName: "Eve" })).body.error?.code).toBe("NOT_FOUND");
  }
  expect((await api.call("getUser", {}, { token: south.token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

// covers §3: contact e-mail, theme preference, phone, address
test("given fields are normalised and saved, absent fields stay", async () => {
  const { token } = await people.customer("whole@example.org");
  const first = await update(token, { firstName: "  Maëlle ", lastName: "O'Connor-Le Goff", phone: "06 12 34 56 78" });
  expect(first.body.user).toMatchObject({
    userName: "Maëlle",
    userLastname: "O'Connor-Le Goff",
    userPhoneNumber: "+33612345678",
    isComplete: true,
  });
  const address = {
    addressRoute: "1 rue du Port",
    addressPostalCode: "56000",
    addressCity: "Vannes",
    addressState: "",
  };
  const others = {
    birthDate: "1990-02-28",
    contactEmail: "Contact@Example.org",
    address,
    theme: "dark",
    language: "it-IT",
  };
  const second = await update(token, others);
  expect(second.body.user).toMatchObject({
    userName: "Maëlle",
    userPhoneNumber: "+33612345678",
    userBirthday: "1990-02-28",
    contactEmail: "contact@example.org",
    address,
    theme: "dark",
    language: "it",
  });
  const third = await update(token, { phone: null, birthDate: null, contactEmail: null, address: null });
  expect(third.body.user).toMatchObject({
    userPhoneNumber: null,
    userBirthday: null,
    contactEmail: null,
    address: null,
    userName: "Maëlle",
  });
});

// covers §7: POST Account/update.json
test.each([
  [{ firstName: "A", lastName: "Martin" }, "NAME_TOO_SHORT"],
  [{ firstName: "", lastName: "Martin" }, "FIELD_REQUIRED"],
  [{ firstName: "Ana", lastName: "Brrt" }, "NAME_WITHOUT_VOWEL"],
  [{ firstName: "An4", lastName: "Martin" }, "NAME_FORBIDDEN_CHARACTER"],
  [{ firstName: "Élie", lastName: "elie" }, "NAMES_EQUAL"],
  [{ phone: "12" }, "PHONE_INVALID"],
  [{ birthDate: "2026-11-20" }, "BIRTH_DATE_INVALID"],
  [{ birthDate: "1990-02-30" }, "BIRTH_DATE_INVALID"],
  [{ contactEmail: "no at sign" }, "EMAIL_INVALID"],
  [{ language: "de" }, "FIELD_INVALID"],
  [{ theme: "pink" }, "FIELD_INVALID"],
])("%j is refused with %s and changes nothing", async (values, code) => {
  const { token } = await people.customer(`rule-${api.deps.ids.spoken(8).toLowerCase()}@example.org`);
  expect(await refusal(token, { ...values })).toBe(code);
  expect((await api.call("getUser", {}, { token })).body.user).toMatchObject({
    userName: "",
    userLastname: "",
    theme: "system",
  });
});

test("a single changed name is compared with the other stored one", async () => {
  const { token } = await people.customer("alone@example.org");
  expect((await update(token, { lastName: "Martin" })).body.user.isComplete).toBe(false);
  expect(await refusal(token, { firstName: "martin" })).toBe("NAMES_EQUAL");
  expect((await update(token, { firstName: "Ana" })).body.user.isComplete).toBe(true);
});

test("a guest cannot change an account", async () => {
  const guest = { firstName: "Ana", lastName: "Silva", email: "g@example.org" };
  const token = (await api.call("login", { authAsGuest: true, guest })).body.user?.userToken ?? "";
  expect(await refusal(token, { firstName: "Eva" })).toBe("ACCOUNT_REQUIRED");
});

// covers §3: traveller profile
test("the holder changes a traveller's data, but not the account's through the traveller", async () => {
  const { token, user } = await people.customer("holder@example.org");
  const userId = await child(user.userId);
  expect((await update(token, { userId, firstName: "Louise" })).body.user).toMatchObject({
    userId,
    userName: "Louise",
  });
  expect(await refusal(token, { userId, theme: "dark" })).toBe("FIELD_INVALID");
  expect((await api.call("getUser", {}, { token })).body.user.userName).toBe("");
});

// covers §1: hideBirthDate
test("a network that hides birth dates shows none, and says whether one is known", async () => {
  const { token, user } = await people.customer("hide@example.org", "hidden");
  expect(user.hasBirthDate).toBe(false);
  const changed = await update(token, { birthDate: "1990-02-28" }, "hidden");
  expect(changed.body.user).toMatchObject({ userBirthday: null, hasBirthDate: true });
});

// covers §5: e-mail in use; change needs the password
test("a change of e-mail requires the password, notifies both addresses, ends all other sessions and makes it unverified again", async () => {
  const { token, idToken } = await people.customer("old@example.org");
  const other = (await api.call("login", { firebase_token: idToken })).body.user?.userToken ?? "";
  await api.call("sendVerificationEmail", {}, { token });
  await api.call("verifyEmail", { code: await people.code("old@example.org") }, { token });

  expect(await refusal(token, { email: "new@example.org" })).toBe("FIELD_REQUIRED");
  expect(await refusal(token, { email: "new@example.org", currentPassword: "wrong" })).toBe("PASSWORD_WRONG");
  const currentPassword = goodPassword;
  expect(await refusal(token, { email: "OLD@example.org", currentPassword })).toBe("EMAIL_UNCHANGED");
  expect(await refusal(token, { email: "x'@example.org", currentPassword })).toBe("EMAIL_INVALID");
  await people.register("occupied@example.org");
  expect(await refusal(token, { email: "occupied@example.org", currentPassword })).toBe("EMAIL_EXISTS");

  const changed = await update(token, { email: "New@example.org", currentPassword });
  expect(changed.body.user).toMatchObject({ userMail: "new@example.org", isVerified: false, verifiedAt: null });
  expect((await api.call("touch", {}, { token })).http).toBe(200);
  expect((await api.call("touch", {}, { token: other })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await api.call("login", { firebase_token: idToken })).body.error?.code).toBe("TOKEN_INVALID");
  expect((await people.emails("old@example.org"))[0]?.subject).toContain("L’adresse e-mail de votre compte a changé");
  const code = await people.code("new@example.org");
  expect((await api.call("verifyEmail", { code }, { token })).http).toBe(200);
  const signedIn = await people.toolkit("signInWithPassword", { email: "new@example.org", password: goodPassword });
  expect(people.faultOf(signedIn)).toBe("ok");
});

// covers §5: e-mail in use; change needs the password
test("when two accounts change to one e-mail concurrently, one gets it", async () => {
  const both = [await people.customer("one@example.org"), await people.customer("two@example.org")];
  const ends = await Promise.all(
    both.map(({ token }) => update(token, { email: "goal@example.org", currentPassword: goodPassword })),
  );
  expect(ends.map(({ body }) => body.error?.code ?? "ok").toSorted()).toEqual(["EMAIL_EXISTS", "ok"]);
});

test("five wrong passwords block a change of e-mail", async () => {
  const { token } = await people.customer("thief@example.org");
  const guess = (currentPassword: string) => refusal(token, { email: "elsewhere@example.org", currentPassword });
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await guess(`wrong ${wrong}`)).toBe("PASSWORD_WRONG");
  expect(await guess(goodPassword)).toBe("TOO_MANY_REQUESTS");
});

// covers §4: the export of personal data and a change of the contact e-mail require step-up authentication, and preserve the input
test("another contact e-mail requires step-up authentication; the other fields of the request wait with it", async () => {
  const { token } = await people.customer("contact@example.org");
  expect((await update(token, { contactEmail: "old@example.org" })).http).toBe(200);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(6));
  for (const contactEmail of ["thief@example.org", null]) {
    const refused = await update(token, { contactEmail, phone: "0612345678" });
    expect(refused).toMatchObject({ http: 403, body: { error: { code: "REAUTHENTICATION_REQUIRED" } } });
  }
  const { user } = (await api.call("getUser", {}, { token })).body;
  expect([user.contactEmail, user.userPhoneNumber]).toEqual(["old@example.org", null]);
  // A form sends unchanged values back.
  expect((await update(token, { contactEmail: "Old@example.org", phone: "0612345678" })).http).toBe(200);
  await api.call("reauthenticate", { currentPassword: goodPassword }, { token });
  expect((await update(token, { contactEmail: "new@example.org" })).body.user?.contactEmail).toBe("new@example.org");
});
