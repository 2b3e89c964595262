import { advisedDaysMax } from "@guichet/contract/limits/catalogue-limits.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import { expect, test } from "vitest";
import { callOf, readQuestion } from "./advice-question.ts";

const today = "2026-11-30";
const read = (query: string) => readQuestion(new URLSearchParams(query), today);

test("an empty form asks for workdays, there and back, for a month from today", () => {
  expect(callOf(read(""))).toEqual({
    travellers: [{ age: null, status: null }],
    from: today,
    to: "2026-12-29",
    days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, trips: 2 })),
    together: true,
    fareZone: null,
  });
});

// covers: the fare adviser is the first question of the home page, and its answers are preserved
test("the answers of the home page stand for days and trips, until the form names them", () => {
  const { days, trips, together, travellers } = read("from=&people=2&age1=35&often=twice");
  expect({ days, trips, together, people: travellers.length, age: travellers[0]?.age }).toEqual({
    days: [2, 4],
    trips: 2,
    together: true,
    people: 2,
    age: 35,
  });
  expect(read("from=&often=never").days).toEqual([]);
  expect(read("from=&day=6&trips=3")).toMatchObject({ days: [6], trips: 3 });
});

test("the fare zone is one of the network's, the first unless another is chosen", () => {
  const zoneOf = (query: string, zones: string[]) => readQuestion(new URLSearchParams(query), today, zones).fareZone;
  expect([zoneOf("zone=b", ["a", "b"]), zoneOf("zone=c", ["a", "b"]), zoneOf("zone=a", [])]).toEqual(["b", "a", null]);
});

test("ages, statuses, days and who travels with whom are in the address", () => {
  const question = read("from=2026-12-05&period=week&day=6&day=7&trips=4&people=2&age1=35&age2=8&status2=student");
  expect(callOf(question)).toEqual({
    travellers: [
      { age: 35, status: null },
      { age: 8, status: "student" },
    ],
    from: "2026-12-05",
    to: "2026-12-11",
    days: [6, 7].map((weekday) => ({ weekday, trips: 4 })),
    together: false,
    fareZone: null,
  });
});

test("one day counts whatever its weekday is", () => {
  expect(callOf(read("from=2026-12-05&period=day&day=1")).days).toHaveLength(7);
});

test.each(["from=2020-01-01", "from=nonsense&trips=99&people=99&age1=-4&period=ever&status1=<b>"])(
  "%s is parsed as far as it is valid",
  (query) => {
    expect(read(query)).toMatchObject({
      from: today,
      trips: 2,
      period: "month",
      travellers: [{ age: null, status: null }],
    });
  },
);

test("three months never have more days than the adviser accepts, whenever they start", () => {
  for (let day = 0; day < 366; day += 1) {
    const from = addDays(today, day);
    const { to } = callOf(read(`from=${from}&period=quarter&day=1`));
    expect(to < addDays(from, advisedDaysMax)).toBe(true);
  }
});
