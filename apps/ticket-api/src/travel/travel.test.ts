import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testFeed, testFeedFiles } from "../testing/test-feed.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";

const journey = (id: string, over: Record<string, unknown> = {}) =>
  testArticle({
    id,
    price: 0,
    originDestination: { fare: "one-*" },
    products: [{ id: `${id}-go`, dematerialized: true }],
    ...over,
  });

let api: TestApi;
beforeAll(async () => {
  const north = testPack({
    articles: [
      testArticle({ id: "single", price: 150 }),
      journey("coast"),
      journey("return", { originDestination: { fare: "two-12" }, trips: 2 }),
      journey("any", { originDestination: {}, fields: [{ id: "seat", type: "text", label: { fr: "Place" } }] }),
    ],
    vouchers: [{ code: "TEN10", type: "RATIO", ratio: 10 }],
  });
  const elsewhere = testFeed({
    "stops.txt": testFeedFiles["stops.txt"].replaceAll(/^(port|cape)/gm, "south-$1"),
    "stop_times.txt": testFeedFiles["stop_times.txt"].replaceAll(/,(port|cape),/g, ",south-$1,"),
  });
  const south = testPack({ id: "south", articles: [journey("coast")] });
  const byFrequency = testFeed({
    "frequencies.txt":
      "trip_id,start_time,end_time,headway_secs,exact_times\nback-1,06:00:00,07:00:00,1800,1\nback-1,07:00:00,08:00:00,2400,\n",
  });
  const metro = testPack({ id: "metro", articles: [journey("coast", { originDestination: {} })] });
  api = await openTestApi({
    packs: [
      { ...north, gtfs: testFeed() },
      { ...south, gtfs: elsewhere },
      testPack({ id: "plain" }),
      { ...metro, gtfs: byFrequency },
    ],
  });
});
afterAll(() => api.close());

const line = (productId: string, fields?: Record<string, string>, over: Record<string, unknown> = {}) => ({
  quantity: 1,
  productId,
  support: "DEMATERIALIZED" as const,
  ...(fields === undefined ? {} : { fields }),
  ...over,
});
const codes = (lines: readonly { errors: readonly { code: string }[] }[]) =>
  lines.map(({ errors }) => errors.map(({ code }) => code));

describe("getODStops", () => {
  const ids = async (values: Record<string, unknown>, network?: string) => {
    const { body } = await api.call("getODStops", { product_id: "coast", ...values }, { network });
    return body.stops?.map(({ id }) => id) ?? body.error?.code;
  };

  // covers §7: GET Transit/getODStops, getODTrips
  test("returns the stops where a journey of the article may start, by name, with their zones", async () => {
    const { body } = await api.call("getODStops", { product_id: "coast" });
    expect(body.stops.map(({ id, name, zone }) => [id, name, zone])).toEqual([
      ["aubert", "Aubert", "1"],
      ["cape", "Le Cap", "3"],
      ["port", 'Port, "vieux"', "2"],
    ]);
  });

  test("with an origin returns where it may end: only with a fare, and never the origin", async () => {
    expect(await ids({ origin_stop: "aubert" })).toEqual(["cape", "port"]);
    expect(await ids({ origin_stop: "cape" })).toEqual(["aubert"]);
    expect(await ids({ origin_stop: "nowhere" })).toEqual([]);
    expect(await ids({ product_id: "return" })).toEqual(["aubert"]);
    expect(await ids({ product_id: "return-go", origin_stop: "aubert" })).toEqual(["port"]);
  });

  test("returns no stop of another network, no platform, no entrance, no stop without a trip", async () => {
    for (const stop of ["south-port", "aubert-1", "door", "unserved", "moon"]) {
      expect(await ids({ origin_stop: stop })).toBe("STOP_UNKNOWN");
    }
    expect(await ids({ origin_stop: "aubert" }, "south")).toEqual(["south-cape", "south-port"]);
    expect(await ids({ origin_stop: "port" }, "south")).toBe("STOP_UNKNOWN");
  });

  test("accepts only articles that are sold by journey", async () => {
    expect(await ids({ product_id: "single" })).toBe("ARTICLE_UNKNOWN");
    expect(await ids({ product_id: "nothing" })).toBe("ARTICLE_UNKNOWN");
    expect(await ids({ product_id: "single" }, "plain")).toBe("ARTICLE_UNKNOWN");
  });
});

