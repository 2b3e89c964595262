import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let mine: Family;
let theirs: Family;
let logged = "";
const eur = (amount: number) => ({ amount, currency: "EUR" });
const price = 0;

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, written) => {
      logged += chunk;
      written();
    },
  });
  const articles = [
    testArticle({ id: "single", price, validity: { from: "purchase", duration: "P1D" } }),
    testArticle({ id: "leaflet", price, supports: ["SHIPPING"] }),
  ];
  const network = { shippingFee: { productId: "parcel", name: { fr: "Envoi", en: "Parcel" }, price: 0 } };
  people = await openPeopleApi({
    packs: [testPack({ articles, network }), testPack({ id: "south" })],
    parts: { log: pino({ level: "info" }, stream) },
  });
  api = people.api;
  mine = await familyOf(people, "mine@example.org", ["Lou", "Noé"]);
  theirs = await familyOf(people, "theirs@example.org", ["Mia"]);
});
afterAll(() => people.close());

const lineFor = (
  customerId: string,
  productId = "single",
  support: "DEMATERIALIZED" | "SHIPPING" = "DEMATERIALIZED",
) => ({
  ...{ quantity: 1, productId, customerId, support },
});

async function order(customerId: string, values: Record<string, unknown> = {}, token = mine.token): Promise<string> {
  const { body } = await api.call(
    "placeOrder",
    {
      articles: [lineFor(customerId)],
      paymentMethod: "CARD",
      termsAccepted: true,
      over18Accepted: true,
      totalAmount: eur(price),
      returnUrl: "/cart",
      ...values,
    },
    { token, idempotencyKey: api.deps.ids.uuid() },
  );
  if (body.error !== undefined) throw new Error(JSON.stringify(body.error));
  return body.orderId;
}

// covers §7: every parameter is read, or refused
test("a call that concerns no traveller accepts the userId of its own account's travellers, in either spelling, and no other", async () => {
  for (const field of ["userId", "user_id"]) {
    for (const userId of [mine.user.userId, mine.child("Lou")])
      expect((await api.call("touch", { [field]: userId }, { token: mine.token })).body.status).toBe("ok");
    for (const userId of [theirs.user.userId, theirs.child("Mia"), "nobody"])
      expect((await api.call("touch", { [field]: userId }, { token: mine.token })).body.error?.code).toBe("NOT_FOUND");
  }
});

test("the application that a caller names is in the log line of every call", async () => {
  const said = { display: "list", device: "Kiosk 7", oauth_client: "kiosks", originAgent: "kiosk/2.1" };
  const { body } = await api.call("touch", said, { token: mine.token });
  expect(body.status).toBe("ok");
  const lines = logged.split("\n").filter((line) => line.includes("Kiosk 7"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { client: "shop", display: "list", device: "Kiosk 7", oauthClient: "kiosks", originAgent: "kiosk/2.1" },
  ]);
});

// covers §7: orders, subscriptions and payment methods by `userId`, another account's not found
test("orders are those of the requested traveller, page by page; those of other accounts are not found", async () => {
  const forLou = [await order(mine.child("Lou")), await order(mine.child("Lou"))];
  await order(mine.child("Noé"));
  const both = await order(mine.user.userId, { articles: [lineFor(mine.child("Lou")), lineFor(mine.user.userId)] });
  for (const name of ["orderHistory", "getOrders"] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = { limit: 1, userId: mine.child("Lou"), ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await api.call(name, page, { token: mine.token });
      seen.push(...body.items.map(({ orderId }) => orderId));
      cursor = body.nextCursor;
    } while (cursor !== undefined && seen.length < 9);
    expect(seen).toEqual([both, ...forLou.toReversed()]);
    for (const userId of [theirs.child("Mia"), theirs.user.userId, "nobody"]) {
      expect((await api.call(name, { userId }, { token: mine.token })).body.error?.code).toBe("NOT_FOUND");
    }
  }
  const one = (userId: string) => api.call("getOrders", { orderId: both, userId }, { token: mine.token });
  expect((await one(mine.user.userId)).body.items).toHaveLength(1);
  expect((await one(mine.child("Noé"))).body.error?.code).toBe("NOT_FOUND");
});

// covers §7: orders, subscriptions and payment methods by `userId`, another account's not found
test("subscriptions and payment methods are returned only for travellers of the account", async () => {
  const asking = { token: mine.token };
  expect((await api.call("listSubscriptions", { userId: mine.child("Lou") }, asking)).body.subscriptions).toEqual([]);
  expect((await api.call("listSubscriptions", { userId: theirs.child("Mia") }, asking)).body.error?.code).toBe(
    "NOT_FOUND",
  );
  for (const name of ["setCardBookmark", "removeCardBookmark"] as const) {
    const values = { cardId: api.deps.ids.uuid(), userId: theirs.user.userId };
    expect((await api.call(name, values, asking)).body.error?.code).toBe("NOT_FOUND");
  }
});

