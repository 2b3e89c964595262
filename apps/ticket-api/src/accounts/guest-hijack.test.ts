import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  shop = await openTestShop();
  people = peopleOf(shop.api, shop.sandbox.url);
});
afterAll(() => shop.close());

const ownersPassword = "The guest's own 1 password";
const codeOf = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;

/** A guest who has bought one ticket, and a stranger who registers with the guest's e-mail and their own password. */
async function guestAndStranger(email: string) {
  const guest = { firstName: "Ana", lastName: "Silva", email };
  const { user } = (await shop.api.call("login", { authAsGuest: true, guest })).body;
  if (user?.userToken === undefined) throw new Error("no guest session");
  const { userToken: guestToken } = user;
  const order = orderOf({ userId: user.userId, token: guestToken, email, accountId: "" }, 150);
  const placed = await shop.api.call(
    "placeOrder",
    { ...order, invoiceEmail: email, over18Accepted: true },
    { token: guestToken },
  );
  await shop.pay(placed.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: placed.body.orderId }, { token: guestToken });
  const stranger = await people.customer(email);
  await shop.api.call("sendVerificationEmail", {}, { token: stranger.token });
  return { guestToken, orderId: placed.body.orderId, stranger, link: await people.code(email) };
}

const orders = async (token: string) =>
  (await shop.api.call("orderHistory", {}, { token })).body.items.map(({ orderId }) => orderId);
async function enter(email: string, password: string) {
  const signed = await people.toolkit("signInWithPassword", { email, password });
  return (await shop.api.call("login", { firebase_token: String(signed.body.idToken) })).body.user?.userToken ?? "";
}
const typedCode = async (email: string) => {
  const all = (await people.emails(email)).map(({ text }) => text).join("\n");
  return /^([2-9A-Z]{4}-[2-9A-Z]{4})$/m.exec(all)?.[1] ?? "";
};

// covers: a guest's orders join the account whose e-mail is verified
test("the e-mail's link alone gives nothing to a stranger who registered with a guest's address, in any call", async () => {
  const email = "hijacked@example.org";
  const { guestToken, orderId, stranger, link } = await guestAndStranger(email);
  const bystander = await people.customer("bystander@example.org");
  expect(codeOf(await shop.api.call("verifyEmail", { code: link }))).toBe("ACCOUNT_SESSION_REQUIRED");
  const elsewhere = await shop.api.call("verifyEmail", { code: link }, { token: bystander.token });
  expect(codeOf(elsewhere)).toBe("ACCOUNT_SESSION_REQUIRED");
  expect(codeOf(await shop.api.call("verifyEmail", { code: link }, { token: guestToken }))).toBe(
    "ACCOUNT_SESSION_REQUIRED",
  );
  const legacy = { code: link, action: "LEGACY_EMAIL_VERIFICATION" as const };
  expect(codeOf(await shop.api.call("useCode", legacy))).toBe("ACCOUNT_SESSION_REQUIRED");
  expect((await shop.api.call("getUser", {}, { token: stranger.token })).body.user.isVerified).toBe(false);

  // The client software's own confirmation has no session: the address counts as read, and nothing joins.
  expect(people.faultOf(await people.toolkit("update", { oobCode: link }))).toBe("ok");
  expect((await shop.api.call("getUser", {}, { token: stranger.token })).body.user.isVerified).toBe(true);
  expect(await orders(stranger.token)).toEqual([]);
  expect(await orders(await enter(email, goodPassword))).toEqual([]);
  expect(await orders(guestToken)).toEqual([orderId]);

  // The reader of the mailbox takes the address over with a new password, and then gets the purchases.
  await shop.api.call("resetPassword", { email });
  const reset = { code: await people.code(email), action: "LEGACY_PASSWORD_CHANGE" as const, password: ownersPassword };
  expect((await shop.api.call("useCode", reset)).http).toBe(200);
  expect(codeOf(await shop.api.call("touch", {}, { token: stranger.token }))).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(await orders(await enter(email, ownersPassword))).toEqual([orderId]);
});

// covers: a guest's orders join the account whose e-mail is verified
test("a new password through the link takes the address over: it ends the stranger's sessions and brings the guest's orders", async () => {
  const email = "taken.back@example.org";
  const { orderId, stranger, link } = await guestAndStranger(email);
  const confirm = { code: link, action: "LEGACY_EMAIL_VERIFICATION" as const };
  const same = await shop.api.call("useCode", { ...confirm, password: goodPassword });
  expect(codeOf(same)).toBe("PASSWORD_UNCHANGED");
  const weak = await shop.api.call("useCode", { ...confirm, password: "weak" });
  expect(codeOf(weak)).toBe("PASSWORD_DOES_NOT_MEET_REQUIREMENTS");
  const used = await shop.api.call("useCode", { ...confirm, password: ownersPassword });
  expect(used).toMatchObject({ http: 200, body: { action: "LEGACY_EMAIL_VERIFICATION", email, separated: false } });
  expect(codeOf(await shop.api.call("touch", {}, { token: stranger.token }))).toBe("AUTHENTICATION_TOKEN_INVALID");
  const renewed = await people.toolkit("token", { grant_type: "refresh_token", refresh_token: stranger.refreshToken });
  expect(people.faultOf(renewed)).toBe("INVALID_REFRESH_TOKEN");
  const old = await people.toolkit("signInWithPassword", { email, password: goodPassword });
  expect(people.faultOf(old)).toBe("INVALID_LOGIN_CREDENTIALS");
  expect(await orders(await enter(email, ownersPassword))).toEqual([orderId]);
  const again = await shop.api.call("useCode", { ...confirm, password: `${ownersPassword} 2` });
  expect(codeOf(again)).toBe("ALREADY_VERIFIED");
});

