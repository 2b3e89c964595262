import { buildOutdated } from "./building/build.ts";
import { keepPart } from "./start/part.ts";
import { runGuichet } from "./start/run-guichet.ts";

const help = `Starts Guichet: database, Ticket API, shop and office, in the demo also the sandbox.

  npm start            everything in one go; Ctrl-C or SIGTERM stops it
  npm start -- --help  this text

Settings come from the environment: see .env.example and docs/running.md.`;

if (process.argv.includes("--help")) console.log(help);
else await runGuichet({ kind: "built", prepare: buildOutdated, keep: keepPart });
