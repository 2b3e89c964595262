import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
const program = (name: string) => path.join(root, "node_modules/.bin", name);

/** One check, and how long it took. */
export interface Step {
  name: string;
  ok: boolean;
  seconds: number;
}

export const build = (): Step => step("build", process.execPath, ["scripts/on-node-24.mjs", "build"]);
export const texts = (): Step => step("texts", process.execPath, ["scripts/on-node-24.mjs", "texts"]);
export const types = (): Step => step("types", program("tsc"), ["-p", "tsconfig.json"]);
export const lint = (): Step => step("lint", program("biome"), ["check", "."]);
export const tests = (...words: string[]): Step => step("tests", program("vitest"), ["run", ...words]);

/** The steps as lines of a summary. */
export const summaryOf = (steps: readonly Step[]): string[] =>
  steps.map(({ name, ok, seconds }) => `${name.padEnd(10)} ${ok ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)`);

/** The exit code of a command that ran these steps. */
export const exitCodeOf = (steps: readonly Step[]): 0 | 1 => (steps.every(({ ok }) => ok) ? 0 : 1);

function step(name: string, command: string, args: string[]): Step {
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  return { name, ok: status === 0, seconds: (performance.now() - startedAt) / 1_000 };
}
