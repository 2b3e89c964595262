import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { plainEnvironment } from "../e2e/installation.ts";

const root = path.join(import.meta.dirname, "..");

let folder: string;
let file: string;
let commands: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-env-"));
  file = path.join(folder, "settings");
  const text = await readFile(path.join(root, "package.json"), "utf8");
  commands = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text)).scripts;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command as `npm run` does, with a settings file and its own environment. */
async function run(name: string, settings: string, environment: Record<string, string> = {}) {
  await writeFile(file, settings);
  const { PATH } = plainEnvironment();
  const env = { ...plainEnvironment(), PATH: `${path.dirname(process.execPath)}:${PATH}`, DATA_DIR: folder };
  return spawnSync("sh", ["-c", commands[name] ?? "exit 9"], {
    cwd: root,
    encoding: "utf8",
    timeout: 20_000,
    env: { ...env, GUICHET_ENV_FILE: file, ...environment },
  });
}

it.each([
  ["start:api", "LOG_LEVEL"],
  ["start:shop", "LOG_LEVEL"],
  ["start:office", "LOG_LEVEL"],
  ["start:sandbox", "SANDBOX_PORT"],
])("%s reads its settings from the file", async (name, wrong) => {
  const { status, stderr } = await run(name, `${wrong}=none\n`);
  expect([1, 2]).toContain(status);
  expect(stderr).toContain(wrong);
});

it("a start reads its settings from the file, and the environment takes precedence", async () => {
  const fromFile = await run("start", "SHOP_PORT=none\nAPI_PORT=none\n", { API_PORT: "0" });
  expect(fromFile.status).toBe(1);
  expect(fromFile.stderr).toContain("SHOP_PORT");
  expect(fromFile.stderr).not.toContain("API_PORT");
});

it("a command reads its settings from the file", async () => {
  const { status, stderr } = await run("migrate", "NODE_ENV=production\n");
  expect(status).toBe(2);
  expect(stderr).toContain("DATABASE_URL");
});

it("a missing file that was named is reported, and nothing starts", async () => {
  const { status, stderr } = await run("start", "", { GUICHET_ENV_FILE: path.join(folder, "nowhere") });
  expect(status).toBe(2);
  expect(stderr).toContain("nowhere");
});

it("every command and server of Guichet reads it", () => {
  const without = ["types", "lint", "format", "unit", "e2e", "bench", "screenshots"];
  const reading = Object.entries(commands).filter(([name]) => !without.includes(name));
  expect(reading.length).toBeGreaterThan(20);
  for (const [name, command] of reading)
    expect(command, name).toMatch(/on-node-24\.mjs|--import \.\/scripts\/env-file-config\.ts/);
});
