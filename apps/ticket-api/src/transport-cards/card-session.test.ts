import { type Call, isForCustomers } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { openTo } from "../http/authorization.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { cardPack, testCard } from "../testing/test-cards.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";

let api: TestApi;
beforeAll(async () => {
  const pack = testPack({
    network: { switches: { mediaSignin: true } },
    articles: [
      testArticle({ id: "single", price: 150, supports: ["DEMATERIALIZED", "MEDIA"] }),
      testArticle({ id: "child", price: 90, supports: ["MEDIA"], ageTo: 11 }),
    ],
  });
  api = await openTestApi({ packs: [pack, cardPack("south"), testPack({ id: "off" })] });
});
afterAll(() => api.close());

let deps = 0;
const newAddress = () => `203.0.${Math.floor(++deps / 250)}.${(deps % 250) + 1}`;
const find = async (card: { number: string; birthDate: string; networkId: string }): Promise<string> => {
  const requests = { mediaNumber: card.number, mediaCustomerBirthDate: card.birthDate };
  const found = await api.call("searchLocalMediaForSignin", requests, {
    network: card.networkId,
    address: newAddress(),
  });
  return found.body.token;
};
const signIn = (token: string, network = "north") => api.call("signinWithToken", { token }, { network });
/** A card of a customer with an account, and a session opened by it. */
async function atTheWindow(card: Parameters<typeof testCard>[1] = {}) {
  const whole = await testCard(api.deps, card);
  const signed = await signIn(await find(whole), whole.networkId);
  return { card: whole, body: signed.body, token: signed.body.user.userToken ?? "" };
}

// covers §1: sign-in by transport card where the network has it
test("the token of a search opens a session with a first name and four digits", async () => {
  const { body, card } = await atTheWindow();
  expect(body.media).toEqual({ lastDigits: card.number.slice(-4), firstName: "Lou" });
  expect(body.user).toMatchObject({
    userName: "Lou",
    userLastname: "",
    userMail: "",
    userBirthday: null,
    customerNumber: "",
    authAsGuest: true,
    identities: [{ providerId: "card" }],
  });
});

// covers §7: GET Account/searchLocalMediaForSignin, POST signinWithToken
test("a token opens one session, within ten minutes, in its own network", async () => {
  const card = await testCard(api.deps);
  const token = await find(card);
  expect((await signIn(token, "south")).body.error?.code).toBe("TOKEN_INVALID");
  expect((await signIn("nothing")).body.error?.code).toBe("TOKEN_INVALID");
  const both = await Promise.all([signIn(token), signIn(token)]);
  expect(both.map(({ body }) => body.error?.code ?? "ok").toSorted()).toEqual(["TOKEN_INVALID", "ok"]);

  const late = await find(card);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(10));
  expect((await signIn(late)).body.error?.code).toBe("TOKEN_INVALID");
});

test("a card that was declared lost after the search opens nothing, nor does a network without card sign-in", async () => {
  const card = await testCard(api.deps);
  const token = await find(card);
  await sql`update transport_card set status = 'blocked', incident = 'lost' where id = ${card.id}`.execute(api.deps.db);
  expect((await signIn(token)).body.error?.code).toBe("TOKEN_INVALID");
  expect((await signIn(token, "off")).body.error?.code).toBe("FEATURE_DISABLED");
});

/** Calls that a card's session may make. A new one is added here when it certainly reveals nothing of the bearer. */
const opened: readonly CallName[] = [
  "acknowledgePayment",
  "cancelOrder",
  "getMedias",
  "getOrders",
  "getUser",
  "introspectToken",
  "introspectTokenByGet",
  "placeOrder",
  "productsOnMedia",
  "touch",
  "verifyOrder",
];
/** Calls open to a card's session as to every visitor: a sign-in starts there, and the code of an e-mail works for its reader. */
const begins = ["authorizationState", "useCode"];

/** The requests of calls that need parameters. */
const requests: Partial<Record<CallName, Record<string, unknown>>> = {
  acknowledgePayment: { orderId: "x" },
  cancelOrder: { orderId: "x" },
  printOrder: { orderId: "x" },
  contractAttestation: { ticketId: "x" },
  productsOnMedia: { mediaId: "x" },
  ticketPdf: { ticketId: "x" },
  applePass: { ticketId: "x" },
  googlePass: { ticketId: "x" },
  punchTicket: { ticketId: "x" },
  sendGeolocation: { useId: "x", latitude: 0, longitude: 0 },
  agreeToGeolocation: { agreed: true },
  transferContract: { ticketId: "x" },
  registerMedia: { token: "x" },
  unregisterMedia: { mediaId: "x" },
  updateAccount: { firstName: "Eve" },
  verifyEmail: { code: "x" },
};

