import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { createShop } from "../../../server/server.ts";
import { startApiPeer } from "../../../testing/api-peer.ts";
import { requestsTo } from "../../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../../testing/built-pages.ts";
import { sampleNetwork } from "../../../testing/sample-network.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const money = (amount: number) => ({ amount, currency: "EUR" });
const line = (shopItemId: string, quantity: number, unit: number, trips: number) => ({
  shopItemId,
  name: shopItemId,
  quantity,
  travellers: [0],
  startsOn: "2026-11-23",
  endsOn: "2026-12-18",
  trips,
  unitAmount: money(unit),
  amount: money(quantity * unit),
  requiredDocuments: [],
});

const on = true;
let asked: Record<string, unknown> = {};
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let shop: FastifyInstance;
beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/Networks/getNetworkConfiguration.json": () => ({
      status: "ok",
      network: { ...sampleNetwork, switches: { ...sampleNetwork.switches, fareAdviser: on } },
    }),
    "/Networks/getProfileStatus.json": () => ({ statuses: [], stops: [] }),
    "/Intelligence/adviseFares": (seen, reply) => {
      asked = seen.values;
      if ((seen.values.days as unknown[]).length === 7)
        return reply.code(409).send({ status: "ko", error: { code: "TRAVEL_NOT_COVERED", message: "" } });
      return {
        status: "ok",
        totalAmount: money(2140),
        lines: [line("carnet-10", 1, 1100, 10), line("ticket-1h", 8, 130, 8)],
        trips: 18,
        singleTicketsAmount: money(2340),
        runnerUp: { totalAmount: money(2200), lines: [line("carnet-10", 2, 1100, 18)] },
      };
    },
  });
  const config = readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" });
  shop = await createShop({ config, buildFolder, pages, now: () => now });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
const { get } = requestsTo(() => shop);

test("the form makes no call before it is submitted, and works without script", async () => {
  asked = {};
  const { statusCode, body } = await get("/fr/advice");
  expect([statusCode, asked]).toEqual([200, {}]);
  expect(body).toMatch(/<form[^>]*action="\/fr\/advice#answer"[^>]*method="get"/);
  expect(body).toContain("Calculer");
});

// covers §1: fare adviser (experimental)
test("the result has its own address, with its computation and a link to each article", async () => {
  const { body } = await get("/fr/advice?from=2026-11-23&period=month&day=1&day=3&trips=2&people=1&age1=35&together=1");
  expect(asked).toMatchObject({
    travellers: [{ age: 35, status: null }],
    from: "2026-11-23",
    to: "2026-12-22",
    together: true,
  });
  for (const text of ["La solution la moins chère", "Pour 18 trajets", "8 × ticket-1h", "21,40", "23,40", "22,00"]) {
    expect(body).toContain(text);
  }
  for (const id of ["carnet-10", "ticket-1h"]) expect(body).toContain(`href="/fr/products/${id}"`);
});

test("trips that nothing covers are explained", async () => {
  const { body } = await get("/fr/advice?from=2026-11-23&period=day&people=1&age1=35");
  expect(body).toContain("Aucun billet en vente ne couvre tous ces trajets.");
  const { body: withoutAge } = await get("/fr/advice?from=2026-11-23&period=day");
  expect(withoutAge).toContain("Indiquez l’âge de chaque voyageur");
});
