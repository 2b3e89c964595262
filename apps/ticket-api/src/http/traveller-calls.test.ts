import type { Call } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { sampleValues } from "../testing/sample-values.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

/**
 * The access of a traveller's own sign-in to every call that it may make (decision record 042). A call for the holder alone
 * is marked in its contract (`session: "holder"`); any other call with a session is listed here, so that nobody forgets to
 * decide.
 */
const seenByTraveller: Partial<Record<CallName, string>> = {
  authorizationState: "a way to sign in, as for anybody",
  introspectToken: "their session",
  introspectTokenByGet: "their session",
  touch: "their session",
  verifyEmail: "the code of an e-mail counts in a session of the holder only",
  useCode: "the code of a letter counts, whoever is signed in",
  getUser: "themselves",
  updateAccount: "their phone and address",
  uploadMedia: "their own picture",
  removePicture: "their own picture",
  uploadDocument: "a document of theirs",
  getDocuments: "their documents",
  getUserDocuments: "their documents",
  deleteDocument: "their documents",
  fileDownloadUrl: "their documents",
  createDocumentsSubmission: "a request with their documents",
  updateDocumentsSubmission: "their requests",
  cancelDocumentsSubmission: "their requests",
  getUserDocumentSubmissions: "their requests",
  createPaperwork: "a document of theirs",
  getSessions: "their sessions",
  revokeSession: "their sessions",
  getMedias: "their cards",
  productsOnMedia: "what their own cards may be loaded with",
  registerMedia: "a card for themselves",
  unregisterMedia: "their cards",
  declareMediaIncident: "their cards",
  verifyOrder: "a cart for themselves",
  comparePurchases: "what they paid for tickets of their own",
  placeOrder: "an order for themselves, paid by them",
  redeemVoucher: "a gift for themselves",
  createOrder: "a sale over the counter to themselves",
  orderHistory: "orders that they placed",
  getOrders: "orders that they placed",
  printOrder: "orders that they placed",
  cancelOrder: "orders that they placed",
  payOrder: "orders that they placed",
  quoteRefund: "orders that they placed",
  requestRefund: "orders that they placed",
  requestRefundWithEvidence: "orders that they placed",
  addRefundEvidence: "orders that they placed",
  withdrawRefundRequest: "orders that they placed",
  readRefundRequests: "orders that they placed",
  readRefundAccount: "orders that they placed",
  enterRefundAccount: "orders that they placed",
  acknowledgePayment: "orders that they placed",
  previewInstallments: "how an amount would be paid, which names nobody",
  tickets: "their tickets",
  getWallet: "their tickets",
  ticketPdf: "their tickets, the price only where they paid",
  applePass: "their tickets",
  googlePass: "their tickets",
  contractAttestation: "their tickets that they paid for",
  punchTicket: "their tickets",
  sendGeolocation: "where they punched themselves",
  getGeolocation: "what they said of themselves",
  agreeToGeolocation: "for themselves",
};

const names = Object.keys(calls) as CallName[];
const definitionOf = (name: CallName): Call => calls[name];
const password = "Lou's own 1 password";

let people: PeopleApi;
let api: PeopleApi["api"];
let home: Family;
let lou: string;
/** Orders: the holder's for Lou and for Noé, and Lou's own. */
let orders: { ofHolderForLou: string; ofHolderForNoe: string; ofLou: string };

beforeAll(async () => {
  const validity = { from: "purchase" as const, duration: "P1D" };
  const articles = [
    testArticle({ id: "free", price: 0, validity }),
    testArticle({ id: "single", price: 150, validity }),
  ];
  // Nothing listens there: orders are written and wait for their payment.
  const environment = { SANDBOX_URL: "http://127.0.0.1:9" };
  people = await openPeopleApi({ packs: [testPack({ articles })], environment });
  api = people.api;
  home = await familyOf(people, "home@example.org", ["Lou", "Noé"]);
  await home.give("Lou", password);
  await api.call(
    "updateAccount",
    { contactEmail: "private@example.org", theme: "dark", phone: "0612345678" },
    { token: home.token },
  );
  const { idToken } = await people.signIn(home.email, password);
  lou = (await api.call("login", { firebase_token: idToken })).body.user?.userToken ?? "";
  orders = {
    ofHolderForLou: (await buy(home.token, home.child("Lou"))).body.orderId,
    ofHolderForNoe: (await buy(home.token, home.child("Noé"))).body.orderId,
    ofLou: (await buy(lou, home.child("Lou"))).body.orderId,
  };
});
afterAll(() => people.close());

