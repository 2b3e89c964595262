import type { ItemField } from "@guichet/contract/catalogue.ts";
import { expect, test } from "vitest";
import type { OfferedJourney } from "../travel/journey-offer.ts";
import {
  type Choice,
  choiceFaults,
  choiceOf,
  firstChoice,
  lineOf,
  type Offered,
  suitability,
} from "./article-selection.ts";
import type { OfferedStart } from "./offered-start.ts";

const plate: ItemField = {
  id: "plate",
  type: "text",
  label: "Plaque",
  hint: null,
  required: true,
  confirm: true,
  minLength: 4,
  maxLength: 12,
  choices: [],
};
const days: OfferedStart = {
  pivotType: "DAY_PIVOT",
  proposals: [
    { startingAt: "2026-11-20T12:15:00.000Z", day: "2026-11-20", startMonth: null, begun: false },
    { startingAt: "2026-11-20T23:00:00.000Z", day: "2026-11-21", startMonth: null, begun: false },
  ],
  slots: [{ startingAt: "2026-11-20T12:15:00.000Z", time: "13:15", offset: null }],
};
const months: OfferedStart = {
  pivotType: "MONTH_PIVOT",
  proposals: [{ startingAt: "2026-11-30T23:00:00.000Z", day: "2026-12-01", startMonth: "2026-12", begun: false }],
  slots: [],
};
const weeks: OfferedStart = {
  pivotType: "WEEK_PIVOT",
  proposals: [{ startingAt: "2026-11-22T23:00:00.000Z", day: "2026-11-23", startMonth: null, begun: false }],
  slots: [],
};
const offered: Offered = {
  id: "pass",
  min: 1,
  fields: [],
  supports: ["MEDIA", "DEMATERIALIZED"],
  start: null,
  travellers: null,
  mayHoldOnPhone: true,
  cards: null,
  journey: null,
};
const coast: OfferedJourney = {
  origins: [],
  today: "2026-11-20",
  chosen: { origin: "", destination: "", day: "2026-11-20" },
  shown: { destinations: [], price: null, trips: [], code: null },
};
const family = [
  { userId: "leo", age: null, reason: "status" as const, onDay: {} },
  { userId: "ines", age: null, reason: null, onDay: {} },
];

// covers §2: /products/{id} product page: travellers, supports, start dates
test("the page preselects the phone, the first eligible traveller, the earliest start and the smallest quantity", () => {
  expect(firstChoice({ ...offered, min: 2, start: days, travellers: family })).toEqual({
    travellerId: "ines",
    support: "DEMATERIALIZED",
    day: "2026-11-20",
    startingAt: "2026-11-20T12:15:00.000Z",
    mediaId: null,
    journey: null,
    optionId: null,
    quantity: 2,
    fields: {},
    again: {},
  });
});

// covers: a status that a public body can confirm is checked from the cart, in seconds
test("a traveller who has yet to prove the status is preselected only if there is no other", () => {
  const proving = { userId: "leo", age: null, reason: null, onDay: {}, provesStatus: true };
  const ines = { userId: "ines", age: null, reason: null, onDay: {} };
  expect(firstChoice({ ...offered, travellers: [proving, ines] }).travellerId).toBe("ines");
  expect(firstChoice({ ...offered, travellers: [proving] }).travellerId).toBe("leo");
  expect(firstChoice({ ...offered, travellers: [proving, { ...proving, userId: "noe" }] }).travellerId).toBeNull();
});

test("a traveller who cannot have it on the phone gets another support", () => {
  expect(firstChoice({ ...offered, mayHoldOnPhone: false }).support).toBe("MEDIA");
  expect(firstChoice({ ...offered, supports: ["DEMATERIALIZED"], mayHoldOnPhone: false }).support).toBeNull();
});

test.each<[string, Partial<Choice>, Partial<Offered>, unknown[]]>([
  ["nothing is missing", {}, {}, []],
  ["a visitor needs no traveller", { travellerId: null }, { travellers: null }, []],
  ["no traveller", { travellerId: null }, { travellers: family }, ["TRAVELLER_REQUIRED"]],
  ["no support", { support: null }, {}, ["SUPPORT_NOT_OFFERED"]],
  ["no start can be had", {}, { start: "none" }, ["START_NOT_COMPUTABLE"]],
  ["a day without time", { day: "2026-11-21", startingAt: null }, { start: days }, ["START_REQUIRED"]],
  ["a week that is not proposed", { day: "2026-11-16" }, { start: weeks }, ["START_REQUIRED"]],
  ["an empty field", {}, { fields: [plate] }, ["required"]],
  ["a short field", { fields: { plate: "AB" }, again: { plate: "AB" } }, { fields: [plate] }, ["short"]],
  ["a long field", { fields: { plate: "A".repeat(13) } }, { fields: [plate] }, ["long"]],
  [
    "a field confirmed otherwise",
    { fields: { plate: "AB-123" }, again: { plate: "AB-124" } },
    { fields: [plate] },
    ["different"],
  ],
  ["a field confirmed", { fields: { plate: "AB-123" }, again: { plate: " AB-123 " } }, { fields: [plate] }, []],
  [
    "an e-mail that is none",
    { fields: { plate: "abcd" } },
    { fields: [{ ...plate, type: "email", confirm: false }] },
    ["malformed"],
  ],
  ["a journey without its ends", {}, { journey: coast }, ["ITEM_FIELD_REQUIRED", "ITEM_FIELD_REQUIRED"]],
  [
    "a journey with both ends",
    { journey: { origin: "aubert", destination: "port", day: "2026-11-20" } },
    { journey: coast },
    [],
  ],
  ["an optional field", {}, { fields: [{ ...plate, required: false }] }, []],
])("before it is added to the cart: %s", (_what, change, more, faults) => {
  const all = { ...offered, ...more };
  const found = choiceFaults({ ...firstChoice(all), ...change }, all);
  expect(found.map((fault) => (fault.at === "field" ? fault.what : fault.code))).toEqual(faults);
});

