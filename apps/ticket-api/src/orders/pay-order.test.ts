import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minutesMs } from "../clock.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, outcomeOf, placeRefusedOrder, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const articles = [testArticle({ id: "single", price: 150 })];
  shop = await openTestShop({ packs: [testPack({ articles, network: { switches: { guestOrders: true } } })] });
}, 60_000);
afterAll(() => shop.close());

async function placeAsGuest(): Promise<{ guest: TestPerson; orderId: string; paymentUrl: string | undefined }> {
  const guest = await testPerson(shop.api.deps, { guest: true });
  const order = { ...orderOf(guest, 150), invoiceEmail: guest.email, over18Accepted: true };
  const asked = { token: guest.token, idempotencyKey: crypto.randomUUID() };
  const { orderId, paymentUrl } = (await shop.api.call("placeOrder", order, asked)).body;
  return { guest, orderId, paymentUrl };
}

/** The fields of the signed link to a guest's order, as its e-mails have it. */
function linkOf(orderId: string) {
  const { path, until } = guestOrderLink(shop.api.deps, { id: orderId, networkId: "north" });
  return { orderId, until, linkSignature: new URL(path, "http://shop.example").searchParams.get("link") ?? "" };
}
/** All jobs of half an hour run. */
const slow = { timeout: 90_000 };
const capturesOf = async (orderId: string) =>
  (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture").length;

describe("an unpaid order of a guest", () => {
  it("says that it was cancelled once its time is up", slow, async () => {
    const { orderId } = await placeAsGuest();
    await shop.pass(minutesMs(31));
    const { body } = await shop.api.call("payOrder", linkOf(orderId));
    expect(body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "CANCELED" } });
  });

  // covers: a guest pays or cancels an unpaid order with the link of an e-mail, in any browser
  it("is paid by the signed link without the session: at its open payment page, once", async () => {
    const { guest, orderId, paymentUrl } = await placeAsGuest();
    const [first, second] = await Promise.all([1, 2].map(() => shop.api.call("payOrder", linkOf(orderId))));
    expect([first?.body, second?.body]).toEqual([1, 2].map(() => expect.objectContaining({ paymentUrl })));
    await shop.pay(first?.body.paymentUrl);
    expect(await outcomeOf(shop, guest, orderId)).toBe("CONFIRMED");
    expect(await capturesOf(orderId)).toBe(1);
    const again = await shop.api.call("payOrder", linkOf(orderId));
    expect([again.http, again.body]).toEqual([200, expect.objectContaining({ orderStatus: "COMPLETED" })]);
    expect(again.body.paymentUrl).toBeUndefined();
  });

  it("is cancelled by the signed link, and not paid afterwards", async () => {
    const { orderId } = await placeAsGuest();
    expect((await shop.api.call("cancelOrder", linkOf(orderId))).body).toMatchObject({ orderStatus: "CANCELED" });
    const paid = await shop.api.call("payOrder", linkOf(orderId));
    expect(paid.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "CANCELED" } });
    expect(await capturesOf(orderId)).toBe(0);
  });

  it("is neither paid nor cancelled without the link, by a forged one, or by the link of another order", async () => {
    const { orderId } = await placeAsGuest();
    const other = linkOf((await placeAsGuest()).orderId);
    const stranger = await testPerson(shop.api.deps);
    const wrong = [
      { orderId },
      { ...linkOf(orderId), linkSignature: "AAAA" },
      { ...linkOf(orderId), until: "2099-01-01T00:00:00.000Z" },
      { ...other, orderId },
    ];
    for (const request of wrong)
      for (const name of ["payOrder", "cancelOrder"] as const)
        for (const token of [undefined, stranger.token]) {
          const { body } = await shop.api.call(name, request, token === undefined ? {} : { token });
          const isNobodys = token === undefined && !("linkSignature" in request);
          expect(body.error?.code).toBe(isNobodys ? "USER_NOT_CONNECTED" : "NOT_FOUND");
        }
  });
});

describe("an order whose payment was refused", () => {
  it("is paid at another payment page: two presses open one, and one capture pays it", async () => {
    const person = await testPerson(shop.api.deps);
    const orderId = await placeRefusedOrder(shop, person);
    const ask = () => shop.api.call("payOrder", { orderId }, { token: person.token });
    const pages = (await Promise.all([ask(), ask()])).map(({ body }) => body.paymentUrl);
    expect(new Set(pages).size).toBe(1);
    await shop.pay(pages[0]);
    expect(await outcomeOf(shop, person, orderId)).toBe("CONFIRMED");
    expect(await capturesOf(orderId)).toBe(1);
  });

  it("is not paid again shortly before its time is up", async () => {
    const person = await testPerson(shop.api.deps);
    const orderId = await placeRefusedOrder(shop, person);
    await shop.pass(minutesMs(25));
    const { body } = await shop.api.call("payOrder", { orderId }, { token: person.token });
    expect(body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "expiring" } });
  });

  it("stays as it is while the provider does not answer", async () => {
    const person = await testPerson(shop.api.deps);
    const orderId = await placeRefusedOrder(shop, person);
    await shop.behave("down", 10);
    const { body } = await shop.api.call("payOrder", { orderId }, { token: person.token });
    await shop.behave("down", 0);
    expect(body.error?.code).toBe("PAYMENT_UNAVAILABLE");
  });
});