// covers §6: a card's session reloads that card and sees nothing else
test("every call refuses a card's session or reveals nothing of its bearer", async () => {
  const owner = await testPerson(api.deps, { firstName: "Lou", lastName: "Kervella", birthDate: "1990-05-04" });
  const { card, token } = await atTheWindow({ lastName: "Kervella" });
  const at = api.clock.iso();
  await linkCard(api.deps.db, { ...card, accountId: owner.accountId, travellerId: owner.userId, at });
  const secrets = [card.number, "Kervella", card.birthDate, owner.email, owner.userId, owner.accountId];
  const lines = [{ quantity: 1, productId: "single", support: "MEDIA", mediaId: card.id }];
  const limited = { cardId: card.id, guest: true, isHolder: true, erasesAt: null };
  // If nothing else is wrong with the request, the error is this one.
  expect((await api.call("updateAccount", { firstName: "Eve" }, { token })).body.error?.code).toBe(
    "CARD_SESSION_LIMITED",
  );
  // Signing out ends the session, so it is last.
  const names = (Object.keys(calls) as CallName[]).filter((name) => name !== "logout");
  for (const name of [...names, "logout"] as const) {
    const definition: Call = calls[name];
    const values = { ...requests[name], ...("articles" in definition.request ? { articles: lines } : {}) };
    const { http, body } = await api.call(name, values, { token });
    const text = JSON.stringify(body);
    for (const secret of secrets) expect(text, `${name} tells ${secret}`).not.toContain(secret);
    if (!isForCustomers(definition)) continue;
    const isOpen = definition.opensTo?.includes("card") ?? false;
    expect(isOpen, `${name} is on the list`).toBe(opened.includes(name) || begins.includes(name));
    if (isOpen) continue;
    expect(openTo(definition, limited).ok, name).toBe(false);
    expect(http, name).not.toBe(200);
    expect(["CARD_SESSION_LIMITED", "FIELD_REQUIRED", "FIELD_INVALID"], name).toContain(body.error?.code);
  }
});

test("its list of cards is that card: its last digits, no last name, no expiry", async () => {
  const { card, token } = await atTheWindow();
  const { medias } = (await api.call("getMedias", {}, { token })).body;
  expect(medias).toMatchObject([{ id: card.id, number: card.number.slice(-4), expires_at: null, state: "active" }]);
  expect(medias[0]?.traveller).toMatchObject({ firstName: "Lou", lastName: "" });
});

// covers §6: a card's session reloads that card and sees nothing else
test("only lines that load that card can be quoted", async () => {
  const { card, token } = await atTheWindow();
  const other = await testCard(api.deps);
  const userId = (await api.call("getUser", {}, { token })).body.user.userId;
  const errorsOf = async (line: Record<string, unknown>) => {
    const articles = [{ quantity: 1, productId: "single", customerId: userId, ...line }];
    const { body } = await api.call("verifyOrder", { articles } as never, { token });
    return body.lines.flatMap(({ errors }) => errors.map(({ code }) => code));
  };
  expect(await errorsOf({ support: "DEMATERIALIZED" })).toContain("CARD_SESSION_LIMITED");
  expect(await errorsOf({ support: "MEDIA", mediaId: other.id })).toContain("CARD_SESSION_LIMITED");
  expect(await errorsOf({ support: "MEDIA" })).toContain("CARD_SESSION_LIMITED");
  expect(await errorsOf({ support: "MEDIA", mediaId: card.id })).toEqual([]);
  expect(await errorsOf({ productId: "child", support: "MEDIA", mediaId: card.id })).toContain(
    "TRAVELLER_NOT_ELIGIBLE",
  );
});

test("an order of anything else is refused, whatever the request says", async () => {
  const { token } = await atTheWindow();
  const { userId } = (await api.call("getUser", {}, { token })).body.user;
  const refused = await api.call(
    "placeOrder",
    {
      articles: [{ quantity: 1, productId: "single", customerId: userId, support: "DEMATERIALIZED" }],
      paymentMethod: "CARD",
      termsAccepted: true,
      over18Accepted: true,
      invoiceEmail: "somebody@example.org",
      totalAmount: { amount: 150, currency: "EUR" },
      returnUrl: "/cart",
    },
    { token },
  );
  expect(refused.body.error?.code).toBe("CARD_SESSION_LIMITED");
});

test("a blocked card can no longer be loaded in its session", async () => {
  const { card, token } = await atTheWindow();
  const { userId } = (await api.call("getUser", {}, { token })).body.user;
  await sql`update transport_card set status = 'blocked', incident = 'lost' where id = ${card.id}`.execute(api.deps.db);
  const articles = [{ quantity: 1, productId: "single", customerId: userId, support: "MEDIA", mediaId: card.id }];
  const { body } = await api.call("verifyOrder", { articles } as never, { token });
  expect(body.lines[0]?.errors.map(({ code }) => code)).toContain("CARD_REQUIRED");
  expect((await api.call("getMedias", {}, { token })).body.medias[0]).toMatchObject({ incident: "lost" });
});

test("two sessions of one card see nothing of each other", async () => {
  const first = await atTheWindow();
  const second = await signIn(await find(first.card));
  const ids = [first.body.user.userId, second.body.user.userId];
  expect(new Set(ids).size).toBe(2);
});
