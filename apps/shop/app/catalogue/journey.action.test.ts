import { sampleArticle } from "@guichet/rules/sample-article.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const coast = sampleArticle("coast", {
  name: "Littoral",
  isJourney: true,
  category: { productTypeIndex: 1, id: "tickets", name: "Tickets", ink: "pass", icon: "ticket" },
});
const stop = (id: string, name: string) => ({ id, name, zone: "1", latitude: null, longitude: null });
const [aubert, port, cape] = [stop("aubert", "Aubert"), stop("port", "Port"), stop("cape", "Le Cap")];
const trip = (tripId: string, departsAt: string) => {
  return {
    tripId,
    route: "L1",
    headsign: "Le Cap",
    departsAt,
    arrivesAt: departsAt.replace(":00:00", ":20:00"),
    headwaySeconds: null,
  };
};
const gone = trip("gone", "2026-11-20T11:00:00.000Z");
const next = trip("next", "2026-11-20T13:00:00.000Z");

let peer: Awaited<ReturnType<typeof startApiPeer>>;
let shop: FastifyInstance;
beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/Products/getProducts.json": (seen) => ({
      status: "ok",
      version: "1",
      items: seen.values.ids === "coast" ? [coast] : [sampleArticle("ticket")],
    }),
    "/Transit/getODStops": (seen) => ({
      status: "ok",
      stops: seen.values.origin_stop ? [port, cape] : [aubert, port, cape],
    }),
    "/Transit/getODTrips": (seen, reply) => {
      const { destination_stop, day } = seen.values;
      if (destination_stop === "cape")
        return reply.code(409).send({ status: "ko", error: { code: "TRIP_NOT_SOLD", message: "" } });
      return {
        status: "ok",
        origin: aubert,
        destination: port,
        price: { amount: 240, currency: "EUR" },
        day,
        trips: [gone, next],
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

test("the page of a journey offers its stops, shows the lowest price and requires both stops", async () => {
  const { body } = await get("/fr/products/coast");
  expect(body).toMatch(/dès<!-- --> <\/small><bdi[^>]*>1,50/);
  for (const name of ["Aubert", "Port", "Le Cap"]) expect(body).toContain(`>${name}</option>`);
  expect(body).toContain("Prix selon les arrêts");
  expect(body).toContain("Voir le prix et les horaires");
});

test("with both stops in the address it shows price and remaining departures", async () => {
  const { body } = await get("/fr/products/coast?origin=aubert&destination=port");
  expect(body).toMatch(/Prix du trajet : 2,40.€/);
  expect(body).toContain("14:00 → 14:20");
  expect(body).not.toContain("12:00 → 12:20");
  const tomorrow = await get("/fr/products/coast?origin=aubert&destination=port&day=2026-11-21");
  expect(tomorrow.body).toContain("12:00 → 12:20");
});

test("a pair of stops that is not sold shows a message and no price", async () => {
  const { body } = await get("/ar/products/coast?origin=aubert&destination=cape");
  expect(body).toContain("حسب المحطات");
  expect(body).toContain("لا توجد تعرفة بين هاتين المحطتين");
  expect(body).not.toContain("سعر الرحلة:");
});

test("the script receives destinations, price and departures; other articles have none", async () => {
  const answer = await get("/fr/products/coast/journey?origin=aubert&destination=port&day=2026-11-20");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json()).toEqual({
    destinations: [
      { id: "port", name: "Port" },
      { id: "cape", name: "Le Cap" },
    ],
    price: { amount: 240, currency: "EUR" },
    trips: [next],
    code: null,
  });
  const unsold = await get("/fr/products/coast/journey?origin=aubert&destination=cape&day=never");
  expect(unsold.json()).toMatchObject({ price: null, trips: [], code: "TRIP_NOT_SOLD" });
  expect((await get("/fr/products/coast/journey")).json()).toMatchObject({ destinations: [], price: null });
  expect((await get("/fr/products/ticket/journey?origin=aubert")).statusCode).toBe(404);
});
