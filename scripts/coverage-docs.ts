import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { coveragePage } from "./coverage-docs/coverage-page.ts";
import { readCoverage } from "./coverage-docs/read-coverage.ts";

const help = `Generates docs/coverage.md, the list of what is built, with the tests that cover it.

  npm run coverage-docs             writes it
  npm run coverage-docs -- --help   this text

Its rows are comments above the tests:
  // covers §5: a name has two letters     a row of this section of the specification; one line for each row
  // covers §5                             the same; the row is the title of the test
  // covers: the sandbox has a mailbox     a row that is not in the specification
Above a describe they cover all its tests, above a case in a table of it.each that case.`;

await exitWith(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  if (positionals.length > 0) throw new WrongUse(help);
  const { coverages, faults } = readCoverage();
  if (faults.length > 0) throw new Refused(["Nothing was written.", ...faults].join("\n"));
  await writeFile(path.join(import.meta.dirname, "../docs/coverage.md"), coveragePage(coverages));
  console.log("docs/coverage.md is written.");
});
