import { parseArgs } from "node:util";
import { exitWith, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";

const help = `Migrates the database to this version: forward only, each migration once and in its own transaction.

  npm run migrate              runs the missing migrations, as every start does
  npm run migrate -- --help    this text

Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data; production needs DATABASE_URL).
Exit codes: 0 done, 1 refused, 2 wrong use or no database.`;

await exitWith(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  if (positionals.length > 0) throw new WrongUse(help);
  await withDatabase("write", async () => console.log("The database is up to date."));
});