const buy = (
  token: string,
  customerId: string,
  more: Record<string, unknown> = {},
  idempotencyKey: string = crypto.randomUUID(),
) =>
  api.call(
    "placeOrder",
    {
      articles: [{ quantity: 1, productId: "free", customerId, support: "DEMATERIALIZED" as const }],
      paymentMethod: "CARD" as const,
      termsAccepted: true,
      over18Accepted: true,
      totalAmount: { amount: 0, currency: "EUR" },
      returnUrl: "/cart",
      ...more,
    },
    { token, idempotencyKey },
  );
const codeOf = async (name: CallName, values: Record<string, unknown>) =>
  (await api.call(name, values, { token: lou })).body.error?.code;

describe("with a traveller's own sign-in", () => {
  // covers §6: access of a traveller's own sign-in, for every call
  it("every call has an entry", () => {
    const decidable = names.filter((name) => !["none", "holder", "staff"].includes(definitionOf(name).session));
    expect(Object.keys(seenByTraveller).toSorted()).toEqual(decidable.toSorted());
  });

  it.each(names.filter((name) => definitionOf(name).session === "holder"))(
    "%s is for the holder only",
    async (name) => {
      expect(await codeOf(name, sampleValues(definitionOf(name)))).toBe("HOLDER_REQUIRED");
    },
  );
});

// covers §6: access of a traveller's own sign-in, for every call
test("a traveller sees their own data, and of the account only its number and the e-mail that they signed in with", async () => {
  const { user, profiles } = (await api.call("getUser", {}, { token: lou })).body;
  expect(profiles).toEqual([user]);
  expect(user).toMatchObject({
    userId: home.child("Lou"),
    userName: "Lou",
    isParent: false,
    isVerified: true,
    isComplete: true,
    userPhoneNumber: null,
    contactEmail: null,
    theme: "system",
    identities: [{ providerId: "password" }],
  });
  expect(user.hasOwnSignIn).toBeUndefined();
  for (const userId of [home.child("Noé"), home.user.userId]) {
    expect(await codeOf("getUser", { userId })).toBe("NOT_FOUND");
  }
  const introspected = (await api.call("introspectToken", {}, { token: lou })).body;
  expect(introspected.userId).toBe(home.child("Lou"));
});

test("a traveller changes their own phone and address, but nothing that determines fares, and nobody else's data", async () => {
  const changed = await api.call("updateAccount", { phone: "07 11 22 33 44" }, { token: lou });
  expect(changed.body.user).toMatchObject({ userPhoneNumber: "+33711223344", contactEmail: null });
  for (const values of [
    { firstName: "Louise" },
    { birthDate: "1990-01-01" },
    { tariffStatus: null },
    { theme: "dark" },
    { contactEmail: "lou@example.org" },
    { email: "lou@example.org", currentPassword: password },
    { travellerPassword: "Another own 1 password", currentPassword: password },
    { phone: "07 11 22 33 44", firstName: "Louise" },
  ]) {
    expect([values, await codeOf("updateAccount", values)]).toEqual([values, "HOLDER_REQUIRED"]);
  }
  for (const userId of [home.child("Noé"), home.user.userId]) {
    expect(await codeOf("updateAccount", { userId, phone: "0611111111" })).toBe("NOT_FOUND");
  }
});

