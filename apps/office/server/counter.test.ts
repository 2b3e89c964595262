import type { CashDrawer, CounterArticle, CounterSale } from "@guichet/contract/office/counter.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const orderId = "0193a1f0-0000-7000-8000-000000000001";
const euros = (amount: number) => ({ amount, currency: "EUR" });
const article: CounterArticle = {
  ...{ shopItemId: "single", name: "Ticket 1 heure", summary: "Toutes les lignes", audience: null, zone: null },
  ...{ price: euros(150), supports: ["DEMATERIALIZED"], quantityMin: 1, quantityMax: 9, startKind: null, starts: [] },
  ...{ options: [], makesCard: false, searchWords: ["billet"] },
  fields: [
    {
      ...{ id: "plate", type: "text", label: "Plaque", hint: null, required: true, confirm: false },
      ...{ minLength: null, maxLength: 9, choices: [] },
    },
  ],
};
const pass: CounterArticle = { ...article, shopItemId: "pass", name: "Pass mois", supports: ["MEDIA"], fields: [] };
const drawer: CashDrawer = {
  ...{ drawerId: "d1", agencyId: "port", agency: "Agence du Port", staffName: "Ana Silva", isOwn: true },
  ...{ openedAt: "2026-11-20T08:00:00.000Z", openingAmount: euros(5000), salesAmount: euros(0) },
  ...{ refundsAmount: euros(0), saleCount: 0, refundCount: 0, expectedAmount: euros(5000) },
  ...{ closedAt: null, closedBy: null, countedAmount: null, differenceAmount: null, closeReason: null },
};
const sale: CounterSale = {
  ...{ orderId, number: "2026-000042", soldAt: "2026-11-20T09:00:00.000Z", soldBy: "Ana Silva" },
  ...{ agency: "Agence du Port", amount: euros(300), method: "CASH", givenAmount: euros(500) },
  ...{ changeAmount: euros(200), reference: null, drawerId: "d1" },
  ...{ refundedAt: null, refundedBy: null, refundDrawerId: null, refundReference: null },
  ...{ parts: [], remaining: euros(300) },
};

