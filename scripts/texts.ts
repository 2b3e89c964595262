import { writeAllTextTypes } from "./building/text-types.ts";
import { exitWith } from "./command.ts";

const help = `Generates messages.gen.ts, the types of the texts, from the PO files of every part.

  npm run texts             run it after a PO file has changed; npm ci, check, test, build and dev do it too
  npm run texts -- --help   this text`;

if (process.argv.includes("--help")) console.log(help);
else await exitWith(writeAllTextTypes);