// covers §7: withWallet, display
test("a summary of the wallet counts the tickets without returning them", async () => {
  await order(mine.child("Noé"));
  const wallet = async (display?: "full" | "summary") =>
    (await api.call("getWallet", { userId: mine.child("Noé"), ...(display && { display }) }, { token: mine.token }))
      .body.stacks;
  const [full, summary] = [await wallet(), await wallet("summary")];
  expect(full.flatMap(({ tickets }) => tickets).length).toBeGreaterThan(0);
  expect(await wallet("full")).toEqual(full);
  expect(summary).toEqual(full.map((stack) => ({ ...stack, tickets: [] })));
  const other = await api.call("getWallet", { display: "everything" as never }, { token: mine.token });
  expect(other.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "display" } });
});

// covers §7: withWallet, display
test("a sign-in returns the wallet with the session on request, also for a guest", async () => {
  await order(mine.user.userId);
  const { idToken } = await people.signIn("mine@example.org", "Correct horse 9 battery");
  const login = (values: Record<string, unknown>) => api.call("login", { firebase_token: idToken, ...values });
  expect((await login({})).body.wallet).toBeUndefined();
  expect((await login({ withWallet: false })).body.wallet).toBeUndefined();
  const { body } = await login({ withWallet: true });
  const own = await api.call("getWallet", {}, { token: body.user?.userToken });
  expect(own.body.stacks.length).toBeGreaterThan(0);
  expect(body.wallet).toEqual({ stacks: own.body.stacks });
  const guest = { firstName: "Ines", lastName: "Morel", email: "ines@example.org" };
  const visitor = await api.call("login", { authAsGuest: true, guest, withWallet: true });
  expect(visitor.body.wallet).toEqual({ stacks: [] });
});

// covers §7: provider, client, originAgent, originType, device of a sign-in
test("a session records the application that opened it, and its orders get their origin from it", async () => {
  const { idToken } = await people.signIn("theirs@example.org", "Correct horse 9 battery");
  const names = { originAgent: "mticket/3.2", originType: "MTICKET" };
  for (const [named, application] of [
    [{ client: "Rivage for Android", oauth_client: "android" }, "Rivage for Android"],
    [{ oauth_client: "android" }, "android"],
    [{ oauthClient: "android" }, "android"],
    [{}, "mticket/3.2"],
  ] as const) {
    const { body } = await api.call("login", { firebase_token: idToken, ...names, ...named });
    const token = body.user?.userToken;
    const { sessions } = (await api.call("getSessions", {}, { token })).body;
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ application, originType: "MTICKET" });
    const origin = async (values: Record<string, unknown>) => {
      const orderId = await order(theirs.user.userId, values, token);
      return (await api.call("getOrders", { orderId }, { token })).body.items[0]?.origin;
    };
    expect(await origin({})).toBe("APP");
    expect(await origin({ originType: "SCHOOL_ESHOP" })).toBe("SCHOOL");
  }
});

test("the toolkit's tokens allow a sign-in by password, under each of its names, and by no other provider", async () => {
  const { idToken } = await people.signIn("mine@example.org", "Correct horse 9 battery");
  const login = (provider: string) => api.call("login", { firebase_token: idToken, provider });
  for (const provider of ["password", "email", "firebase", "FIREBASE"]) {
    expect((await login(provider)).body.user?.userId).toBe(mine.user.userId);
  }
  for (const provider of ["franceconnect", "KEYCLOAK", ""]) {
    expect((await login(provider)).body.error?.code).toBe("PROVIDER_UNKNOWN");
  }
});

test.each([
  ["DEMATERIALIZED", true, "FIELD_INVALID"],
  ["DEMATERIALIZED", false, undefined],
  ["SHIPPING", true, undefined],
  ["SHIPPING", false, "FIELD_INVALID"],
] as const)("%s with a shipping fee expected: %s → %s", async (support, shippingFee, code) => {
  const articles = [lineFor(mine.user.userId, support === "SHIPPING" ? "leaflet" : "single", support)];
  const { body } = await api.call("verifyOrder", { articles, shippingFee }, { token: mine.token });
  expect(body.error?.code).toBe(code);
  const [addressRoute, addressPostalCode, addressCity] = ["1 quai", "80000", "Amiens"];
  const delivery = { fullname: "Nour Haddad", addressRoute, addressPostalCode, addressCity };
  const placing = order(mine.user.userId, { articles, delivery, shippingFee }).catch((failure) => String(failure));
  expect(/"code":"(\w+)"/.exec(await placing)?.[1]).toBe(code);
});

test("the log line of a call names the client and its program", async () => {
  await api.call("getNetworkConfiguration", { originAgent: "kiosk/7.1", originType: "WEB_SCOOP" });
  const lines = logged.split("\n").filter((line) => line.includes("kiosk/7.1"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { route: "/Networks/getNetworkConfiguration.json", client: "shop", originType: "WEB_SCOOP" },
  ]);
});
