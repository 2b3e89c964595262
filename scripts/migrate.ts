import { parseArgs } from "node:util";
import { exitWith, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";

const help = `Brings the database to the shape of this version, forward only, each migration once in its own transaction.

  npm run migrate              does it; a start does the same
  npm run migrate -- --help    this text

Uses the database of DATABASE_URL, else our own in DATA_DIR (default ./.data; production needs DATABASE_URL).
Exit codes: 0 done, 1 refused, 2 wrong use or no database.`;

await exitWith(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  if (positionals.length > 0) throw new WrongUse(help);
  await withDatabase("write", async () => console.log("The database has the shape of this version."));
});