describe("getODTrips", () => {
  const trips = async (values: Record<string, unknown>, network?: string) =>
    (
      await api.call(
        "getODTrips",
        { product_id: "coast", origin_stop: "aubert", destination_stop: "port", ...values },
        { network },
      )
    ).body;

  // covers §7: GET Transit/getODStops, getODTrips
  test("returns price and trips of today, and of any day with its exceptions", async () => {
    const today = await trips({});
    expect(today).toMatchObject({
      price: { amount: 240, currency: "EUR" },
      day: "2026-11-20",
      origin: { name: "Aubert" },
      destination: { zone: "2" },
    });
    expect(today.trips).toEqual([
      {
        tripId: "slow-1",
        route: "1",
        headsign: "Le Cap",
        departsAt: "2026-11-20T07:00:00.000Z",
        arrivesAt: "2026-11-20T07:15:00.000Z",
        headwaySeconds: null,
      },
    ]);
    const at = async (day: string) =>
      (await trips({ day })).trips.map(({ tripId, departsAt }) => `${tripId} ${departsAt}`);
    expect(await at("2026-12-25")).toEqual([]);
    expect(await at("2026-12-06")).toEqual(["night-1 2026-12-06T00:10:00.000Z", "once-1 2026-12-06T09:00:00.000Z"]);
    expect(await at("2026-11-21")).toEqual([]);
  });

  test("lists only trips that board and alight there, in that direction", async () => {
    expect(
      (await trips({ origin_stop: "aubert", destination_stop: "cape", day: "2026-11-23" })).trips.map(
        ({ tripId }) => tripId,
      ),
    ).toEqual(["slow-1"]);
    expect(
      (await trips({ origin_stop: "cape", destination_stop: "aubert", day: "2026-11-23" })).trips.map(
        ({ tripId }) => tripId,
      ),
    ).toEqual(["back-1"]);
  });

  // covers §7: trips by frequency: every run of the day, at fixed or approximate times
  test("returns every run of a trip by frequency, from a stop on its way", async () => {
    const { trips: runs } = await trips({ origin_stop: "port", destination_stop: "aubert" }, "metro");
    expect(runs).toMatchObject([
      { tripId: "back-1", departsAt: "2026-11-20T05:16:00.000Z", headwaySeconds: null },
      { departsAt: "2026-11-20T05:46:00.000Z", arrivesAt: "2026-11-20T06:00:00.000Z", headwaySeconds: null },
      { departsAt: "2026-11-20T06:16:00.000Z", headwaySeconds: 2400 },
      { departsAt: "2026-11-20T06:56:00.000Z", headwaySeconds: 2400 },
    ]);
  });

  // covers §7: GET Transit/getODStops, getODTrips
  test("refuses unknown stops, pairs without a fare, a stop with itself, and other articles", async () => {
    expect((await trips({ origin_stop: "moon" })).error).toMatchObject({
      code: "STOP_UNKNOWN",
      details: { field: "origin", stop: "moon" },
    });
    expect((await trips({ destination_stop: "south-port" })).error).toMatchObject({
      code: "STOP_UNKNOWN",
      details: { field: "destination" },
    });
    expect((await trips({ destination_stop: "nowhere" })).error?.code).toBe("TRIP_NOT_SOLD");
    expect((await trips({ destination_stop: "aubert" })).error?.code).toBe("TRIP_NOT_SOLD");
    expect((await trips({ product_id: "return", origin_stop: "port", destination_stop: "aubert" })).error?.code).toBe(
      "TRIP_NOT_SOLD",
    );
    expect((await trips({ product_id: "single" })).error?.code).toBe("ARTICLE_UNKNOWN");
    expect((await trips({ day: "2026-02-30" })).error?.code).toBe("FIELD_INVALID");
  });
});

