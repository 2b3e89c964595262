import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, minutesMs } from "../clock.ts";
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from "../integrations/payment-provider.ts";
import { paymentProviders } from "../integrations/payment-providers.ts";
import { planScheduledJobs } from "../jobs/scheduled-jobs.ts";
import { importPack } from "../networks/import.ts";
import { testAccount, testProvider } from "../testing/providers/test-provider.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { reconcileMinutes } from "./payment-jobs.ts";
import { reportUnconfiguredAccounts } from "./unconfigured-accounts.ts";

const otherAccount = "stripe/coast";
const articles = [
  testArticle({ id: "single", price: 150 }),
  testArticle({
    id: "year",
    price: 3_000,
    validity: { from: "purchase", duration: "P1Y" },
    paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
  }),
];

/** A provider account that knows only what began there, and can be made unreachable. */
function openAccount(provider: PaymentProvider) {
  const sessions = new Set<string>();
  const asked: string[] = [];
  let isDown = false;
  const asking = (call: string) => {
    if (isDown) throw new ProviderUnreachable("down for the test");
    asked.push(call);
  };
  const begun = <Session extends { id: string }>(session: Session): Session => {
    sessions.add(session.id);
    return session;
  };
  const known = (call: string, id: string) => {
    asking(call);
    if (!sessions.has(id)) throw new ProviderRefused("session_unknown", `${id} began elsewhere`);
  };
  const account: PaymentProvider = {
    ...provider,
    create: async (request) => {
      asking(request.savedMethod === undefined ? "create" : "create with a proposed card");
      return begun(await provider.create(request));
    },
    chargeSaved: async (request) => {
      asking("chargeSaved");
      return begun(await provider.chargeSaved(request));
    },
    get: async (id) => {
      known("get", id);
      return provider.get(id);
    },
    cancel: async (id) => {
      known("cancel", id);
      return provider.cancel(id);
    },
    refund: async (id, request) => {
      known("refund", id);
      return provider.refund(id, request);
    },
    removeSavedMethod: async (id) => {
      asking("removeSavedMethod");
      return provider.removeSavedMethod(id);
    },
    listSince: async (cursor) => {
      asking("listSince");
      const page = await provider.listSince(cursor);
      return { ...page, sessions: page.sessions.filter(({ id }) => sessions.has(id)) };
    },
  };
  return {
    account,
    asked,
    setDown: (value: boolean) => {
      isDown = value;
    },
  };
}

let shop: Shop;
let main: ReturnType<typeof openAccount>;
let other: ReturnType<typeof openAccount>;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles })] });
  const provider = testProvider(shop.api.deps);
  main = openAccount(provider);
  other = openAccount(provider);
  shop.api.deps.payments = paymentProviders({ [testAccount]: main.account, [otherAccount]: other.account });
  await planScheduledJobs(shop.api.deps);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  await payAt("main");
  person = await testPerson(shop.api.deps);
  main.asked.length = 0;
  other.asked.length = 0;
});

/** Changes the account that takes the network's new payments. */
async function payAt(account: string): Promise<void> {
  const pack = testPack({ articles, network: { payment: { provider: "stripe", account } } });
  expect(await importPack(shop.api.deps.db, pack, shop.api.clock.iso())).toMatchObject({ ok: true });
  shop.api.deps.networks.forget();
}

const place = (more: Record<string, unknown> = {}, cents = 150) => placeOrderOf(shop, person, cents, more);
const acknowledge = (orderId: string) => outcomeOf(shop, person, orderId);
const cardsOf = async () => (await shop.api.call("getCards", {}, { token: person.token })).body.cards;
async function buyAndSaveCard(): Promise<string> {
  const { body } = await place({ keepCard: true });
  await shop.pay(body.paymentUrl);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  const [card] = await cardsOf();
  return card?.ID ?? "";
}
const differences = () => audit(shop.api.deps, { grace: 0 });

