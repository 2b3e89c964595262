import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { memoryEnvironment, memoryFlags } from "./memory.ts";

test("a part that is started alone has the same memory limits as in the whole installation", async () => {
  const file = await readFile(path.join(import.meta.dirname, "../../package.json"), "utf8");
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(file));
  const parts = Object.entries(scripts).filter(([name]) => name.startsWith("start:"));
  const environment = Object.entries(memoryEnvironment).map(([name, value]) => `${name}=${value}`);
  expect(parts.length).toBeGreaterThan(3);
  for (const [name, command] of parts) {
    expect(command, name).toMatch(new RegExp(`^${environment.join(" ")} exec node ${memoryFlags.join(" ")} `));
  }
});
