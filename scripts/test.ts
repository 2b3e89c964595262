import { parseArgs } from "node:util";
import { bringChromium } from "./test/chromium.ts";
import { findConfiguredPostgres } from "./test/configured-postgres.ts";
import { build, exitCodeOf, lint, summaryOf, tests, texts, types } from "./test/steps.ts";

const help = `Checks everything: build, types, lint, then all tests in one run (unit, contract, database, style, browser).

  npm test              all of it; on a Debian machine without Chromium, as root, installs it first
  TEST_THOROUGH=1 npm test   also what repeats a test under other circumstances, before a release
  npm test -- --help    this text

Only the quick checks: npm run check; only one file: npx vitest run <file>; only the browser tests: npm run e2e.`;

const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
process.exitCode = values.help ? tell(help) : test();

function test(): number {
  const browser = bringChromium(tell);
  if ("missing" in browser) {
    console.error(browser.missing);
    return 1;
  }
  const done = [build(), texts(), types(), lint()];
  const given = findConfiguredPostgres();
  tell(
    [
      "",
      ...summaryOf(done),
      `browser    ${browser.program}`,
      `database   our own${given === undefined ? "; not on another: no PostgreSQL 15 or later is installed here" : `; tests of SQL on PostgreSQL ${given.version} of this machine`}`,
      "",
    ].join("\n"),
  );
  return exitCodeOf([...done, tests("--config", "scripts/test/vitest.config.ts")]);
}

function tell(text: string): 0 {
  console.log(text);
  return 0;
}
