import type { SearchGroup } from "@guichet/contract/office/search.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const empty = { number: null, name: null, email: null, state: null, at: null, total: null };
const order: SearchGroup = {
  kind: "invoice",
  hasMore: false,
  results: [
    {
      ...empty,
      ...{ screen: "order", id: "o1", number: "F-DEMO-2026-000017", name: "Amal Haddad", state: "invoice" },
      ...{ at: "2026-11-20T09:00:00.000Z", total: { amount: 1250, currency: "EUR" } },
    },
  ],
};
const people: SearchGroup = {
  kind: "customer",
  hasMore: true,
  results: [
    {
      ...empty,
      screen: "traveller",
      id: "t1",
      number: "K7QM2RXY",
      name: "Amal Haddad",
      email: "amal@example.org",
      state: "guest",
    },
    {
      ...empty,
      screen: "traveller",
      id: "t2",
      number: "K7QM2RXZ",
      name: null,
      email: "guest@example.org",
      state: "account",
    },
  ],
};
let answer: { groups: SearchGroup[]; isExact: boolean };
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/search": ({ values }, reply) =>
        values.q === "refused"
          ? reply.code(400).send({ status: "ko", error: { code: "FIELD_INVALID", message: "" } })
          : { status: "ok", ...answer },
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  answer = { groups: [order, people], isExact: false };
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const { statusCode, body, headers: got } = await office.inject({ url: `/demo${path}`, headers });
  return { statusCode, location: got.location, body: body.replaceAll(/[\u00a0\u202f]/g, " ") };
};

// covers: one search of the office finds orders, documents, payments, tickets, customers, cards and requests
test("results are grouped by kind and lead to their screens", async () => {
  const { body } = await get("/search?q=%20Hadad%20");
  expect(peer.seen.find(({ path }) => path === "/Office/search")?.values).toMatchObject({ q: "Hadad" });
  for (const text of [
    ...["3 résultats", "Factures et avoirs", "F-DEMO-2026-000017", "12,50 €", "facture"],
    ...["Clients", "K7QM2RXY", "amal@example.org", "invité", "Seuls les 2 premiers sont affichés"],
    ...['href="/demo/orders/o1"', 'href="/demo/travellers/t1"', 'value="Hadad"'],
  ])
    expect(body).toContain(text);
});

// covers: one search of the office finds orders, documents, payments, tickets, customers, cards and requests
test("an exact number that finds one thing opens it", async () => {
  answer = { groups: [order], isExact: true };
  expect(await get("/search?q=F-DEMO-2026-000017")).toMatchObject({ statusCode: 302, location: "/demo/orders/o1" });
});

test("without a text the page has its box and calls nothing; without results and for a refused text it explains itself", async () => {
  expect((await get("/search?q=%20")).body).toContain('role="search"');
  expect(peer.seen.filter(({ path }) => path === "/Office/search")).toEqual([]);
  answer = { groups: [], isExact: false };
  expect((await get("/search?q=zzz")).body).toContain("Aucun résultat. Vérifiez");
  const refused = await get("/search?q=refused");
  expect([refused.statusCode, refused.body.includes("Ce texte ne peut pas être recherché")]).toEqual([200, true]);
});

test("every other screen has the box in its header", async () => {
  const { body } = await get("");
  for (const text of ['action="/demo/search"', 'id="office-search"', 'href="/demo/search"'])
    expect(body).toContain(text);
});
