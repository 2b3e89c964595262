import { parseArgs } from "node:util";
import { exitCodeOf, lint, summaryOf, tests, texts, types } from "./test/steps.ts";

const help = `Checks types, lint, style and all unit tests, in less than a minute: needs no PostgreSQL, no build and no browser.

  npm run check             all of it
  npm run check -- --help   this text

Before a change is merged: npm test.`;

const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
if (values.help) console.log(help);
else check();

function check(): void {
  const done = [texts(), types(), lint(), tests("--project", "unit")];
  console.log(["", ...summaryOf(done)].join("\n"));
  process.exitCode = exitCodeOf(done);
}
