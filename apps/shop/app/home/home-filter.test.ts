import { expect, test } from "vitest";
import { isFiltered, readFilter, writeFilter } from "./home-filter.ts";

test.each([
  ["", {}],
  ["category=passes", { category: "passes" }],
  ["support=MEDIA&tariff=youth", { support: "MEDIA", tariff: "youth" }],
  ["q=%20pass%2031%20", { search: "pass 31" }],
  ["category=&support=&tariff=&q=", {}],
  ["support=PIGEON&category=%3Cscript%3E", {}],
  [`q=${"a".repeat(500)}`, { search: "a".repeat(80) }],
])("the query ?%s is parsed as %o and serialised unchanged", (query, filter) => {
  const read = readFilter(new URLSearchParams(query));
  expect(read).toEqual({ category: undefined, support: undefined, tariff: undefined, search: undefined, ...filter });
  expect(readFilter(new URLSearchParams(writeFilter(read)))).toEqual(read);
  expect(isFiltered(read)).toBe(Object.keys(filter).length > 0);
});
