import path from "node:path";
import { defineConfig } from "vitest/config";

/** The journeys: what a person does, in a real browser, on a whole installation. */
export default defineConfig({
  test: {
    name: "journeys",
    root: path.join(import.meta.dirname, ".."),
    include: ["e2e/**/*.journey.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: "forks",
    // One installation with its database and one browser are load enough for a small machine.
    maxWorkers: 1,
    // After everything else: a journey only says something when the parts work.
    sequence: { groupOrder: 2 },
  },
});
