import { describe, expect, it } from "vitest";
import { coveragePage, sections } from "../scripts/coverage-docs/coverage-page.ts";
import { readCoverage } from "../scripts/coverage-docs/read-coverage.ts";
import { read } from "./tree.ts";

const { coverages, faults } = readCoverage();

describe("`// covers` comments", () => {
  it("are above a test and name a section that exists", () => {
    expect(faults).toEqual([]);
  });

  it("cover every section", () => {
    expect([...sections.keys()].filter((section) => coverages.every((one) => one.section !== section))).toEqual([]);
  });
});

describe("docs/coverage.md", () => {
  it("lists what the tests cover", () => {
    // Compared as a whole, reported briefly.
    expect(read("docs/coverage.md") === coveragePage(coverages), "run `npm run coverage-docs`").toBe(true);
  });
});
