import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { testCard } from "../testing/test-cards.ts";
import { testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { csvRows } from "../transit-feed/csv.ts";

let shop: Shop;
let api: Shop["api"];
let cardCalls: ReturnType<typeof transportCardCalls>;
let manager: TestStaff;
beforeAll(async () => {
  shop = await openCardShop();
  api = shop.api;
  cardCalls = transportCardCalls(shop);
  manager = await testStaff(api, { north: ["manager"] }, "Mia Manager");
});
afterAll(() => shop.close());

const fileOf = (text: string) => ({ bytes: new TextEncoder().encode(text), name: "Opposition.csv" });
const preview = async (text: string, incident?: "lost" | "stolen") =>
  (
    await api.call("previewCardBlocks", incident === undefined ? {} : { incident }, {
      token: manager.token,
      file: fileOf(text),
    })
  ).body.preview;
const block = async (text: string, incident?: "lost" | "stolen", digest?: string) =>
  api.call(
    "blockCards",
    {
      digest: digest ?? (await preview(text, incident)).digest,
      note: "Carton volé",
      ...(incident ? { incident } : {}),
    },
    { token: manager.token, file: fileOf(text) },
  );
const stateOf = async (cardId: string) => (await api.call("getCard", { cardId }, { token: manager.token })).body.card;
const addBlank = async (numbers: readonly string[]) => {
  const file = fileOf(numbers.join("\n"));
  const { digest } = (await api.call("previewCardImport", {}, { token: manager.token, file })).body.preview;
  await api.call("importCards", { digest }, { token: manager.token, file });
};
const blanks = ["9258000000000018", "9258000000000026"];

// covers: transport cards: cards blocked by a list, and the list of blocked cards as a file
test("a list blocks cards of people with their tickets, and blank ones, once, with the reason on each", async () => {
  const who = await testPerson(api.deps, { firstName: "Malo", lastName: "Tanguy" });
  const card = await cardCalls.ownCard(who);
  await cardCalls.load(who, card.id);
  const other = await testCard(api.deps);
  const before = await testCard(api.deps, { status: "blocked", incident: "lost" });
  await addBlank(blanks);
  const list = `Numéro;Motif\r\n${card.number};perdue\r\n${other.number};\r\n${before.number};lost\r\n${blanks[0]};vol\r\n`;

  expect(await preview(list, "stolen")).toMatchObject({ lines: 4, held: 2, blank: 1, unchanged: 1, faultCount: 0 });
  expect((await stateOf(card.id)).state).toBe("active");
  const changed = await block(list, "stolen", "0".repeat(64));
  expect(changed.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "digest" } });

  const blocked = await block(list, "stolen");
  expect([blocked.body.blocked, blocked.body.unchanged]).toEqual([3, 1]);
  expect(await stateOf(card.id)).toMatchObject({
    state: "blocked",
    incident: "lost",
    tickets: [{ status: "blocked" }],
    incidents: [
      {
        kind: "lost",
        note: expect.stringMatching(/^CSV [0-9a-f]{12}$/),
        declaredBy: "staff",
        staffName: "Mia Manager",
      },
    ],
    acts: [{ act: "card.block", by: "Mia Manager", reason: expect.stringMatching(/^CSV /) }],
  });
  expect((await stateOf(other.id)).incident).toBe("stolen");
  expect((await cardCalls.emails(who.email)).length).toBeGreaterThan(0);
  const batches = await api.call("listCardBatches", {}, { token: manager.token });
  expect(batches.body.items).toMatchObject([{ cards: 2, blocked: 1 }]);

  const again = await block(list, "stolen");
  expect([again.body.blocked, again.body.unchanged]).toEqual([0, 4]);
  const acts = await sql<{ thing: string; reason: string }>`select thing, reason from staff_act
    where act = 'card-stock.block'`.execute(api.deps.db);
  expect(acts.rows).toEqual([{ thing: expect.stringMatching(/^[0-9a-f]{12}$/), reason: "Carton volé" }]);
});

