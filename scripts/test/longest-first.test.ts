import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { longest } from "./longest-first.ts";

it("lists existing files, each once", () => {
  const root = path.join(import.meta.dirname, "../..");
  expect(longest.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(longest).size).toBe(longest.length);
});
