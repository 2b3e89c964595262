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
    // Each has an installation with its database and a browser of its own, and waits for them about half of its time; three at a time take as long as two.
    maxWorkers: 2,
    // After everything else: a journey only says something when the parts work.
    sequence: { groupOrder: 2 },
  },
});
