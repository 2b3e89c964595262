import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Call, isForCustomers, needsUser } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { sampleValues } from "../testing/sample-values.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";

const names = Object.keys(calls) as CallName[];
const definitionOf = (name: CallName): Call => calls[name];
/** A request's id of another person's object, which is tried in every call that accepts it. */
const ownedFields = ["orderId", "ticketId", "sessionId"] as const;
/** Objects that belong to nobody. */
const nobodys: Record<string, string> = {
  authProviderId: "a provider of the network",
  item_id: "an article",
  paperworkTypeId: "a kind of document",
  qualificationProviderId: "a public body",
  stickerId: "a sticker on a vehicle",
};
/** An id of another person's object, tried by a test of its module: call, field, the test's file and name. */
const triedElsewhere: Record<string, readonly [file: string, name: string]> = {
  ...Object.fromEntries(
    [
      "deleteDocument: documentId",
      "fileDownloadUrl: documentId",
      "createDocumentsSubmission: document_ids",
      "updateDocumentsSubmission: document_ids",
      "updateDocumentsSubmission: submission_id",
      "cancelDocumentsSubmission: submission_id",
      "getUserDocumentSubmissions: submission_id",
    ].map((named) => [
      named,
      [
        "documents/documents.test.ts",
        "documents and submissions of another account, network or traveller are not found",
      ],
    ]),
  ),
  ...Object.fromEntries(
    ["addRefundEvidence: requestId", "withdrawRefundRequest: requestId"].map((named) => [
      named,
      [
        "refunds/refund-requests.test.ts",
        "a stranger, another network and a role without the permission see nothing; a guest's link works",
      ],
    ]),
  ),
  "requestRefund: ticketIds": [
    "refunds/refunds.test.ts",
    "another's order, another's ticket and a forged link are not found; a guest's link works without a session",
  ],
  "unregisterMedia: mediaId": [
    "transport-cards/unregister.test.ts",
    "a card of another account, of another network or an unknown one is not found",
  ],
  "declareMediaIncident: mediaId": [
    "transport-cards/incidents.test.ts",
    "a card of another account, of another network or an unknown one is not found",
  ],
  "productsOnMedia: mediaId": [
    "wallet/tickets-on-card.test.ts",
    "another account's card, one of another network and an unknown one are not found",
  ],
  "transferContract: mediaId": [
    "wallet/transfer-ticket.test.ts",
    "the card must be the account's own and in use, and the article sold for cards",
  ],
  "transferContract: customerId": [
    "wallet/transfer-ticket.test.ts",
    "nobody transfers another account's ticket, nor to a traveller of another account; a traveller's own sign-in transfers nothing",
  ],
  "redeemVoucher: customerId": [
    "orders/redeem-voucher.test.ts",
    "only a known customer may redeem: not a guest, not an unverified or incomplete account, not for another account's traveller",
  ],
  "previewInstallments: subscriptionId": [
    "payments/mandates/mandate-scope.test.ts",
    "the mandate of another account's subscription, or of an article that does not renew, is not shown",
  ],
  "getSubscription: subscriptionId": [
    "subscriptions/reading.test.ts",
    "a subscription of another account or network is not found",
  ],
  ...Object.fromEntries(
    ["terminateSubscription", "takeBackTermination", "updateSubscriptionCard"].map((call) => [
      `${call}: subscriptionId`,
      [
        "subscriptions/subscription-end.test.ts",
        "another account's subscription cannot be ended, resumed or paid differently, in this network or another",
      ],
    ]),
  ),
  "updateSubscriptionCard: cardId": [
    "subscriptions/blocked.test.ts",
    "only the account's own payment method that can be charged later replaces it; a bank account needs a signed mandate",
  ],
  "sendGeolocation: useId": [
    "travel/geolocation.test.ts",
    "nobody sends a position for another's validation, in this network or another",
  ],
  ...Object.fromEntries(
    ["placeOrder", "unregisterCard", "setCardBookmark", "removeCardBookmark", "setCardNickname"].map((call) => [
      `${call}: cardId`,
      [
        "payments/saved-cards.test.ts",
        "a card of another account or network, or a removed one, can neither pay nor be changed",
      ],
    ]),
  ),
};
const fieldsOf = (definition: Pick<Call, "request">) =>
  Object.keys(definition.request).filter((field) => /([a-z]Id|_id|[a-z]Guid|[a-z]Uuid)s?$/.test(field));
/** Ids of a call for which no test with another person's object is known. */
const untried = (name: string, definition: Pick<Call, "request">) =>
  fieldsOf(definition)
    // `userId` is tested above, in every call.
    .filter(
      (field) => field !== "userId" && !ownedFields.some((known) => known === field) && !Object.hasOwn(nobodys, field),
    )
    .map((field) => `${name}: ${field}`)
    .filter((named) => !Object.hasOwn(triedElsewhere, named));