// covers: transport cards: cards blocked by a list, and the list of blocked cards as a file
test("every fault of a list is named with its line, and a list with one blocks nothing", async () => {
  const good = await testCard(api.deps);
  const over = await testCard(api.deps, { expiresAt: "2020-01-01T00:00:00.000Z" });
  const empty = await testCard(api.deps, { status: null });
  const south = await testCard(api.deps, { networkId: "south" });
  const list = [
    ...["number,reason", `${good.number},lost`, `${good.number},lost`, `${over.number},lost`, `${empty.number},lost`],
    ...["12345,lost", "9258000000000019,lost", "9258000000000034,lost", `${south.number},lost`, `${blanks[1]},broken`],
    `${blanks[1]}`,
  ].join("\n");
  const seen = await preview(list);
  expect(seen.faults.map(({ line, reason, known }) => [line, reason, known])).toEqual([
    [3, "number-repeated", "2"],
    [4, "ended", ""],
    [5, "no-status", ""],
    [6, "number", ""],
    [7, "check-digit", ""],
    [8, "unknown", ""],
    [9, expect.stringMatching(/unknown|check-digit/), ""],
    [10, "incident", ""],
    [11, "field-count", "2"],
  ]);
  const refused = await block(list);
  expect(refused.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "file" } });
  expect((await stateOf(good.id)).state).toBe("active");
  expect((await preview(`${blanks[1]}\n`)).faults).toMatchObject([{ line: 1, reason: "incident" }]);
});

test("two people who block the same list at once block each card once", async () => {
  const cards = await Promise.all(Array.from({ length: 5 }, () => testCard(api.deps)));
  const list = cards.map(({ number }) => `${number}\n`).join("");
  const { digest } = await preview(list, "lost");
  const ends = await Promise.all([1, 2].map(() => block(list, "lost", digest)));
  expect(ends.map(({ body }) => body.blocked).toSorted()).toEqual([0, 5]);
  const declared = await sql<{ count: number }>`select count(*)::int as count from card_incident
    where card_id = any(${cards.map(({ id }) => id)}::uuid[])`.execute(api.deps.db);
  expect(declared.rows[0]?.count).toBe(5);
});

// covers: transport cards: cards blocked by a list, and the list of blocked cards as a file
test("the blocked cards are downloaded with reason and time, numbers in groups, and the file changes nothing when it is read again", async () => {
  const asking = { token: manager.token };
  const { bytes } = (await api.call("downloadCardBlocks", {}, asking)).body;
  const text = new TextDecoder().decode(bytes);
  const rows = [...csvRows(text)].map((row) => ("fields" in row ? row.fields : []));
  expect(rows[0]).toEqual(["number", "reason", "since"]);
  expect(rows.at(-1)).toEqual(["9258 0000 0000 0018", "stolen", expect.stringMatching(/^20\d\d-.*Z$/)]);
  const blocked = await sql<{ count: number }>`select count(*)::int as count from transport_card
    where network_id = 'north' and status = 'blocked'`.execute(api.deps.db);
  expect(rows.length - 2).toBe(blocked.rows[0]?.count);
  expect(await preview(text)).toMatchObject({ held: 0, blank: 0, unchanged: rows.length - 1, faultCount: 0 });
  const agent = await testStaff(api, { north: ["agent"] });
  expect((await api.call("downloadCardBlocks", {}, { token: agent.token })).body.error?.code).toBe("ROLE_NOT_ALLOWED");
  const picture = { bytes: new Uint8Array([0x89, 0x50, 0, 1]), name: "x.csv" };
  for (const [name, values] of [
    ["previewCardBlocks", {}],
    ["blockCards", { digest: "0".repeat(64), note: "x" }],
  ] as const)
    expect((await api.call(name, values, { ...asking, file: picture })).body.error?.code).toBe(
      "FILE_TYPE_NOT_ACCEPTED",
    );
});