describe("a line with a journey", () => {
  test("is shown from its lowest price, and priced by its pair of stops; the cheapest fare counts", async () => {
    const { body } = await api.call("getProducts", { ids: "coast,any,return,single" });
    expect(body.items.map(({ shopItemId, isJourney, price }) => [shopItemId, isJourney, price.amount])).toEqual([
      ["single", false, 150],
      ["coast", true, 240],
      ["return", true, 400],
      ["any", true, 240],
    ]);
    const priced = await api.call("computeAmount", {
      articles: [
        line("coast", { origin: "aubert", destination: "port" }, { quantity: 3 }),
        line("coast-go", { origin: "aubert", destination: "cape" }),
        line("return", { origin: "aubert", destination: "port" }),
        line("single"),
      ],
    });
    expect(
      priced.body.lines.map(({ total, journey: at }) => [total.amount, at?.origin.name, at?.destination.name]),
    ).toEqual([
      [720, "Aubert", 'Port, "vieux"'],
      [390, "Aubert", "Le Cap"],
      [400, "Aubert", 'Port, "vieux"'],
      [150, undefined, undefined],
    ]);
  });

  test("without stops, with unknown ones or without a fare costs nothing and reports the error; its own fields are still required", async () => {
    const articles = [
      line("coast"),
      line("coast", { origin: "aubert" }),
      line("coast", { origin: "moon", destination: "port" }),
      line("coast", { origin: "aubert", destination: "south-port" }),
      line("coast", { origin: "aubert", destination: "nowhere" }),
      line("any", { origin: "port", destination: "cape" }),
      line("coast", { origin: "aubert", destination: "port", seat: "12" }),
      line("single", { origin: "aubert", destination: "port" }),
    ];
    const { body } = await api.call("verifyOrder", { articles });
    expect(codes(body.lines)).toEqual([
      ["ITEM_FIELD_REQUIRED"],
      ["ITEM_FIELD_REQUIRED"],
      ["STOP_UNKNOWN"],
      ["STOP_UNKNOWN"],
      ["TRIP_NOT_SOLD"],
      ["ITEM_FIELD_REQUIRED"],
      ["ITEM_FIELD_INVALID"],
      ["ITEM_FIELD_INVALID", "ITEM_FIELD_INVALID"],
    ]);
    expect(body.lines.map(({ total }) => total.amount)).toEqual([0, 0, 0, 0, 0, 900, 240, 150]);
    const refused = async (fields: Record<string, string>) =>
      (await api.call("computeAmount", { articles: [line("single"), line("coast", fields)] })).body.error;
    expect(await refused({})).toMatchObject({ code: "ITEM_FIELD_REQUIRED", details: { line: 1, field: "origin" } });
    expect(await refused({ origin: "moon", destination: "port" })).toMatchObject({
      code: "STOP_UNKNOWN",
      details: { line: 1 },
    });
    expect(await refused({ origin: "port", destination: "nowhere" })).toMatchObject({
      code: "TRIP_NOT_SOLD",
      details: { line: 1 },
    });
  });

  test("takes a discount on its own price", async () => {
    const { body } = await api.call("verifyOrder", {
      articles: [line("coast", { origin: "aubert", destination: "cape" })],
      vouchers: ["TEN10"],
    });
    expect([body.discountAmount.amount, body.totalAmount.amount]).toEqual([39, 351]);
  });

  // covers: origin and destination products: priced by pair of stops, never by the request
  test("is ordered at the price of its pair of stops only, and not at all without a fare", async () => {
    const person = await testPerson(api.deps);
    const place = (fields: Record<string, string>, amount: number) =>
      api.call(
        "placeOrder",
        {
          articles: [line("coast", fields, { customerId: person.userId })],
          paymentMethod: "CARD",
          termsAccepted: true,
          over18Accepted: true,
          totalAmount: { amount, currency: "EUR" },
          returnUrl: "/cart",
        },
        { token: person.token },
      );
    const cape = { origin: "aubert", destination: "cape" };
    expect((await place(cape, 240)).body.error).toMatchObject({
      code: "ORDER_AMOUNT_CHANGED",
      details: { amount: 390 },
    });
    expect((await place({ ...cape, price: "1" }, 390)).body.error?.code).toBe("ITEM_FIELD_INVALID");
    expect((await place({ origin: "aubert", destination: "nowhere" }, 0)).body.error?.code).toBe("TRIP_NOT_SOLD");
    expect((await place({ origin: "south-port", destination: "cape" }, 0)).body.error?.code).toBe("STOP_UNKNOWN");
  });
});