// covers: a payment stays at the provider account where it began
test("a payment that began before its network changed the provider is read, paid and refunded where it began", async () => {
  const { body } = await place();
  await payAt("coast");
  await shop.pay(body.paymentUrl);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  const session = new URL(body.paymentUrl ?? "").pathname.split("/").at(-1) ?? "";
  await shop.refundAtProvider(session, 150);
  await shop.pass(minutesMs(reconcileMinutes + 1));
  const [order] = (await shop.api.call("getOrders", { orderId: body.orderId }, { token: person.token })).body.items;
  expect(order?.status).toBe("CANCELED");
  expect(other.asked.filter((call) => call !== "listSince")).toEqual([]);
  const next = await place();
  expect(other.asked).toContain("create");
  await shop.pay(next.body.paymentUrl);
  expect(await acknowledge(next.body.orderId)).toBe("CONFIRMED");
  expect(await differences()).toEqual([]);
});

test("a saved card is charged where it is saved; the page of another account does not propose it", async () => {
  const cardId = await buyAndSaveCard();
  await payAt("coast");
  const charged = await place({ cardId, chargeCard: true });
  expect(charged.body.orderStatus).toBe("COMPLETED");
  expect(main.asked).toContain("chargeSaved");
  const page = await place({ cardId });
  expect(page.body.paymentUrl).toEqual(expect.any(String));
  expect(other.asked).toContain("create");
  expect(other.asked).not.toContain("create with a proposed card");
  await shop.api.call("unregisterCard", { cardId }, { token: person.token });
  await shop.api.work.drain();
  expect(main.asked).toContain("removeSavedMethod");
  expect(other.asked).not.toContain("removeSavedMethod");
  expect(await differences()).toEqual([]);
});

test("the installments of an order are charged to its card, where that is saved", async () => {
  const yearly = orderOf(person, 3_000, { productId: "year" });
  const { body } = await place({ ...yearly, installments: 3 });
  await shop.pay(body.paymentUrl);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  await payAt("coast");
  await shop.pass(daysMs(70));
  expect((await shop.ledger(body.orderId)).filter(({ kind }) => kind === "debit")).toHaveLength(2);
  expect(other.asked).not.toContain("chargeSaved");
  expect(await differences()).toEqual([]);
});

test("an account that does not respond neither holds up the others nor loses its position", async () => {
  const { body } = await place();
  await payAt("coast");
  const elsewhere = await place(orderOf(person, 300, { quantity: 2 }));
  main.setDown(true);
  try {
    await shop.pay(elsewhere.body.paymentUrl);
    await shop.pay(body.paymentUrl);
    await shop.pass(minutesMs(reconcileMinutes + 1));
    expect(await orderStatus(elsewhere.body.orderId)).toBe("COMPLETED");
    expect(await orderStatus(body.orderId)).not.toBe("COMPLETED");
  } finally {
    main.setDown(false);
  }
  await shop.pass(minutesMs(2 * reconcileMinutes));
  expect(await orderStatus(body.orderId)).toBe("COMPLETED");
  expect(await differences()).toEqual([]);
});

test("where the keys of an account are missing an order says that paying is not possible now, and works once they are back", async () => {
  expect(await reportUnconfiguredAccounts(shop.api.deps)).toEqual([]);
  await payAt("hills");
  expect(await reportUnconfiguredAccounts(shop.api.deps)).toEqual(["stripe/hills"]);
  const refused = await place();
  expect([refused.http, refused.body.error?.code]).toEqual([503, "PAYMENT_UNAVAILABLE"]);
  const registered = await shop.api.call("registerCard", { returnUrl: "/account" }, { token: person.token });
  expect(registered.body.error?.code).toBe("PAYMENT_UNAVAILABLE");
  await payAt("coast");
  const { body } = await place();
  await shop.pay(body.paymentUrl);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
});

// covers: each provider account has an address for its notifications
test("notifications reach the account that they name; an unknown account is not found", async () => {
  const unknown = await shop.api.send("POST", "/payment/notifications/stripe/hills", { body: "{}", headers: {} });
  expect(unknown.http).toBe(404);
  for (const account of ["/stripe/main", "/stripe/coast"]) {
    const forged = await shop.api.send("POST", `/payment/notifications${account}`, { body: "{}", headers: {} });
    expect(forged.http).toBe(401);
  }
});

async function orderStatus(id: string): Promise<string | undefined> {
  const found = await sql<{ status: string }>`select status from orders where id = ${id}`.execute(shop.api.deps.db);
  return found.rows[0]?.status;
}
