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
    // Each has a browser and four servers, which keep a processor busy: they run after all other tests, with fewer workers.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst, groupOrder: 1 },
    // A page that was late once is tried once more, and the report marks it.
    retry: 1,
  },
});
