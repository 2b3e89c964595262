import { advicePerAddressAndHour } from "@guichet/contract/limits/catalogue-limits.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

const switches = { fareAdviser: true, profiling: true };
const articles = [
  testArticle({ id: "single", price: 130 }),
  testArticle({ id: "carnet", price: 1100, trips: 10, validity: { from: "purchase", duration: "P1Y" } }),
  testArticle({ id: "kept-out", price: 1, validity: { from: "first-use", duration: "P31D" }, advice: { never: true } }),
  testArticle({ id: "option", price: 1, validity: { from: "first-use", duration: "P31D" } }),
  testArticle({
    id: "senior",
    price: 500,
    ageFrom: 60,
    options: ["option"],
    validity: { from: "first-use", duration: "P31D" },
  }),
  testArticle({
    id: "tribe",
    price: 400,
    validity: { from: "first-use", duration: "P1D" },
    advice: { persons: 5, weekdays: [6, 7] },
  }),
];

let api: TestApi;
let today: string;
beforeAll(async () => {
  api = await openTestApi({
    packs: [
      testPack({ articles, network: { switches } }),
      testPack({ id: "south", articles }),
      testPack({
        id: "zoned",
        articles: [
          testArticle({ id: "near", price: 100, advice: { fareZones: ["a"] } }),
          testArticle({ id: "far", price: 300, advice: { fareZones: ["b"] } }),
        ],
        network: { switches, fareZones: ["a", "b"].map((id) => ({ id, name: { fr: `Zone ${id}` } })) },
      }),
      testPack({ id: "hiding", articles, network: { switches, specific: { hideBirthDate: true } } }),
      testPack({
        id: "bare",
        articles: articles.slice(4, 5).map((one) => ({ ...one, options: [] })),
        network: { switches },
      }),
      testPack({
        id: "wide",
        network: { switches },
        articles: Array.from({ length: 40 }, (_, index) =>
          testArticle({
            id: `pass-${index}`,
            price: 100 + index * 37,
            maxBuyAtOnce: 1,
            validity: { from: "first-use", duration: `P${2 + index}D` },
          }),
        ).concat(testArticle({ id: "single", price: 130 })),
      }),
    ],
  });
  today = api.clock.iso().slice(0, 10);
});
afterAll(() => api.close());

const everyDay = (trips: number) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, trips }));
const later = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const advise = (over: Record<string, unknown> = {}, network?: string) =>
  api.call(
    "adviseFares",
    { travellers: [{ age: 35 }], from: later(1), to: later(6), days: everyDay(2), ...over },
    { network },
  );
const bought = (lines: readonly { shopItemId: string; quantity: number }[]) =>
  lines.map(({ shopItemId, quantity }) => `${quantity} ${shopItemId}`);

// covers §1: fare adviser (experimental)
test("every visitor gets the cheapest set, its lines, the price of single tickets and the runner-up", async () => {
  const { body } = await advise({ days: everyDay(3), together: false });
  expect(bought(body.lines)).toEqual(["1 carnet", "8 single"].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1)));
  expect(body).toMatchObject({ totalAmount: { amount: 2140 }, trips: 18, singleTicketsAmount: { amount: 2340 } });
  expect(body.runnerUp?.totalAmount.amount).toBe(2200);
  expect(body.lines[0]).toMatchObject({ name: "carnet", trips: 10, travellers: [0], unitAmount: { amount: 1100 } });
});

test("an age, or a birth date, allows articles for that age", async () => {
  expect(bought((await advise({ travellers: [{ age: 66 }] })).body.lines)).toEqual(["1 senior"]);
  expect(bought((await advise({ travellers: [{ birthday: "1950-05-05" }] })).body.lines)).toEqual(["1 senior"]);
  expect(bought((await advise({ travellers: [{}] })).body.lines)).not.toContain("1 senior");
});

test("if birth dates are hidden, no article with an age limit is proposed", async () => {
  expect(bought((await advise({ travellers: [{ age: 66 }] }, "hiding")).body.lines)).not.toContain("1 senior");
});

test("a group ticket is proposed to people who travel together, on the days on which it is valid", async () => {
  const four = [{}, {}, {}, {}];
  const weekdays = (days: number[]) => days.map((weekday) => ({ weekday, trips: 2 }));
  const families = await advise({ travellers: four, to: later(7), days: weekdays([6]) });
  expect(bought(families.body.lines)).toEqual(["1 tribe"]);
  expect(families.body.lines[0]?.travellers).toEqual([0, 1, 2, 3]);
  expect(bought((await advise({ travellers: four, to: later(7), days: weekdays([2]) })).body.lines)).toEqual([
    "8 single",
  ]);
});

// covers: the fare adviser asks where, and proposes what is valid there
test("a network with fare zones proposes what is valid in the requested zone, and refuses a request without one", async () => {
  const { body } = await api.call("getNetworkConfiguration", { id: "zoned", lang: "fr" });
  expect(body.network.fareZones).toEqual([
    { id: "a", name: "Zone a" },
    { id: "b", name: "Zone b" },
  ]);
  expect(bought((await advise({ fareZone: "b" }, "zoned")).body.lines)).toEqual(["12 far"]);
  for (const over of [{}, { fareZone: "c" }])
    expect((await advise(over, "zoned")).body).toMatchObject({
      error: { code: "FIELD_INVALID", details: { field: "fareZone" } },
    });
});

test("a network without the adviser refuses", async () => {
  const { http, body } = await advise({}, "south");
  expect([http, body.error?.code]).toEqual([403, "FEATURE_DISABLED"]);
});

test("a day that no article covers is refused, with day and traveller", async () => {
  const { http, body } = await advise({ travellers: [{ age: 66 }, { age: 30 }] }, "bare");
  expect([http, body.error]).toMatchObject([
    409,
    { code: "TRAVEL_NOT_COVERED", details: { day: later(1), traveller: 1 } },
  ]);
});

test("a request with too many comparisons is refused quickly", async () => {
  const travellers = Array.from({ length: 6 }, () => ({ age: 30 }));
  const { http, body } = await advise({ travellers, to: later(90), days: everyDay(1) }, "wide");
  expect([http, body.error?.code]).toEqual([400, "ADVICE_TOO_LARGE"]);
});

test.each<[string, Record<string, unknown>]>([
  ["from", { from: "2020-01-01" }],
  ["from", { from: "2999-01-01", to: "2999-01-02" }],
  ["to", { to: "2020-01-01" }],
  ["to", { to: "2999-01-01" }],
  ["days", { days: everyDay(0) }],
  ["travellers", { travellers: [] }],
  ["travellers", { travellers: Array.from({ length: 7 }, () => ({})) }],
])("%s out of bounds is refused (%j)", async (field, over) => {
  const { body } = await advise(over);
  expect(body.error?.code).toBe("FIELD_INVALID");
  expect(String(body.error?.details?.field)).toContain(field);
});

test("a client address has a limited number of advices an hour, and takes nothing from another", async () => {
  const plan = { travellers: [{ age: 30 }], from: later(1), to: later(1), days: everyDay(1) };
  const from = (address: string) => api.call("adviseFares", plan, { address });
  const codes = new Set<string | undefined>();
  for (let times = 0; times < advicePerAddressAndHour; times += 1)
    codes.add((await from("203.0.113.9")).body.error?.code);
  expect(codes).toEqual(new Set([undefined]));
  expect((await from("203.0.113.9")).body.error?.code).toBe("TOO_MANY_REQUESTS");
  expect((await from("203.0.113.10")).body.status).toBe("ok");
});
