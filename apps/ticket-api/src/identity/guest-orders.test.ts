import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { goodPassword, type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { testPack } from "../testing/test-pack.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  const vouchers = [{ code: "ONCE50", type: "AMOUNT", amount: 50, limitPerAccount: 1 }];
  shop = await openTestShop({ packs: [testPack({ vouchers }), testPack({ id: "south" })] });
  people = peopleOf(shop.api, shop.sandbox.url);
});
afterAll(() => shop.close());

async function guestOf(email: string, network?: string) {
  const guest = { firstName: "Ana", lastName: "Silva", email };
  const { user } = (await shop.api.call("login", { authAsGuest: true, guest }, { network })).body;
  if (user?.userToken === undefined) throw new Error("no guest session");
  return { token: user.userToken, userId: user.userId, accountId: "", email, network };
}
type Guest = Awaited<ReturnType<typeof guestOf>>;

const place = (guest: Guest, more: Record<string, unknown> = {}) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(guest, 150), invoiceEmail: guest.email, over18Accepted: true, ...more },
    { token: guest.token, network: guest.network },
  );
async function buy(guest: Guest, more: Record<string, unknown> = {}): Promise<string> {
  const placed = await place(guest, more);
  await shop.pay(placed.body.paymentUrl);
  await shop.api.call(
    "acknowledgePayment",
    { orderId: placed.body.orderId },
    { token: guest.token, network: guest.network },
  );
  return placed.body.orderId;
}
const orders = async (token: string) =>
  (await shop.api.call("orderHistory", {}, { token })).body.items.map(({ orderId }) => orderId);
const tickets = async (token: string) => (await shop.api.call("tickets", {}, { token })).body.items;
const signIn = async (email: string) => {
  const signed = await people.toolkit("signInWithPassword", { email, password: goodPassword });
  return (await shop.api.call("login", { firebase_token: String(signed.body.idToken) })).body.user?.userToken ?? "";
};

