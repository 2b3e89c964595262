import { expect, test } from "vitest";
import { holder } from "../../server/api-peer.ts";
import { offeredTraveller } from "./product.server.ts";

const user = { ...holder, userStatus: "active" as const, theme: "system" as const };
const rules = { today: "2026-11-20", hideBirthDate: false, profiling: true };
const anybody = { ageFrom: null, ageTo: null, statuses: [] };

test.each([
  ["anybody", {}, anybody, {}, null],
  ["the age is on the lower bound", { userBirthday: "1998-11-20" }, { ...anybody, ageFrom: 28 }, {}, null],
  ["the birthday is tomorrow", { userBirthday: "1998-11-21" }, { ...anybody, ageFrom: 28 }, {}, "age"],
  ["the age is on the upper bound", { userBirthday: "1998-11-21" }, { ...anybody, ageTo: 27 }, {}, null],
  ["too old by a day", { userBirthday: "1998-11-20" }, { ...anybody, ageTo: 27 }, {}, "age"],
  ["no birth date", { userBirthday: null }, { ...anybody, ageTo: 27 }, {}, "birth-date"],
  ["birth dates are hidden", { userBirthday: null }, { ...anybody, ageTo: 27 }, { hideBirthDate: true }, null],
  ["another status", { tariffStatus: "student" }, { ...anybody, statuses: ["job-seeker"] }, {}, "status"],
  ["the status asked for", { tariffStatus: "student" }, { ...anybody, statuses: ["student"] }, {}, null],
  ["statuses are switched off", {}, { ...anybody, statuses: ["student"] }, { profiling: false }, null],
  ["deactivated", { userStatus: "deactivated" as const }, anybody, {}, "deactivated"],
])("a traveller and an article: %s", (_what, person, item, change, reason) => {
  expect(offeredTraveller({ ...user, ...person }, item, { ...rules, ...change }).reason).toBe(reason);
});

test("a hidden birth date shows no age", () => {
  expect(offeredTraveller(user, anybody, rules).age).toBe(36);
  expect(offeredTraveller(user, anybody, { ...rules, hideBirthDate: true }).age).toBeNull();
});
