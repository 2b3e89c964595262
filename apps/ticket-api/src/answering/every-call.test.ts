import { type Call, isForCustomers, needsUser } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { sampleValues } from "../testing/sample-values.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

const names = Object.keys(calls) as CallName[];
const definitionOf = (name: CallName): Call => calls[name];
/** An id in a request that names a thing of somebody's; what the rooms' own tests show is listed apart. */
const ownedFields = ["orderId", "ticketId", "sessionId"] as const;
/** Ids of things that belong to nobody, or whose rooms test them. */
const otherFields: ReadonlySet<string> = new Set([
  "authProviderId",
  "cardId",
  "customerId",
  "documentId",
  "mediaId",
  "paperworkTypeId",
  "qualificationProviderId",
  "siteId",
  "stickerId",
  "useId",
]);
const fieldsOf = (name: CallName) =>
  Object.keys(definitionOf(name).request).filter((field) => /[a-z]Ids?$/.test(field));

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
  foreign = { orderId: ["nothing", api.house.ids.uuid()], ticketId: ["nothing"], sessionId: ["nothing"] };
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
    const placed = await api.ask("placeOrder", order, asking);
    const tickets = await api.ask("tickets", {}, asking);
    const sessions = await api.ask("getSessions", {}, asking);
    foreign.orderId.push(placed.body.orderId);
    foreign.ticketId.push(tickets.body.items[0]?.ticketId ?? "");
    foreign.sessionId.push(sessions.body.sessions[0]?.sessionId ?? "");
  }
});
afterAll(() => people.close());

const ask = (name: CallName, values: Record<string, unknown>, token?: string) =>
  api.ask(name, { ...sampleValues(definitionOf(name)), ...values }, { token });

describe("every call that takes a customer's token", () => {
  const withToken = names.filter((name) => isForCustomers(definitionOf(name)));

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

describe("every call that names a thing of somebody's", () => {
  const owned = names
    .filter((name) => isForCustomers(definitionOf(name)))
    .flatMap((name) =>
      ownedFields.filter((field) => field in definitionOf(name).request).map((field) => [name, field] as const),
    );

  it.each(owned)("%s does not find another's by %s, in this network or another", async (name, field) => {
    expect(foreign[field].length).toBeGreaterThan(2);
    for (const id of foreign[field]) {
      const { body } = await ask(name, { [field]: id }, mine.token);
      expect([id, body.error?.code]).toEqual([id, "NOT_FOUND"]);
    }
  });

  it("is known to this test, or to a test of its room", () => {
    const unknown = names
      .filter((name) => isForCustomers(definitionOf(name)))
      .flatMap((name) =>
        fieldsOf(name)
          .filter((field) => !ownedFields.some((known) => known === field) && !otherFields.has(field))
          .map((field) => `${name}: ${field}`),
      );
    expect(unknown).toEqual([]);
  });
});
