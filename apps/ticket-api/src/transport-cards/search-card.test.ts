import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { cardPack, clearCountedAttempts, testCard } from "../testing/test-cards.ts";
import { testPack } from "../testing/test-pack.ts";

let api: TestApi;
beforeAll(async () => {
  const luhn = cardPack("luhn", { cards: { luhn: true } });
  api = await openTestApi({ packs: [cardPack(), cardPack("south"), testPack({ id: "off" }), luhn] });
});
afterAll(() => api.close());

let deps = 0;
/** An unused client address. */
const newAddress = () => `198.51.${Math.floor(++deps / 250)}.${(deps % 250) + 1}`;
const search = (mediaNumber: string, mediaCustomerBirthDate: string, asking: Parameters<TestApi["call"]>[2] = {}) =>
  api.call("searchLocalMediaForSignin", { mediaNumber, mediaCustomerBirthDate }, { address: newAddress(), ...asking });
const ahead = (ms: number) => api.clock.setOffset(api.clock.offsetMs() + ms);

// covers §7: GET Account/searchLocalMediaForSignin, POST signinWithToken
test("number and birth date find a card: a token, the last four digits, a first name, and nothing else", async () => {
  const card = await testCard(api.deps);
  const typed = ` ${card.number.slice(0, 4)}-${card.number.slice(4, 8)} ${card.number.slice(8)}`;
  const { http, body } = await search(typed, card.birthDate);
  expect(http).toBe(200);
  expect(body.media).toEqual({ lastDigits: card.number.slice(-4), firstName: "Lou", isLinked: false });
  expect(body.token).toMatch(/^[\w-]{43}$/);
  expect(Object.keys(body).toSorted()).toEqual(["media", "status", "token"]);
  const stored = await sql<{ token_hash: string }>`select token_hash from card_sign_in`.execute(api.deps.db);
  expect(stored.rows.map((row) => row.token_hash)).not.toContain(body.token);
});

test.each([
  ["an unknown number", { number: "9250000099999999" }],
  ["another birth date", { birthDate: "1990-05-05" }],
])("%s is not recognised", async (_what, typed) => {
  const card = { ...(await testCard(api.deps)), ...typed };
  expect((await search(card.number, card.birthDate)).body.error?.code).toBe("CARD_DATA_NOT_RECOGNISED");
});

// covers §8: card link refusals
test("every mismatch has exactly the same response", async () => {
  const { birthDate } = await testCard(api.deps);
  const cards = [
    await testCard(api.deps, { status: "blocked", incident: "stolen" }),
    await testCard(api.deps, { status: "replaced" }),
    await testCard(api.deps, { status: null }),
    await testCard(api.deps, { expiresAt: "2026-11-20T08:59:59.000Z" }),
    await testCard(api.deps, { birthDate: "1991-01-01" }),
    await testCard(api.deps, { networkId: "south" }),
  ];
  const numbers = [...cards.map(({ number }) => number), "9250000088888888", "not a number"];
  const responses = await Promise.all(numbers.map((number) => search(number, birthDate)));
  const bodies = responses.map(({ http, body }) => JSON.stringify({ http, ...body.error, requestId: "" }));
  expect(new Set(bodies).size).toBe(1);
  expect(responses[0]?.body.error?.code).toBe("CARD_DATA_NOT_RECOGNISED");
});

// covers §4: card active until its instant of expiry
test("a card is found until the instant of its expiry, by the installation's clock", async () => {
  const end = new Date(api.clock.now().getTime() + minutesMs(30)).toISOString();
  const card = await testCard(api.deps, { expiresAt: end });
  expect((await search(card.number, card.birthDate)).http).toBe(200);
  ahead(minutesMs(31));
  expect((await search(card.number, card.birthDate)).body.error?.code).toBe("CARD_DATA_NOT_RECOGNISED");
});