test.each([
  ["a day and time", days, { startingAt: "2026-11-20T12:15:00.000Z", startMonth: null }],
  ["a week", weeks, { startingAt: "2026-11-22T23:00:00.000Z", startMonth: null }],
  ["a month", months, { startingAt: null, startMonth: "2026-12" }],
  ["no pivot", null, { startingAt: null, startMonth: null }],
])("the line contains its start: %s", (_what, start, expected) => {
  const all = { ...offered, start };
  expect(lineOf(firstChoice(all), all)).toMatchObject(expected);
});

test("the line contains the stops of its journey and restores them; it does not contain the day", () => {
  const all = { ...offered, journey: coast };
  const journey = { origin: "aubert", destination: "port", day: "2026-12-01" };
  const line = lineOf({ ...firstChoice(all), journey }, all);
  expect(line?.fields).toEqual({ origin: "aubert", destination: "port" });
  if (line === null) throw new Error("no line");
  expect(choiceOf({ ...line, id: "l" }, all, "Europe/Paris").journey).toEqual({ ...journey, day: "2026-11-20" });
});

test("a line is restored as it was, except for what is no longer offered", () => {
  const all = { ...offered, start: months, travellers: family, fields: [plate] };
  const line = lineOf({ ...firstChoice(all), quantity: 3, fields: { plate: "AB-123" } }, all);
  if (line === null) throw new Error("no line");
  expect(choiceOf({ ...line, id: "l" }, all, "Europe/Paris")).toMatchObject({
    travellerId: "ines",
    quantity: 3,
    day: "2026-12-01",
    fields: { plate: "AB-123" },
    again: { plate: "AB-123" },
  });
  const changed = choiceOf({ ...line, id: "l", profileId: "leo", support: "COLLECT" }, all, "Europe/Paris");
  expect([changed.travellerId, changed.support]).toEqual([null, null]);
  const byDay = { ...offered, start: days };
  const later = { ...line, id: "l", startMonth: null, startingAt: "2026-11-21T07:15:00.000Z" };
  expect(choiceOf(later, byDay, "Europe/Paris")).toMatchObject({ day: "2026-11-21", startingAt: later.startingAt });
  const past = { ...later, startingAt: "2026-11-01T07:15:00.000Z" };
  expect(choiceOf(past, byDay, "Europe/Paris")).toMatchObject({ day: null, startingAt: null });
});

const cards = [
  { id: "old", number: "1111 2222", travellerId: "leo" },
  { id: "first", number: "3333 4444", travellerId: "ines" },
  { id: "second", number: "5555 6666", travellerId: "ines" },
];

test.each<[string, Partial<Choice>, string | null]>([
  ["the traveller's first card, unless another is picked", {}, "first"],
  ["the one that was picked", { mediaId: "second" }, "second"],
  ["never another traveller's", { mediaId: "old" }, "first"],
  ["none for the phone", { support: "DEMATERIALIZED", mediaId: "second" }, null],
])("a line is loaded on a transport card: %s", (_what, change, mediaId) => {
  const family = { ...offered, travellers: [{ userId: "ines", age: null, reason: null, onDay: {} }], cards };
  const choice: Choice = { ...firstChoice(family), support: "MEDIA", ...change };
  expect(choiceFaults(choice, family)).toEqual([]);
  expect(lineOf(choice, family)?.mediaId).toBe(mediaId);
});

test("a traveller without a suitable transport card sees a message; a visitor is asked after signing in", () => {
  const alone = { ...offered, travellers: [{ userId: "max", age: null, reason: null, onDay: {} }], cards };
  const onCard: Choice = { ...firstChoice(alone), support: "MEDIA" };
  expect(choiceFaults(onCard, alone)).toEqual([{ at: "card", code: "CARD_REQUIRED" }]);
  expect(choiceFaults({ ...firstChoice(offered), support: "MEDIA" }, offered)).toEqual([]);
});

// covers §8: age limits count on the first day of validity, everywhere by one function
test("another start can mean another age: the chosen traveller sees a message", () => {
  const grown = { userId: "ines", age: 17, reason: null, onDay: { "2026-12-01": { age: 18, reason: "age" as const } } };
  expect(suitability(grown, null).age).toBe(17);
  const two = {
    ...months.proposals[0],
    startingAt: "2026-10-31T23:00:00.000Z",
    day: "2026-11-01",
    startMonth: "2026-11",
  };
  const start: OfferedStart = { ...months, proposals: [{ ...two, begun: true }, ...months.proposals] };
  const all = { ...offered, start, travellers: [grown] };
  const first = firstChoice(all);
  expect([first.travellerId, choiceFaults(first, all)]).toEqual(["ines", []]);
  expect(choiceFaults({ ...first, day: "2026-12-01" }, all)).toEqual([
    { at: "traveller", code: "TRAVELLER_NOT_ELIGIBLE" },
  ]);
});
