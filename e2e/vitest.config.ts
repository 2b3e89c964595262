import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "../scripts/test/longest-first.ts";
import { together } from "../scripts/test/projects.ts";

/** The journeys: what a person does, in a real browser, on a separate installation for each file. */
export default defineConfig({
  test: {
    ...together,
    name: "journeys",
    root: path.join(import.meta.dirname, ".."),
    include: ["e2e/**/*.journey.ts"],
    globalSetup: ["e2e/used-folder.setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Three browsers and their servers share the machine: a page that was late once is tried once more, and the report marks it.
    retry: 1,
    sequence: { sequencer: LongestFirst },
  },
});
