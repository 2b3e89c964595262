import { expect, test } from "vitest";
import { monthChoices, monthIn } from "./finance-months.ts";

const query = (text: string) => new URLSearchParams(text);

test("the month is the one in the address, otherwise the last one that is over", () => {
  expect(monthIn(query("month=2025-12"), "2026-11-28")).toBe("2025-12");
  expect(monthIn(query(""), "2027-01-31")).toBe("2026-12");
  for (const wrong of ["2026-13", "2026-1", "9026-01", "x"])
    expect(monthIn(query(`month=${wrong}`), "2026-11-28")).toBe("2026-10");
});

test("the choice has the current month, three years before it, and an older one that is chosen", () => {
  const months = monthChoices("2026-10", "2026-11-28");
  expect([months.length, months[0], months.at(-1)]).toEqual([37, "2026-11", "2023-11"]);
  expect(monthChoices("2020-01", "2026-11-28").at(-1)).toBe("2020-01");
  expect(monthChoices("2030-01", "2026-11-28")[0]).toBe("2030-01");
});