// covers: a guest's orders join the account whose e-mail is verified
test("a guest's orders, tickets and invoices join the account whose e-mail is verified, and not before", async () => {
  const email = "becomes@example.org";
  const bought = [await buy(await guestOf(email)), await buy(await guestOf(email))];
  const withCode = { vouchers: ["ONCE50"], totalAmount: { amount: 100, currency: "EUR" } };
  expect((await place(await guestOf(email), withCode)).body.error?.code).toBe("VOUCHER_NEEDS_ACCOUNT");
  const { token, user } = await people.customer(email);
  expect([await orders(token), await tickets(token)]).toEqual([[], []]);
  await shop.api.call("sendVerificationEmail", {}, { token });
  await shop.api.call("verifyEmail", { code: await people.code(email) }, { token });
  expect((await orders(token)).toSorted()).toEqual(bought.toSorted());
  const ticketsBefore = await tickets(token);
  expect(ticketsBefore.map(({ traveller }) => traveller)).toEqual(
    ticketsBefore.map(() => ({ userId: user.userId, firstName: "Ana", lastName: "Silva" })),
  );
  for (const orderId of bought) expect((await shop.api.call("printOrder", { orderId }, { token })).http).toBe(200);
  const left = await sql`select from account where email = ${email} and guest`.execute(shop.api.deps.db);
  expect(left.rows).toHaveLength(0);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

// covers: a guest's orders join the account whose e-mail is verified
test("a guest with a customer's e-mail changes and learns nothing; the purchases join at the owner's next sign-in", async () => {
  const email = "owner@example.org";
  const { token } = await people.customer(email);
  await shop.api.call("sendVerificationEmail", {}, { token });
  await shop.api.call("verifyEmail", { code: await people.code(email) }, { token });
  const before = (await shop.api.call("getUser", {}, { token })).body;
  const guest = await guestOf(email);
  const orderId = await buy(guest);
  expect((await shop.api.call("getUser", {}, { token })).body).toEqual(before);
  expect(await orders(token)).toEqual([]);
  expect(await orders(guest.token)).toEqual([orderId]);
  const back = await signIn(email);
  expect(await orders(back)).toEqual([orderId]);
  expect((await shop.api.call("getUser", {}, { token: guest.token })).body.error?.code).toBe(
    "AUTHENTICATION_TOKEN_INVALID",
  );
});

test("nothing joins an unverified account, however often its owner signs in", async () => {
  const email = "unproved@example.org";
  const orderId = await buy(await guestOf(email));
  await people.customer(email);
  expect(await orders(await signIn(email))).toEqual([]);
  // The reader of a reset e-mail owns the address.
  await shop.api.call("resetPassword", { email });
  const reset = { code: await people.code(email), action: "LEGACY_PASSWORD_CHANGE" as const, password: goodPassword };
  expect((await shop.api.call("useCode", { ...reset, password: `${goodPassword} new` })).http).toBe(200);
  const signed = await people.toolkit("signInWithPassword", { email, password: `${goodPassword} new` });
  const entered = await shop.api.call("login", { firebase_token: String(signed.body.idToken) });
  expect(await orders(entered.body.user?.userToken ?? "")).toEqual([orderId]);
});

test("an open order stays with the guest until it is closed; other networks' orders never join", async () => {
  const email = "paying@example.org";
  const elsewhere = await guestOf(email, "south");
  const southern = await buy(elsewhere);
  const guest = await guestOf(email);
  const open = await place(guest);
  const { token } = await people.customer(email);
  await shop.api.call("sendVerificationEmail", {}, { token });
  await shop.api.call("verifyEmail", { code: await people.code(email) }, { token });
  expect(await orders(token)).toEqual([]);
  await shop.pay(open.body.paymentUrl);
  const paid = await shop.api.call("acknowledgePayment", { orderId: open.body.orderId }, { token: guest.token });
  expect(paid.body.outcome).toBe("CONFIRMED");
  expect(await orders(await signIn(email))).toEqual([open.body.orderId]);
  const still = await shop.api.call("orderHistory", {}, { token: elsewhere.token, network: "south" });
  expect(still.body.items.map(({ orderId }) => orderId)).toEqual([southern]);
});

test("a new address of an account brings the purchases with it, once it is proved", async () => {
  const orderId = await buy(await guestOf("second@example.org"));
  const { token, idToken } = await people.customer("first@example.org");
  const sent = await people.toolkit("sendOobCode", {
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken,
    newEmail: "second@example.org",
  });
  expect(people.faultOf(sent)).toBe("ok");
  expect(await orders(token)).toEqual([]);
  expect((await shop.api.call("verifyEmail", { code: await people.code("second@example.org") }, { token })).http).toBe(
    200,
  );
  expect(await orders(await signIn("second@example.org"))).toEqual([orderId]);
});

test("a guest requests deletion by e-mail; account and guests of the address are erased together", async () => {
  const email = "erased.guest@example.org";
  await buy(await guestOf(email));
  await buy(await guestOf(email));
  await people.customer(email);
  await people.emails(email);
  await shop.api.call("requestDeletionByEmail", { email });
  const use = { code: await people.code(email), action: "LEGACY_ACCOUNT_ANONYMIZATION" as const };
  expect(await shop.api.call("useCode", use)).toMatchObject({ http: 200, body: { email } });
  const about = async (subject: string) =>
    (await people.emails(email)).filter((message) => message.subject.startsWith(subject)).length;
  expect(await about("Votre compte sera supprimé")).toBe(1);
  const back = await signIn(email);
  expect((await shop.api.call("reactivate", {}, { token: back })).http).toBe(200);
  const remaining = await sql`select from account where email = ${email} and erases_at is null`.execute(
    shop.api.deps.db,
  );
  expect(remaining.rows).toHaveLength(3);

  await people.emails(email);
  await shop.pass(60_000);
  await shop.api.call("requestDeletionByEmail", { email });
  await shop.api.call("useCode", { ...use, code: await people.code(email) });
  await shop.pass(31 * 86_400_000);
  const left = await sql`select from account where email = ${email}`.execute(shop.api.deps.db);
  expect(left.rows).toHaveLength(0);
  expect(await about("Vos données sont supprimées")).toBe(1);
});

test("a guest without an account is asked to reply to the e-mail, because there is nothing to sign in to", async () => {
  const email = "only.guest@example.org";
  await buy(await guestOf(email));
  await people.emails(email);
  await shop.api.call("requestDeletionByEmail", { email });
  await shop.api.call("useCode", { code: await people.code(email), action: "LEGACY_ACCOUNT_ANONYMIZATION" });
  expect((await people.emails(email))[0]?.text).toContain("Répondez à ce message");
});