test("a traveller sees and cancels the orders that they placed; the holder sees all", async () => {
  expect(new Set(Object.values(orders)).size).toBe(3);
  const ids = async (name: "orderHistory" | "getOrders", token: string) =>
    (await api.call(name, {}, { token })).body.items.map(({ orderId }) => orderId);
  expect(await ids("orderHistory", lou)).toEqual([orders.ofLou]);
  expect(await ids("getOrders", lou)).toEqual([orders.ofLou]);
  expect((await ids("orderHistory", home.token)).toSorted()).toEqual(Object.values(orders).toSorted());
  for (const orderId of [orders.ofHolderForLou, orders.ofHolderForNoe]) {
    for (const name of [
      "getOrders",
      "printOrder",
      "cancelOrder",
      "payOrder",
      "acknowledgePayment",
      "quoteRefund",
      "readRefundRequests",
    ] as const) {
      expect([name, await codeOf(name, { orderId })]).toEqual([name, "NOT_FOUND"]);
    }
  }
  expect((await api.call("getOrders", { orderId: orders.ofLou }, { token: lou })).body.items).toHaveLength(1);
  expect((await api.call("printOrder", { orderId: orders.ofLou }, { token: lou })).http).toBe(200);
});

test("a traveller buys for themselves only, by their own name and age", async () => {
  expect((await buy(lou, home.child("Noé"))).body.error?.code).toBe("TRAVELLER_UNKNOWN");
  expect((await buy(lou, home.user.userId)).body.error?.code).toBe("TRAVELLER_UNKNOWN");
  expect(
    (
      await buy(lou, home.child("Lou"), {
        over18Accepted: false,
        articles: [{ quantity: 2, productId: "free", customerId: home.child("Lou"), support: "DEMATERIALIZED" }],
      })
    ).body.error?.code,
  ).toBe("MAJORITY_NOT_CERTIFIED");
  const articles = [
    { quantity: 1, productId: "free", customerId: home.child("Noé"), support: "DEMATERIALIZED" as const },
  ];
  const verified = await api.call("verifyOrder", { articles }, { token: lou });
  expect(verified.body.lines[0]?.errors[0]?.code).toBe("TRAVELLER_UNKNOWN");
});

test("a cart and a key of the holder give a traveller no access to the holder's payment", async () => {
  const line = { quantity: 1, productId: "single", customerId: home.child("Lou"), support: "DEMATERIALIZED" as const };
  const cart = { articles: [line], totalAmount: { amount: 150, currency: "EUR" } };
  const key = "one-key-of-two-browsers";
  for (const token of [home.token, lou]) {
    expect((await buy(token, home.child("Lou"), cart, key)).body.error?.code).toBe("PAYMENT_UNAVAILABLE");
  }
  const unpaid = async (token: string) =>
    (await api.call("orderHistory", {}, { token })).body.items.filter(({ amount }) => amount.amount === 150);
  expect(await unpaid(home.token)).toHaveLength(2);
  expect(await unpaid(lou)).toHaveLength(1);
});

test("a traveller sees their own tickets, whoever bought them, and what was paid only where they paid", async () => {
  const seen = (await api.call("tickets", {}, { token: lou })).body.items;
  expect(new Set(seen.map(({ traveller }) => traveller?.firstName))).toEqual(new Set(["Lou"]));
  const given = seen.find(({ orderId }) => orderId === orders.ofHolderForLou)?.ticketId ?? "";
  const bought = seen.find(({ orderId }) => orderId === orders.ofLou)?.ticketId ?? "";
  const stacks = (await api.call("getWallet", {}, { token: lou })).body.stacks;
  expect(stacks.flatMap(({ tickets }) => tickets.map(({ ticketId }) => ticketId)).toSorted()).toEqual(
    [given, bought].toSorted(),
  );
  const noes = (await api.call("tickets", {}, { token: home.token })).body.items.find(
    ({ traveller }) => traveller?.firstName === "Noé",
  );
  for (const name of ["tickets", "ticketPdf", "contractAttestation"] as const) {
    expect([name, await codeOf(name, { ticketId: noes?.ticketId ?? "" })]).toEqual([name, "NOT_FOUND"]);
  }
  expect(await codeOf("contractAttestation", { ticketId: given })).toBe("HOLDER_REQUIRED");
  expect((await api.call("contractAttestation", { ticketId: bought }, { token: lou })).http).toBe(200);
  expect((await api.call("ticketPdf", { ticketId: given }, { token: lou })).http).toBe(200);
});
