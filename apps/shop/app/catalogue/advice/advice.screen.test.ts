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
      const [day = { trips: 0 }] = seen.values.days as { trips: number }[];
      return {
        status: "ok",
        totalAmount: money(2140),
        lines: [line("youth", 1, 1100, 10), line(day.trips === 9 ? "gone" : "ticket", 8, 130, 8)],
        trips: 18,
        singleTicketsAmount: money(2340),
        runnerUp: { totalAmount: money(2200), lines: [line("youth", 2, 1100, 18)] },
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
// covers: the fare adviser's answer has one line for each traveller, with ticket, price by month and reason
test("the result has its own address, one line with price by month and reason, and a link to each article", async () => {
  const { body } = await get("/fr/advice?from=2026-11-23&period=month&day=1&day=3&trips=2&people=1&age1=35&together=1");
  expect(asked).toMatchObject({
    travellers: [{ age: 35, status: null }],
    from: "2026-11-23",
    to: "2026-12-22",
    together: true,
  });
  const texts = ["La solution la moins chère", "Pour 18 trajets", "8 × ticket", "1,19", "23,40", "22,00"];
  for (const text of texts) expect(body).toContain(text);
  expect(body).toMatch(/1 × youth \+ 8 × ticket.*Le moins cher pour ce nombre de trajets.*21,40.€ par mois/s);
  for (const id of ["youth", "ticket"]) expect(body).toContain(`href="/fr/products/${id}"`);
  expect(body).not.toContain("Préciser mes réponses");
});

// covers: one button puts the fare adviser's proposal into the cart
test("one button for the whole proposal, only with script and only where every article can be put into the cart", async () => {
  const query = "from=2026-11-23&period=month&day=1&day=3&people=1&age1=35";
  const { body } = await get(`/fr/advice?${query}&trips=2`);
  expect(body).toMatch(/noscript:hidden[^>]*>(?:<[^>]*>)*<button[^>]*type="button"/);
  expect(body).toContain("Tout ajouter au panier");
  expect((await get(`/fr/advice?${query}&trips=9`)).body).not.toContain("Tout ajouter au panier");
});

// covers: the fare adviser is the first question of the home page, and its answers are preserved
test("the home page asks the first question, without script and collapsed, and its answers are in the form", async () => {
  const home = (await get("/fr")).body;
  expect(home).toMatch(/<details class="disclosure"><summary><span>Vous hésitez.\?/);
  expect(home).toMatch(/<form[^>]*action="\/fr\/advice#answer"[^>]*method="get"/);
  for (const name of ["often", "people", "age1", "from"]) expect(home).toContain(`name="${name}"`);
  expect(home).not.toContain('name="zone"');
  const { body } = await get("/fr/advice?often=twice&people=2&age1=35&from=2026-11-23");
  expect(asked).toMatchObject({ travellers: [{ age: 35 }, { age: null }], from: "2026-11-23", together: true });
  expect(asked.days).toEqual([
    { weekday: 2, trips: 2 },
    { weekday: 4, trips: 2 },
  ]);
  expect(body).toMatch(/<input(?=[^>]*id="day-2")(?=[^>]*checked)[^>]*>/);
  expect(body).toContain('href="#question"');
});

test("if nothing covers the trips of somebody without an age, the form asks for the ages", async () => {
  expect((await get("/fr/advice?often=daily&people=1&from=")).body).toContain("Indiquez l’âge de chaque voyageur");
});

test("trips that nothing covers are explained", async () => {
  const { body } = await get("/fr/advice?from=2026-11-23&period=day&people=1&age1=35");
  expect(body).toContain("Aucun billet en vente ne couvre tous ces trajets.");
  const { body: withoutAge } = await get("/fr/advice?from=2026-11-23&period=day");
  expect(withoutAge).toContain("Indiquez l’âge de chaque voyageur");
});