// covers §4: verification with an e-mailed code, resent after a wait
test("the e-mail's code, typed in the session that registered, confirms the address and brings the guest's orders", async () => {
  const email = "typed@example.org";
  const { orderId, stranger: owner } = await guestAndStranger(email);
  const code = await typedCode(email);
  expect(codeOf(await shop.api.call("verifyEmail", { code }))).toBe("CODE_INVALID");
  const bystander = await people.customer("bystander2@example.org");
  expect(codeOf(await shop.api.call("verifyEmail", { code }, { token: bystander.token }))).toBe("CODE_INVALID");
  const typed = ` ${code.toLowerCase().replace("-", " ")} `;
  expect((await shop.api.call("verifyEmail", { code: typed }, { token: owner.token })).http).toBe(200);
  expect(await orders(owner.token)).toEqual([orderId]);
});

test("the link opened in the session that registered confirms too", async () => {
  const email = "same.browser@example.org";
  const { orderId, stranger: owner, link } = await guestAndStranger(email);
  expect((await shop.api.call("verifyEmail", { code: link }, { token: owner.token })).http).toBe(200);
  expect(await orders(owner.token)).toEqual([orderId]);
});

// covers §4: verification with an e-mailed code, resent after a wait
test("typed codes cannot be guessed: after ten wrong ones in an hour the right one is not checked, but the link works", async () => {
  const email = "guessed@example.org";
  const { stranger: owner, link } = await guestAndStranger(email);
  const code = await typedCode(email);
  const guess = (typed: string) => shop.api.call("verifyEmail", { code: typed }, { token: owner.token });
  for (let wrong = 0; wrong < 10; wrong += 1)
    expect(codeOf(await guess(`2222-22${wrong}${wrong}`))).toBe("CODE_INVALID");
  expect(codeOf(await guess(code))).toBe("TOO_MANY_REQUESTS");
  expect((await guess(link)).http).toBe(200);
});

// covers: a guest's orders join the account whose e-mail is verified
test("a stranger's account that moves to a guest's address gets nothing by the guest's link, nor by a later sign-in", async () => {
  const email = "moved.to@example.org";
  const { guestToken, orderId, stranger, link } = await guestAndStranger(email);
  // The first one frees the address again.
  const away = { email: "elsewhere@example.org", currentPassword: goodPassword };
  expect((await shop.api.call("updateAccount", away, { token: stranger.token })).http).toBe(200);
  expect(codeOf(await shop.api.call("verifyEmail", { code: link }))).toBe("CODE_INVALID");
  const mover = await people.provedCustomer("mover@example.org");
  const move = { email, currentPassword: goodPassword };
  expect((await shop.api.call("updateAccount", move, { token: mover.token })).http).toBe(200);
  const moved = await people.code(email);
  expect(codeOf(await shop.api.call("verifyEmail", { code: moved }))).toBe("ACCOUNT_SESSION_REQUIRED");
  expect(people.faultOf(await people.toolkit("update", { oobCode: moved }))).toBe("ok");
  expect(await orders(await enter(email, goodPassword))).toEqual([]);

  const changer = await people.customer("changer@example.org");
  const another = await guestAndStranger("changed.to@example.org");
  await shop.api.call("updateAccount", { ...away, email: "elsewhere2@example.org" }, { token: another.stranger.token });
  const requested = await people.toolkit("sendOobCode", {
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken: changer.idToken,
    newEmail: "changed.to@example.org",
  });
  expect(people.faultOf(requested)).toBe("ok");
  const change = await people.code("changed.to@example.org");
  expect(codeOf(await shop.api.call("verifyEmail", { code: change }))).toBe("ACCOUNT_SESSION_REQUIRED");
  expect(people.faultOf(await people.toolkit("update", { oobCode: change }))).toBe("ok");
  expect(await orders(await enter("changed.to@example.org", goodPassword))).toEqual([]);
  expect(await orders(guestToken)).toEqual([orderId]);
  expect(await orders(another.guestToken)).toEqual([another.orderId]);
});

// covers: a guest's orders join the account whose e-mail is verified
test("a stranger who keeps changing the password of the registered address does not invalidate the owner's link", async () => {
  const email = "kept.link@example.org";
  const { orderId, stranger } = await guestAndStranger(email);
  await shop.api.call("resetPassword", { email });
  const code = await people.code(email);
  const changed = await people.toolkit("update", { idToken: stranger.idToken, password: "A stranger's 2nd password" });
  expect(people.faultOf(changed)).toBe("ok");
  const reset = { code, action: "LEGACY_PASSWORD_CHANGE" as const, password: ownersPassword };
  expect((await shop.api.call("useCode", reset)).http).toBe(200);
  expect(await orders(await enter(email, ownersPassword))).toEqual([orderId]);
});