let open: CashDrawer | null;
let lineErrors: { code: string; details?: object }[];
let refusal: { code: string; details?: object; status: number } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const changed =
    (values: object) => (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) =>
      refusal === undefined
        ? { status: "ok", ...values }
        : reply.code(refusal.status).send({ status: "ko", error: { ...refusal, message: "" } });
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getCounter": () => ({
        ...{ status: "ok", currency: "EUR", drawer: open, sellsToGuests: true, asksBirthDate: true },
        agencies: [{ id: "port", label: "Agence du Port" }],
        articles: [article, pass],
        subscriptions: [],
      }),
      "/Office/quoteSale": () => ({
        ...{ status: "ok", traveller: null, totalAmount: euros(300), methods: ["CASH", "CARD"], errors: [] },
        vat: [{ rate: 10, net: euros(273), vat: euros(27), gross: euros(300) }],
        ...{ personLines: [], mustConfirm: false, discounts: [], discountAmount: euros(0) },
        lines: [
          {
            ...{ index: 0, option: false, gift: false, shopItemId: "single", productId: "single", quantity: 2 },
            ...{ name: "Ticket 1 heure", unitPrice: euros(150), subtotal: euros(300), discount: euros(0) },
            ...{ total: euros(300), errors: lineErrors },
          },
        ],
      }),
      "/Office/findCards": () => ({ status: "ok", cards: [], hasMore: false }),
      "/Office/sellAtCounter": changed({ orderId, wasSoldBefore: false }),
      "/Office/getCounterSale": () => ({
        ...{ status: "ok", sale, invoiceNumber: "F-1", sentTo: null, mayRefund: true, toPrepare: false },
        ...{ parts: [], cardsToHandOver: [], takesBlankCards: false },
        lines: [{ name: "Ticket 1 heure", quantity: 2, total: euros(300) }],
        tickets: [
          { ticketId: "t1", name: "Ticket 1 heure", serial: "5W7 DW9 S9C", cardDigits: null, isPrintable: true },
        ],
      }),
      "/Office/openDrawer": changed({ drawer }),
      "/Office/closeDrawer": changed({ drawer }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  open = drawer;
  lineErrors = [];
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, " ");
const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => plain((await office.inject({ url: `/demo/counter${path}`, headers })).body);
const post = async (path: string, values: Record<string, string>) => {
  const {
    statusCode,
    headers: answered,
    body,
  } = await office.inject({
    method: "POST",
    url: `/demo/counter${path}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
  return { statusCode, location: answered.location, body: plain(body) };
};
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`);
const chosen = "?sale=0123-4567&line=single%7EDEMATERIALIZED%7E2%7E";
const paid = {
  ...{ intent: "sell", total: "300", currency: "EUR", method: "CASH", givenAmount: "5", "field-0-plate": "AA-123-AA" },
};

// covers: staff sell at an agency's counter, for cash with change or by card at its terminal
test("articles are found by other words, and added to the sale in the address, which has a key of its own", async () => {
  const found = await get("?q=BILLET+heure");
  expect([found.includes("Ticket 1 heure"), found.includes("Pass mois")]).toEqual([true, false]);
  const added = await post("", { intent: "add", article: "single", support: "DEMATERIALIZED", quantity: "2" });
  expect(added.location).toMatch(/^\/demo\/counter\?sale=[\w-]{36}&line=single%7EDEMATERIALIZED%7E2%7E$/u);
  const wrong = await post(chosen, { intent: "add", article: "single", support: "DEMATERIALIZED", quantity: "0" });
  expect(wrong.body).toContain("Cette quantité n’est pas possible pour cet article.");
});

test("a sale shows total and VAT, asks for the article's fields, and takes cash only with an open drawer", async () => {
  const body = await get(chosen);
  for (const text of ["3,00 €", "dont TVA 10 % : 0,27 €", "Plaque", "Montant remis", 'href="/demo/counter/drawer"'])
    expect(body).toContain(text);
  open = null;
  const without = await get(chosen);
  expect(without).toContain("Pas de caisse ouverte : les espèces ne sont pas acceptées.");
  expect([without.includes("Montant remis"), without.includes("Agence du Port")]).toEqual([false, true]);
  lineErrors = [{ code: "CARD_REQUIRED" }];
  const faulty = await get(chosen);
  expect(faulty).toContain("Il faut une carte de transport utilisable");
  expect(faulty).toContain("Corrigez d’abord ce qui est signalé ci-dessus.");
});

test("it is sold with the key of the address; a refusal keeps what was typed", async () => {
  expect((await post(chosen, paid)).location).toBe(`/demo/counter/sales/${orderId}?done=sold`);
  expect(sent("sellAtCounter")[0]?.values).toMatchObject({
    ...{ saleKey: "0123-4567", paymentMethod: "CASH", givenAmount: euros(500), totalAmount: euros(300) },
    articles: [{ productId: "single", quantity: 2, fields: { plate: "AA-123-AA" } }],
  });
  const little = await post(chosen, { ...paid, givenAmount: "2,99" });
  expect(little.body).toContain("Le montant remis doit couvrir le total.");
  for (const kept of ['value="2,99"', 'value="AA-123-AA"']) expect(little.body).toContain(kept);
  expect(sent("sellAtCounter")).toHaveLength(1);
  refusal = { code: "TRANSITION_NOT_ALLOWED", status: 409, details: { state: "drawer-not-open" } };
  expect((await post(chosen, paid)).body).toContain("Il faut une caisse ouverte qui contient assez d’espèces.");
  refusal = { code: "ROLE_NOT_ALLOWED", status: 403 };
  const revoked = await post(chosen, paid);
  expect([revoked.statusCode, revoked.body.includes('value="AA-123-AA"')]).toEqual([403, true]);
});

test("an unknown card is refused in words, and its number stays in the field", async () => {
  const { body } = await post("?sale=0123-4567&line=pass%7EMEDIA%7E1%7E", { intent: "card", card: "9250 0001" });
  expect(body).toContain("Il faut une carte de transport utilisable");
  expect(body).toContain('value="9250 0001"');
});

test("a sale that is made shows the change, the tickets and the receipt", async () => {
  const body = await get(`/sales/${orderId}?done=before`);
  for (const text of [
    ...["Vente 2026-000042", "2,00 €", "sur 5,00 € remis", "rien n’a été vendu une deuxième fois"],
    `href="/demo/orders/${orderId}/documents/F-1"`,
    `href="/demo/counter/sales/${orderId}/tickets/t1"`,
    "Rembourser toute la vente",
  ])
    expect(body).toContain(text);
});

test("the drawer is opened and closed; a difference asks for its reason", async () => {
  open = null;
  expect((await post("/drawer", { currency: "EUR", agencyId: "port", openingAmount: "50" })).location).toBe(
    "/demo/counter",
  );
  expect(sent("openDrawer")[0]?.values).toMatchObject({ agencyId: "port", openingAmount: euros(5000) });
  open = drawer;
  expect((await post("/drawer", { drawer: "d1", countedAmount: "0" })).location).toBe(
    "/demo/counter/drawer?done=closed",
  );
  expect(sent("closeDrawer")[0]?.values).toMatchObject({ drawerId: "d1", countedAmount: euros(0) });
  refusal = { code: "FIELD_REQUIRED", status: 400, details: { field: "reason", expected: 5000 } };
  const { body } = await post("/drawer", { drawer: "d1", countedAmount: "49,90" });
  expect(body).toContain("Le montant compté diffère de l’attendu");
  expect(body).toContain('value="49,90"');
});
