import { expect, test } from "vitest";
import { holder } from "../../testing/api-peer.ts";
import { birthDateFault, type OfferedAges } from "../identity/forms/visitor-birth-date.tsx";
import { fixedPeriod, offeredTraveller } from "./product.server.ts";

const user = { ...holder, userStatus: "active" as const, theme: "system" as const };

test.each([
  ["anybody", {}, [], true, null],
  ["another status", { tariffStatus: "student" }, ["job-seeker"], true, "status"],
  ["the status asked for", { tariffStatus: "student" }, ["student"], true, null],
  ["statuses are switched off", {}, ["student"], false, null],
  ["deactivated", { userStatus: "deactivated" as const }, [], true, "deactivated"],
])("a traveller and an article: %s", (_what, person, statuses, profiling, reason) => {
  const rules = { profiling, today: "2026-11-20", ages: null, days: [] };
  expect(offeredTraveller({ ...user, ...person }, { statuses }, rules).reason).toBe(reason);
});

// covers: the page of a school pass states its dates
test("a period that is the same for everybody has its days, from today if it has begun; another validity has none", () => {
  const school = { validity: { period: { from: "09-01", to: "08-31" } } };
  const of = (now: string) => fixedPeriod(school, now, "Europe/Paris");
  expect(of("2026-11-24T09:00:00Z")).toEqual({ from: "2026-11-24", lastDay: "2027-08-31" });
  expect(of("2027-08-31T21:59:59Z")).toEqual({ from: "2027-08-31", lastDay: "2027-08-31" });
  expect(of("2027-08-31T22:00:00Z")).toEqual({ from: "2027-09-01", lastDay: "2028-08-31" });
  expect(
    fixedPeriod({ validity: { from: "purchase", duration: "P1Y" } }, "2026-11-24T09:00:00Z", "Europe/Paris"),
  ).toBeNull();
});

const season: OfferedAges = {
  ageFrom: null,
  ageTo: 17,
  validity: { period: { from: "12-15", to: "01-15" } },
  today: "2026-11-20",
};
const monthly: OfferedAges = { ...season, validity: { from: "start", duration: "P1M" } };
const months = ["2026-11-01", "2026-12-01", "2027-01-01"];

// covers §8: age limits count on the first day of validity, everywhere by one function
test.each<[string, OfferedAges, string[], string | null, string | null]>([
  ["of the last day of being 17", season, [], "2008-12-16", null],
  ["of age when the stretch begins", season, [], "2008-12-15", "age"],
  ["of age next month, from this month", monthly, ["2026-11-01"], "2008-12-01", null],
  ["of age next month, from next month", monthly, ["2026-12-01"], "2008-12-01", "age"],
  ["without a birth date", monthly, months, null, "birth-date"],
])("an article is for a traveller by the age on its first day: %s", (_what, ages, days, userBirthday, reason) => {
  const rules = { profiling: true, today: ages.today, ages, days };
  expect(offeredTraveller({ ...user, userBirthday }, { statuses: [] }, rules).reason).toBe(reason);
  const fault = birthDateFault(userBirthday, ages, days[0] ?? null)?.code ?? null;
  expect(fault).toBe({ age: "TRAVELLER_NOT_ELIGIBLE", "birth-date": "BIRTH_DATE_REQUIRED" }[reason ?? ""] ?? null);
});

test("each later start at which the traveller has another age is reported, and nothing else", () => {
  const rules = { profiling: true, today: monthly.today, ages: monthly, days: months };
  const of = (userBirthday: string) => offeredTraveller({ ...user, userBirthday }, { statuses: [] }, rules);
  expect(of("2008-12-15")).toMatchObject({
    age: 17,
    reason: null,
    onDay: { "2027-01-01": { age: 18, reason: "age" } },
  });
  expect(of("2008-05-05")).toMatchObject({ age: 18, reason: "age", onDay: {} });
  expect(of("2015-12-01").onDay).toEqual({
    "2026-12-01": { age: 11, reason: null },
    "2027-01-01": { age: 11, reason: null },
  });
  expect(
    offeredTraveller({ ...user, userBirthday: "2008-12-15" }, { statuses: [] }, { ...rules, ages: null }),
  ).toMatchObject({ age: 17, reason: null, onDay: {} });
});
