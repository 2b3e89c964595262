import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { daysMs, hoursMs, minutesMs } from "../clock.ts";
import { openSession } from "../sessions/session.ts";
import { goodPassword, type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  // Customers with any sign-in method may buy articles that are handed over.
  const articles = [testArticle({ id: "single", price: 150, supports: ["DEMATERIALIZED", "PHYSICAL"] })];
  shop = await openTestShop({ packs: [testPack({ articles }), testPack({ id: "south" })] });
  people = peopleOf(shop.api, shop.sandbox.url);
});
afterAll(() => shop.close());

const api = () => shop.api;
const askDeletion = (token: string, values: Record<string, unknown> = { currentPassword: goodPassword }) =>
  api().call("requestDeletion", { confirmed: true, ...values }, { token });
const userOf = async (token: string) => (await api().call("getUser", {}, { token })).body.user;
const signIn = async (email: string) => {
  const signed = await people.toolkit("signInWithPassword", { email, password: goodPassword });
  const entered = await api().call("login", { firebase_token: String(signed.body.idToken) });
  return entered.body.user?.userToken ?? "";
};
/** The e-mails, without those about sign-ins. */
const subjects = async (to: string) =>
  (await people.emails(to))
    .map(({ subject }) => subject.replace(/ – .*/, ""))
    .filter((subject) => !subject.startsWith("Nouvelle connexion"));

// covers §1: account deletion requested by its holder
// covers §9: deletion withdrawal 30 days
test("a deletion request with the password ends every session and token, and an e-mail says until when it may be withdrawn", async () => {
  const { token, idToken, refreshToken } = await people.customer("leaves@example.org");
  const requested = await askDeletion(token);
  const erasesAt = new Date(api().clock.now().getTime() + daysMs(30)).toISOString().slice(0, 10);
  expect(requested).toMatchObject({ http: 200, body: { status: "ok" } });
  expect(requested.body.erasesAt?.slice(0, 10)).toBe(erasesAt);
  const refused = await api().call("getUser", {}, { token });
  expect(refused.body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(people.faultOf(await people.toolkit("lookup", { idToken }))).toBe("TOKEN_EXPIRED");
  const renewed = await people.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  expect(people.faultOf(renewed)).not.toBe("ok");
  const [message] = await people.emails("leaves@example.org");
  expect(message?.subject).toBe("Votre compte sera supprimé – Network north");
  expect(message?.text).toContain("http://north.test:3000/fr/account");
});

// covers §8: the Ticket API requires every consent, and the order stores the consents
test("a deletion must be confirmed explicitly", async () => {
  const { token } = await people.customer("hesitates@example.org");
  for (const confirmed of [undefined, false]) {
    const requested = await askDeletion(token, { currentPassword: goodPassword, confirmed });
    expect([requested.http, requested.body.error?.code]).toEqual([400, "CONFIRMATION_REQUIRED"]);
  }
  expect((await userOf(token)).deletion).toBeNull();
  expect(await subjects("hesitates@example.org")).not.toContain("Votre compte sera supprimé");
});

test("the password is required: missing, wrong, and too many wrong ones are refused", async () => {
  const { token } = await people.customer("guarded@example.org");
  expect((await askDeletion(token, {})).body.error).toMatchObject({
    code: "FIELD_REQUIRED",
    details: { field: "currentPassword" },
  });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await askDeletion(token, { currentPassword: "Wrong 1 password!" })).body.error?.code).toBe(
      "PASSWORD_WRONG",
    );
  }
  expect((await askDeletion(token)).body.error?.code).toBe("TOO_MANY_REQUESTS");
  expect((await userOf(token))?.deletion).toBeNull();
});

test("an account without a password requires a recent sign-in", async () => {
  const person = await testPerson(api().deps, { provider: "operator" });
  const { token } = person;
  api().clock.setOffset(api().clock.offsetMs() + minutesMs(6));
  expect((await askDeletion(token, {})).body.error?.code).toBe("REAUTHENTICATION_REQUIRED");
  const fresh = await api()
    .deps.db.transaction()
    .execute((tx) =>
      openSession(tx, api().deps, {
        networkId: "north",
        accountId: person.accountId,
        travellerId: person.userId,
        clientId: "shop",
        providerId: "operator",
        device: null,
      }),
    );
  expect((await askDeletion(fresh, {})).http).toBe(200);
});

