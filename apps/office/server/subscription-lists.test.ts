import type { ListedSubscription } from "@guichet/contract/office/subscription-lists.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const id = (last: number) => `0193a1f0-0000-7000-8000-00000000000${last}`;
const suspended: ListedSubscription = {
  subscriptionId: id(1),
  customerId: id(2),
  customer: "Ana Silva",
  traveller: "Lou Silva",
  name: "Pass mensuel",
  interval: "P1M",
  method: "TRANSFER",
  day: "2026-11-18",
  amount: { amount: 3200, currency: "EUR" },
  blockReason: "DEBIT_REFUSED",
  endReason: null,
  orderId: id(3),
  orderNumber: "2026-000017",
  createdAt: "2026-10-01T08:00:00.000Z",
};

let items: ListedSubscription[] = [suspended];
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listSubscriptions": () => ({ status: "ok", items, nextCursor: "next-1" }),
      "/Office/downloadSubscriptions": (_seen, reply) => reply.type("text/csv").send("subscription\r\n1\r\n"),
    },
  );
  office = await officeAt(peer.baseUrl);
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const found = await office.inject({ url: `/demo/payments/subscriptions${path}`, headers });
  return { ...found, body: found.body.replaceAll(/[\u00a0\u202f]/gu, " "), headers: found.headers };
};
const sent = (name: string) => peer.seen.filter(({ path }) => path === `/Office/${name}`).map(({ values }) => values);

// covers: the office lists subscriptions by state with the day and the amount, page by page, filtered, sorted and as CSV
test("the list shows who, what, since when and how much, leads to customer and order, and keeps its filter", async () => {
  const { body } = await get("?state=suspended&method=TRANSFER&interval=P1M&order=last&after=abc");
  for (const text of [
    ...["Suspendu depuis", "18 nov. 2026", "Paiement refusé", "32,00 €", "Chaque mois · Prélèvement", "Lou Silva"],
    ...[`href="/demo/customers/${id(2)}"`, `href="/demo/orders/${id(3)}"`, "2026-000017"],
    'href="/demo/payments/subscriptions/list.csv?state=suspended&amp;method=TRANSFER&amp;interval=P1M&amp;order=last"',
    "after=next-1",
  ])
    expect(body).toContain(text);
  expect(sent("listSubscriptions").at(-1)).toMatchObject({
    ...{ state: "suspended", method: "TRANSFER", interval: "P1M", order: "last", cursor: "abc" },
  });
  items = [];
  expect((await get("?state=nonsense")).body).toContain("Aucun abonnement dans cet état.");
  expect(sent("listSubscriptions").at(-1)).toMatchObject({ state: "renewing" });
  const file = await get("/list.csv?state=ended");
  expect(file.headers["content-disposition"]).toBe('attachment; filename="subscriptions-ended.csv"');
  expect(file.body).toContain("subscription");
});