let people: PeopleApi;
let api: PeopleApi["api"];
let mine: Family;
let foreign: Record<(typeof ownedFields)[number], string[]>;
beforeAll(async () => {
  const articles = [testArticle({ id: "single", price: 0, validity: { from: "purchase", duration: "P1D" } })];
  people = await openPeopleApi({ packs: ["north", "south"].map((id) => testPack({ id, articles })) });
  api = people.api;
  mine = await familyOf(people, "mine@example.org", []);
  const others = [
    { family: await familyOf(people, "theirs@example.org", []), network: "north" },
    { family: await familyOf(people, "south@example.org", [], "south"), network: "south" },
  ];
  foreign = { orderId: ["nothing", api.deps.ids.uuid()], ticketId: ["nothing"], sessionId: ["nothing"] };
  for (const { family, network } of others) {
    const asking = { token: family.token, network };
    const order = {
      articles: [
        { quantity: 1, productId: "single", customerId: family.user.userId, support: "DEMATERIALIZED" as const },
      ],
      paymentMethod: "CARD" as const,
      termsAccepted: true,
      totalAmount: { amount: 0, currency: "EUR" },
      returnUrl: "/cart",
    };
    const placed = await api.call("placeOrder", order, asking);
    const tickets = await api.call("tickets", {}, asking);
    const sessions = await api.call("getSessions", {}, asking);
    foreign.orderId.push(placed.body.orderId);
    foreign.ticketId.push(tickets.body.items[0]?.ticketId ?? "");
    foreign.sessionId.push(sessions.body.sessions[0]?.sessionId ?? "");
  }
});
afterAll(() => people.close());

const ask = (name: CallName, values: Record<string, unknown>, token?: string) =>
  api.call(name, { ...sampleValues(definitionOf(name)), ...values }, { token });

describe("every call with a customer's token", () => {
  const withToken = names.filter((name) => isForCustomers(definitionOf(name)));

  // covers §6: nothing of another account or network
  it.each(withToken)("%s refuses that of another network", async (name) => {
    const { body } = await people
      .customer(`${name.toLowerCase()}@example.org`, "south")
      .then(({ token }) => ask(name, {}, token));
    expect(body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  });

  it.each(withToken.filter((name) => needsUser(definitionOf(name))))("%s needs one", async (name) => {
    expect((await ask(name, {})).body.error?.code).toBe("USER_NOT_CONNECTED");
  });
});

describe("every call with a customer's token and a person (`userId`)", () => {
  const withPerson = names.filter((name) => isForCustomers(definitionOf(name)));

  // covers §6: nothing of another account or network
  it.each(withPerson)("%s reveals nothing of another account's person, and changes nothing of them", async (name) => {
    const [me, other, south] = await Promise.all([
      testPerson(api.deps),
      testPerson(api.deps, { firstName: "Zenobia" }),
      testPerson(api.deps, { network: "south", firstName: "Zenobia" }),
    ]);
    const seen = async () => [
      (await api.call("getUser", {}, { token: other.token })).body.user,
      (await api.call("getUser", {}, { token: south.token, network: "south" })).body.user,
    ];
    const before = await seen();
    // Calls with their own rule for the field respond in their own way; every other call finds nobody.
    const isOwn = "userId" in definitionOf(name).request;
    expect(before.map((user) => user?.userName)).toEqual(["Zenobia", "Zenobia"]);
    for (const { userId, email } of [other, south]) {
      const { body } = await ask(name, { userId }, me.token);
      if (!isOwn) expect(body.error?.code).toBe("NOT_FOUND");
      for (const theirs of [userId, email, "Zenobia"]) expect(JSON.stringify(body)).not.toContain(theirs);
    }
    expect(await seen()).toEqual(before);
  });
});

describe("every call with the id of a personal object", () => {
  const owned = names
    .filter((name) => isForCustomers(definitionOf(name)))
    .flatMap((name) =>
      ownedFields.filter((field) => field in definitionOf(name).request).map((field) => [name, field] as const),
    );

  // covers §6: nothing of another account or network
  it.each(owned)("%s does not find another's by %s, in this network or another", async (name, field) => {
    expect(foreign[field].length).toBeGreaterThan(2);
    for (const id of foreign[field]) {
      const { body } = await ask(name, { [field]: id }, mine.token);
      expect([id, body.error?.code]).toEqual([id, "NOT_FOUND"]);
    }
  });

  it("is known to this test, or to a test of its module", () => {
    const customers = names.filter((name) => isForCustomers(definitionOf(name)));
    expect(customers.flatMap((name) => untried(name, definitionOf(name)))).toEqual([]);
    const named = customers.flatMap((name) => fieldsOf(definitionOf(name)).map((field) => `${name}: ${field}`));
    expect(Object.keys(triedElsewhere).filter((one) => !named.includes(one))).toEqual([]);
  });

  it.each(Object.entries(triedElsewhere))("%s is tested where it is said to be", (_named, [file, name]) => {
    expect(readFileSync(join(import.meta.dirname, "..", file), "utf8")).toContain(name);
  });

  // covers §6: nothing of another account or network
  it("is reported here when a new call adds it, also under a name that other fields have", () => {
    const fresh = {
      request: { documentId: z.string(), wish_ids: z.array(z.string()), parcelId: z.string(), note: z.string() },
    };
    expect(untried("newCall", fresh)).toEqual(["newCall: documentId", "newCall: wish_ids", "newCall: parcelId"]);
    expect(untried("deleteDocument", fresh)).toEqual(["deleteDocument: wish_ids", "deleteDocument: parcelId"]);
  });
});
