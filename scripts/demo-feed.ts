import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { zipOf } from "../apps/ticket-api/src/testing/zip-of.ts";
import { exitWith, WrongUse } from "./command.ts";
import { coastLine } from "./demo-feed/coast-line.ts";

const help = `The timetable feed of the demo network, a made-up coast line (docs/network-packs.md, gtfs.zip).

  npm run demo-feed [<file>]     writes it (default: networks/demo/gtfs.zip); always the same bytes
  npm run demo-feed -- --help    this text`;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  const [file = "networks/demo/gtfs.zip", ...rest] = positionals;
  if (values.help) return console.log(help);
  if (rest.length > 0) throw new WrongUse(help);
  await writeFile(file, zipOf(coastLine()));
  console.log(`${file} written`);
}