test("a guest, a traveller's own sign-in, no session, and another network's token cannot request a deletion", async () => {
  const guest = await testPerson(api().deps, { guest: true });
  expect((await askDeletion(guest.token)).body.error?.code).toBe("ACCOUNT_REQUIRED");
  expect((await askDeletion("")).body.error?.code).toBe("USER_NOT_CONNECTED");
  const other = await testPerson(api().deps, { network: "south" });
  expect((await askDeletion(other.token)).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  const traveller = await testPerson(api().deps);
  await sql`update traveller set is_holder = false where id = ${traveller.userId}`.execute(api().deps.db);
  expect((await askDeletion(traveller.token)).body.error?.code).toBe("HOLDER_REQUIRED");
});

// covers §8: deletion blocked
test("an open order blocks the deletion and is named; once it is closed nothing does", async () => {
  const person = await testPerson(api().deps, { provider: "operator" });
  const placed = await api().call("placeOrder", orderOf(person, 150, { support: "PHYSICAL" }), { token: person.token });
  const orderId = placed.body.orderId;
  for (const values of [{}, { checkOnly: true }]) {
    const blocked = await askDeletion(person.token, values);
    expect(blocked).toMatchObject({
      http: 409,
      body: { error: { code: "DELETION_BLOCKED", details: { reason: "order", ids: [orderId] } } },
    });
    expect(blocked.body.error?.details?.names).toEqual([expect.stringMatching(/^2026-/)]);
  }
  await api().call("cancelOrder", { orderId }, { token: person.token });
  expect((await askDeletion(person.token, { checkOnly: true })).http).toBe(200);
  expect((await userOf(person.token))?.deletion).toBeNull();
});

// covers §8: deletion blocked
test("an unpaid installment blocks the deletion", async () => {
  const person = await testPerson(api().deps, { provider: "operator" });
  const placed = await api().call("placeOrder", orderOf(person, 150, { support: "PHYSICAL" }), { token: person.token });
  await shop.pay(placed.body.paymentUrl);
  await api().call("acknowledgePayment", { orderId: placed.body.orderId }, { token: person.token });
  await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, status)
    values ('north', ${placed.body.orderId}, 2, 'CARD', 50, 'EUR', '2026-12-20', '2026-12-20', 'planned')`.execute(
    api().deps.db,
  );
  const blocked = await askDeletion(person.token, {});
  expect(blocked.body.error).toMatchObject({ code: "DELETION_BLOCKED", details: { reason: "installment" } });
});

test("within the 30 days a customer may sign in to look, to withdraw the request or to sign out, and for nothing else", async () => {
  const { token } = await people.customer("thinks@example.org");
  const { erasesAt } = (await askDeletion(token)).body;
  const back = await signIn("thinks@example.org");
  expect((await userOf(back))?.deletion).toMatchObject({ erasesAt });
  expect((await api().call("tickets", {}, { token: back })).http).toBe(200);
  expect((await api().call("orderHistory", {}, { token: back })).http).toBe(200);
  for (const refused of [
    await askDeletion(back),
    await api().call("updateAccount", { firstName: "Ana" }, { token: back }),
    await api().call("verifyOrder", { articles: [] }, { token: back }),
  ]) {
    expect(refused).toMatchObject({ http: 403, body: { error: { code: "ACCOUNT_DELETION_PENDING" } } });
  }
  expect((await api().call("logout", {}, { token: back })).http).toBe(200);
});

// covers §4: deletion after 30 days unless reactivated
test("a withdrawn request restores the account, sends an e-mail, and nothing is erased", async () => {
  const { token } = await people.customer("stays@example.org");
  expect((await api().call("reactivate", {}, { token })).body.error?.code).toBe("DELETION_NOT_REQUESTED");
  await askDeletion(token);
  const back = await signIn("stays@example.org");
  const reactivated = await api().call("reactivate", {}, { token: back });
  expect(reactivated).toMatchObject({ http: 200, body: { user: { deletion: null, userMail: "stays@example.org" } } });
  expect((await api().call("touch", {}, { token: back })).http).toBe(200);
  await shop.pass(daysMs(31));
  expect(await signIn("stays@example.org")).not.toBe("");
  const emailSubjects = await subjects("stays@example.org");
  expect(emailSubjects.toSorted()).toEqual(["Votre compte est réactivé", "Votre compte sera supprimé"]);
});

test("two concurrent requests are recorded once", async () => {
  const person = await testPerson(api().deps, { provider: "operator" });
  const ends = await Promise.all(Array.from({ length: 6 }, () => askDeletion(person.token, {})));
  expect(ends.filter(({ http }) => http === 200)).toHaveLength(1);
  expect(await subjects(person.email)).toEqual(["Votre compte sera supprimé"]);
});

// covers §4: deletion after 30 days unless reactivated
test("a reminder is sent a week before, and on the day the account is erased: its login is unknown", async () => {
  const { token } = await people.customer("goes@example.org");
  await askDeletion(token);
  await shop.pass(daysMs(22));
  expect(await subjects("goes@example.org")).toEqual(["Votre compte sera supprimé"]);
  await shop.pass(daysMs(1) + hoursMs(1));
  expect(await subjects("goes@example.org")).toEqual([
    "Votre compte sera bientôt supprimé",
    "Votre compte sera supprimé",
  ]);
  await shop.pass(daysMs(7));
  expect((await subjects("goes@example.org"))[0]).toBe("Vos données sont supprimées");
  const signed = await people.toolkit("signInWithPassword", { email: "goes@example.org", password: goodPassword });
  expect(people.faultOf(signed)).toBe("INVALID_LOGIN_CREDENTIALS");
  const again = await people.customer("goes@example.org");
  expect(again.user.customerNumber).not.toBe("");
});

// covers: deletion requested without a session
test("without a session deletion is requested with an e-mailed code; nothing reveals whether the address has an account", async () => {
  await people.customer("forgot@example.org");
  const asks = [];
  for (const email of ["Forgot@example.org", "nobody@example.org"]) {
    asks.push(await api().call("requestDeletionByEmail", { email }));
  }
  expect(asks.map(({ http, body }) => [http, Object.keys(body)])).toEqual([
    [200, ["status"]],
    [200, ["status"]],
  ]);
  expect(await people.emails("nobody@example.org")).toHaveLength(0);
  const [message] = await people.emails("forgot@example.org");
  expect(message?.text).toMatch(/\/fr\/account\/delete\?code=[\w-]{43}\n/);
  const code = await people.code("forgot@example.org");
  const use = (more: Record<string, unknown> = {}) =>
    api().call("useCode", { code, action: "LEGACY_ACCOUNT_ANONYMIZATION" }, more);
  expect((await use({ network: "south" })).body.error?.code).toBe("CODE_INVALID");
  const asReset = await api().call("useCode", { code, action: "LEGACY_EMAIL_VERIFICATION" });
  expect(asReset.body.error?.code).toBe("CODE_INVALID");
  expect(await use()).toMatchObject({ http: 200, body: { email: "forgot@example.org" } });
  expect((await use()).body.error?.code).toBe("CODE_INVALID");
  const back = await signIn("forgot@example.org");
  expect((await userOf(back))?.deletion).not.toBeNull();
});

test("the code is valid for a day, and stays valid when an open order blocks it", async () => {
  const person = await testPerson(api().deps);
  const placed = await api().call("placeOrder", orderOf(person, 150, { support: "PHYSICAL" }), { token: person.token });
  await api().call("requestDeletionByEmail", { email: person.email });
  const code = await people.code(person.email);
  const use = () => api().call("useCode", { code, action: "LEGACY_ACCOUNT_ANONYMIZATION" });
  expect((await use()).body.error).toMatchObject({ code: "DELETION_BLOCKED", details: { reason: "order" } });
  await api().call("cancelOrder", { orderId: placed.body.orderId }, { token: person.token });
  expect((await use()).http).toBe(200);

  const late = await testPerson(api().deps);
  await api().call("requestDeletionByEmail", { email: late.email });
  const old = await people.code(late.email);
  await shop.pass(hoursMs(24));
  const expired = await api().call("useCode", { code: old, action: "LEGACY_ACCOUNT_ANONYMIZATION" });
  expect(expired.body.error?.code).toBe("CODE_EXPIRED");
});

test("one client address may request a limited number of such e-mails, and one mailbox gets few", async () => {
  const person = await testPerson(api().deps);
  for (let asks = 0; asks < 3; asks += 1) await api().call("requestDeletionByEmail", { email: person.email });
  expect(await people.emails(person.email)).toHaveLength(1);
  const from = { address: "198.51.100.77" };
  const requestByEmail = () => api().call("requestDeletionByEmail", { email: "nobody@example.org" }, from);
  const ends = [];
  for (let asks = 0; asks < 31; asks += 1) ends.push((await requestByEmail()).http);
  expect(ends.filter((http) => http === 200)).toHaveLength(30);
  expect((await requestByEmail()).body.error?.code).toBe("TOO_MANY_REQUESTS");
});
