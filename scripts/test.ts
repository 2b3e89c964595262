import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { bringChromium } from "./test/chromium.ts";
import { findGivenPostgres } from "./test/given-postgres.ts";

const help = `Checks everything: build, types, lint, then all tests in one run (unit, contract, database, style, browser).

  npm test              all of it; on a fresh Debian machine, as root, it installs Chromium when there is none
  npm test -- --help    this text

One file alone: npx vitest run <file>; the browser journeys alone: npm run e2e.`;

const root = path.join(import.meta.dirname, "..");
const program = (name: string) => path.join(root, "node_modules/.bin", name);

const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
process.exitCode = values.help ? tell(help) : test();

function test(): number {
  const browser = bringChromium(tell);
  if ("missing" in browser) {
    console.error(browser.missing);
    return 1;
  }
  const done = [
    step("build", process.execPath, ["scripts/on-node-24.mjs", "build"]),
    step("types", program("tsc"), ["-p", "tsconfig.json"]),
    step("lint", program("biome"), ["check", "."]),
  ];
  const given = findGivenPostgres();
  tell(
    [
      "",
      ...done.map(({ name, ok, seconds }) => `${name.padEnd(10)} ${ok ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)`),
      `browser    ${browser.program}`,
      `database   our own${given === undefined ? "; not on another: no PostgreSQL 15 or later is installed here" : `, and PostgreSQL ${given.version} of this machine`}`,
      "",
    ].join("\n"),
  );
  const tests = step("tests", program("vitest"), ["run", "--config", "scripts/test/vitest.config.ts"]);
  return [...done, tests].every(({ ok }) => ok) ? 0 : 1;
}

function step(name: string, command: string, args: string[]): { name: string; ok: boolean; seconds: number } {
  const begun = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  return { name, ok: status === 0, seconds: (performance.now() - begun) / 1_000 };
}

function tell(text: string): 0 {
  console.log(text);
  return 0;
}
