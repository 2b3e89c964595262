import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { euros } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

/** Ticket API responses for the current test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(["/Order/placeOrder.json", "/Order/verify.json"], () => says);
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = {};
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { post: postWith } = requestsTo(() => shop.server);
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  postWith(url, fields, { ...signedIn, ...headers });
const asked = (path: string) => shop.asked(path);

const article = { quantity: 1, productId: "pass-31", customerId: "u1", support: "DEMATERIALIZED" };
const content = { articles: [article], vouchers: ["MOINS5"] };
const placing = {
  ...content,
  delivery: null,
  termsAccepted: true,
  over18Accepted: false,
  idempotencyKey: "key-of-this-cart",
  paymentMethod: "CARD",
  installments: 1,
  totalAmount: euros(4200),
  invoiceEmail: null,
};
const place = (url = "/fr/cart/checkout/order", headers: Record<string, string> = {}, change: object = {}) =>
  post(url, { order: JSON.stringify({ ...placing, ...change }) }, headers);
const json = { accept: "application/json" };

describe("placing an order", () => {
  const paid = { orderId: "o1", networkId: "demo", orderStatus: "PROCESSING", paymentUrl: "https://pay.example/s1" };

  // covers §2: /cart/checkout
  it("redirects to the payment page, and back under the page's language", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const answer = await place();
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "https://pay.example/s1"]);
    const seen = asked("/Order/placeOrder.json");
    expect(seen?.values).toMatchObject({ returnUrl: "/fr/cart", totalAmount: euros(4200), vouchers: ["MOINS5"] });
    expect(seen?.headers["idempotency-key"]).toBe("key-of-this-cart");
  });

  it("returns the order to a page that places it by script, which stores it with the cart", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const answer = await place("/cart/checkout/order", json);
    expect(answer.json()).toEqual({ orderId: "o1", orderStatus: "PROCESSING", paymentUrl: "https://pay.example/s1" });
    expect(asked("/Order/placeOrder.json")?.values.returnUrl).toBe("/cart");
  });

  it("redirects to the result when nothing is due", async () => {
    says["/Order/placeOrder.json"] = ok({ orderId: "o1", networkId: "demo", orderStatus: "COMPLETED" });
    const answer = await place("/ar/cart/checkout/order");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/ar/cart?order=o1"]);
  });

  // covers §2: /cart/checkout
  it.each([
    ["ORDER_AMOUNT_CHANGED", 409, euros(4500)],
    ["PAYMENT_UNAVAILABLE", 503, undefined],
    ["TERMS_NOT_ACCEPTED", 400, undefined],
    ["MAX_BUY_AT_ONCE", 409, { line: 0 }],
    ["IN_PROGRESS", 409, undefined],
  ])("returns the refusal %s with the parameters of its text", async (code, status, details) => {
    says["/Order/placeOrder.json"] = ko(status, code, details);
    const answer = await place("/cart/checkout/order", json);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ code, ...(details ? { details } : {}) });
  });

  // covers §2: shipping needs an address, and checkout waits for it
  it("sends the address only if something is shipped", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const delivery = {
      fullname: "K M",
      addressRoute: "1 q",
      addressPostalCode: "17000",
      addressCity: "L",
      addressState: "",
    };
    await place("/cart/checkout/order", json, { delivery });
    expect(asked("/Order/placeOrder.json")?.values.delivery).toBeUndefined();
    shop.seen.length = 0;
    await place("/cart/checkout/order", json, { delivery, articles: [{ ...article, support: "SHIPPING" }] });
    expect(asked("/Order/placeOrder.json")?.values.delivery).toEqual(delivery);
  });

  it("sends agency and slot only if something is collected", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const collect = { siteId: "gare", slotId: "20261124T130000Z" };
    await place("/cart/checkout/order", json, { collect });
    expect(asked("/Order/placeOrder.json")?.values.collect).toBeUndefined();
    shop.seen.length = 0;
    await place("/cart/checkout/order", json, { collect, articles: [{ ...article, support: "COLLECT" }] });
    expect(asked("/Order/placeOrder.json")?.values.collect).toEqual(collect);
  });

  it("charges a saved card only with its id, and says how terms were accepted", async () => {
    says["/Order/placeOrder.json"] = ok({ orderId: "o1", networkId: "demo", orderStatus: "ERROR" });
    const answer = await place("/cart/checkout/order", json, { cardId: "c1", chargeCard: true, consent: "button" });
    expect(answer.json()).toEqual({ orderId: "o1", orderStatus: "ERROR", paymentUrl: null });
    expect(asked("/Order/placeOrder.json")?.values).toMatchObject({
      cardId: "c1",
      chargeCard: true,
      consent: "button",
    });
    shop.seen.length = 0;
    await place("/cart/checkout/order", json, { chargeCard: true });
    expect(asked("/Order/placeOrder.json")?.values.chargeCard).toBeUndefined();
    expect(asked("/Order/placeOrder.json")?.values.consent).toBe("boxes");
  });

  it("names the browser in which a mandate is signed, and only then", async () => {
    says["/Order/placeOrder.json"] = ok({ orderId: "o1", networkId: "demo", orderStatus: "COMPLETED" });
    const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
    const mandate = { reference: "GU-23456789ABCDEFGH", digest: "d" };
    await place("/cart/checkout/order", browser, { paymentMethod: "TRANSFER", cardId: "b1", mandate });
    expect(asked("/Order/placeOrder.json")?.values).toMatchObject({ mandate, device: "Firefox, Linux" });
    shop.seen.length = 0;
    await place("/cart/checkout/order", browser);
    expect(asked("/Order/placeOrder.json")?.values).not.toHaveProperty("device");
  });

  it("keeps the session where an e-mail address is sent with it", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    await place("/cart/checkout/order", json, { guestEmail: "lina@demo.example" });
    expect(asked("/Account/login.json")).toBeUndefined();
    expect(asked("/Order/placeOrder.json")?.values.guestEmail).toBeUndefined();
  });

  it("refuses an invalid order, and requests of other sites", async () => {
    expect((await post("/cart/checkout/order", { order: "{" }, json)).json()).toEqual({ code: "FIELD_INVALID" });
    expect((await place("/cart/checkout/order", { origin: "https://evil.example" })).statusCode).toBe(403);
    expect(asked("/Order/placeOrder.json")).toBeUndefined();
  });
});

it("the cart's total is the server's quote, never cached", async () => {
  const quote = {
    ...{
      lines: [],
      discounts: [],
      subtotalAmount: euros(4700),
      discountAmount: euros(500),
      shippingFee: null,
      cheaperPasses: [],
    },
    ...{ totalAmount: euros(4200), paymentOptions: [], errors: [] },
  };
  says["/Order/verify.json"] = ok(quote);
  const answer = await post("/cart/checkout/verify", { cart: JSON.stringify(content) });
  expect(answer.json()).toEqual({ ...quote, calendars: [], cards: [] });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect((await post("/cart/checkout/verify", { cart: "[]" })).statusCode).toBe(400);
});
