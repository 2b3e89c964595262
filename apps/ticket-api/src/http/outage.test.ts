import { sign } from "@guichet/contract/signature.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../testing/database.ts";
import { type Severable, severable } from "../testing/providers/severable.ts";
import { openTestApi, shopClient, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let way: Severable;
let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  database = await testDatabase();
  way = await severable(database.url);
  // Nothing listens at the payment provider's address.
  const environment = { DATABASE_URL: way.url, SANDBOX_URL: "http://127.0.0.1:9" };
  const articles = [testArticle({ id: "single", price: 150, validity: { from: "purchase", duration: "P1D" } })];
  api = await openTestApi({ packs: [testPack({ articles })], environment });
  person = await testPerson(api.deps);
});
afterAll(async () => {
  await api.close();
  await way.cut();
  await database.drop();
});

const place = () =>
  api.call(
    "placeOrder",
    {
      articles: [{ quantity: 1, productId: "single", customerId: person.userId, support: "DEMATERIALIZED" }],
      paymentMethod: "CARD",
      termsAccepted: true,
      totalAmount: { amount: 150, currency: "EUR" },
      returnUrl: "/cart",
    },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
const retryAfter = async (path: string, init?: RequestInit) => {
  const response = await fetch(new URL(path, api.url), init);
  return [response.status, response.headers.get("retry-after")];
};

/** Sends a call without the client, to see its headers. */
function signed(path: string, own: Record<string, string>, method = "GET"): [string, RequestInit] {
  const values = { networkId: "north", ...own };
  const sent = { ...values, signature: sign(values, shopClient.key) };
  const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
  if (method === "GET") return [`${path}?${new URLSearchParams(sent)}`, { headers }];
  return [path, { method, headers, body: JSON.stringify(sent) }];
}

// covers §7: 503 with `Retry-After` while the database or the payment provider is down; the shop says so and signs nobody out
test("while the database is unreachable, every call responds with 503 in its envelope and Retry-After; then it recovers by itself", async () => {
  const asked = () => [
    api.call("getUser", {}, { token: person.token }),
    api.call("orderHistory", {}, { token: person.token }),
    api.call("verifyOrder", { articles: [] }),
    api.call("resetPassword", { email: "nobody@example.org" }),
    api.call(
      "createProfile",
      { firstName: "Lou", lastName: "Martin", birthDate: "2015-05-04" },
      { token: person.token, idempotencyKey: crypto.randomUUID() },
    ),
    place(),
  ];
  await way.cut();
  for (const { http, body } of await Promise.all(asked())) {
    expect([http, body.status, body.error?.code]).toEqual([503, "ko", "UNAVAILABLE"]);
  }
  expect(await retryAfter(...signed("/Order/history.json", {}))).toEqual([503, "2"]);
  const json = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"email":"a@b.example","password":"x"}',
  };
  expect(
    await retryAfter("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-north", json),
  ).toEqual([503, "2"]);
  expect(await retryAfter("/readyz")).toEqual([503, "2"]);
  await way.mend();
  await expect
    .poll(async () => (await api.call("getUser", {}, { token: person.token })).http, { timeout: 10_000 })
    .toBe(200);
});

// covers §7: 503 with `Retry-After` while the database or the payment provider is down; the shop says so and signs nobody out
test("while the payment provider is unreachable, an order responds with 503 and Retry-After", async () => {
  const { http, body } = await place();
  expect([http, body.status, body.error?.code]).toEqual([503, "ko", "PAYMENT_UNAVAILABLE"]);
  expect(await retryAfter(...signed("/Account/registerCard", { returnUrl: "/account" }, "POST"))).toEqual([503, "2"]);
});