test("if the network's numbers have a Luhn digit, an invalid number is not recognised even if it is in the register", async () => {
  const good = await testCard(api.deps, { networkId: "luhn", number: "79927398713" });
  const bad = await testCard(api.deps, { networkId: "luhn", number: "79927398710" });
  expect((await search(good.number, good.birthDate, { network: "luhn" })).http).toBe(200);
  const refused = await search(bad.number, bad.birthDate, { network: "luhn" });
  expect(refused.body.error?.code).toBe("CARD_DATA_NOT_RECOGNISED");
});

// covers §1: sign-in by transport card where the network has it
test("a network without card sign-in refuses searches", async () => {
  const card = await testCard(api.deps, { networkId: "off" });
  expect((await search(card.number, card.birthDate, { network: "off" })).body.error?.code).toBe("FEATURE_DISABLED");
});

test("an address has 20 attempts an hour, whatever they find", async () => {
  const address = newAddress();
  for (let attempts = 0; attempts < 20; attempts += 1) {
    const card = await testCard(api.deps);
    expect((await search(card.number, card.birthDate, { address })).http).toBe(200);
  }
  const card = await testCard(api.deps);
  expect((await search(card.number, card.birthDate, { address })).body.error?.code).toBe("TOO_MANY_REQUESTS");
  expect((await search(card.number, card.birthDate)).http).toBe(200);
  ahead(minutesMs(61));
  expect((await search(card.number, card.birthDate, { address })).http).toBe(200);
});

// covers §9: card searches: 20 an hour from an address, five for a card; five wrong birth dates for a card
test("1,000 concurrent attempts from one address never get more than five checks of a card in an hour, nor 20 in all", async () => {
  const card = await testCard(api.deps);
  const own = newAddress();
  const end = ({ body }: Awaited<ReturnType<typeof search>>) => body.error?.code;
  const searches = await Promise.all(
    Array.from({ length: 1000 }, () => search(card.number, "1980-01-01", { address: own })),
  );
  expect(searches.filter((look) => end(look) === "CARD_DATA_NOT_RECOGNISED")).toHaveLength(5);
  expect(searches.filter((look) => end(look) === "TOO_MANY_REQUESTS")).toHaveLength(995);
  expect(end(await search(card.number, card.birthDate, { address: own }))).toBe("TOO_MANY_REQUESTS");
  expect((await search(card.number, card.birthDate)).http).toBe(200);

  const address = newAddress();
  const numbers = Array.from({ length: 1000 }, (_, index) => String(9_300_000_000 + index));
  const attempts = await Promise.all(numbers.map((number) => search(number, "1980-01-01", { address })));
  expect(attempts.filter((look) => end(look) === "CARD_DATA_NOT_RECOGNISED")).toHaveLength(20);
  ahead(minutesMs(61));
  expect((await search(card.number, card.birthDate, { address: own })).http).toBe(200);
});

test("control: if attempts are not counted, 200 concurrent ones are all checked", async () => {
  const open = await openTestApi({ packs: [cardPack()] });
  await clearCountedAttempts(open.deps.db);
  const searchRequest = { mediaNumber: "9250000099999999", mediaCustomerBirthDate: "1980-01-01" };
  const searches = await Promise.all(
    Array.from({ length: 200 }, () => open.call("searchLocalMediaForSignin", searchRequest)),
  );
  expect(searches.every(({ body }) => body.error?.code === "CARD_DATA_NOT_RECOGNISED")).toBe(true);
  await open.close();
});

test("a failing register reveals nothing about the card", async () => {
  const broken = await openTestApi({ packs: [cardPack()] });
  await sql`alter table transport_card rename to elsewhere`.execute(broken.deps.db);
  const searchRequest = { mediaNumber: "9250000000000001", mediaCustomerBirthDate: "1990-05-04" };
  expect((await broken.call("searchLocalMediaForSignin", searchRequest)).body.error?.code).toBe("UNAVAILABLE");
  await broken.close();
});
