import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { check, type TicketCheck } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketHotlist, type TicketHotlist } from "@guichet/ticket-code/ticket-hotlist.ts";
import { parseTicketKeys } from "@guichet/ticket-code/ticket-keys.ts";

const help = `Checks a ticket code offline.

  npm run check-ticket -- --keys <file> [--at <instant>] [--network <id>] [--stopped <file>] [<code>]

  <code>            the content of the barcode; without it, one line from standard input
  --keys <file>     key set, as served at /.well-known/guichet-ticket-keys.json
  --at <instant>    check as of this instant, ISO 8601 with a zone (default: now)
  --network <id>    accept tickets of this network only
  --stopped <file>  tickets to refuse whatever their code says, as returned by Networks/ticketHotlist
  --help            this text

The answer is one JSON object on standard output. Exit codes:
  0  valid
  1  not valid: not-yet-valid, expired, stopped or other-network (the signature is right)
  2  not a ticket: forged, malformed or unknown-key
  3  wrong use: options, key file, list or instant

The format is described in packages/ticket-code/FORMAT.md.`;

const exitCodes: Record<TicketCheck["status"], number> = {
  valid: 0,
  "not-yet-valid": 1,
  expired: 1,
  stopped: 1,
  "other-network": 1,
  forged: 2,
  malformed: 2,
  "unknown-key": 2,
};
const longestInput = 10_000;

try {
  process.exitCode = run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 3;
}

function run(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: "string" },
      at: { type: "string" },
      network: { type: "string" },
      stopped: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (!values.keys) throw new Error("--keys <file> is missing; see --help");
  if (positionals.length > 1) throw new Error("more than one code given");
  const at = values.at ?? new Date().toISOString();
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/i.test(at) || Number.isNaN(Date.parse(at))) {
    throw new Error("--at is not an instant such as 2026-11-20T12:00:00Z");
  }
  const keys = parseTicketKeys(JSON.parse(readFileSync(values.keys, "utf8")));
  if (!keys) throw new Error(`${values.keys} is not a JSON Web Key set`);
  const code = (positionals[0] ?? readFileSync(0, "utf8")).slice(0, longestInput);
  const network = values.network === undefined ? {} : { network: values.network };
  const stopped = values.stopped === undefined ? {} : { stopped: stoppedIn(values.stopped) };
  const answer = check(code, { keys, now: at, ...network, ...stopped });
  console.log(JSON.stringify(answer, null, 2));
  return exitCodes[answer.status];
}

function stoppedIn(file: string): TicketHotlist {
  const stopped = parseTicketHotlist(JSON.parse(readFileSync(file, "utf8")));
  if (!stopped) throw new Error(`${file} is not a list of stopped tickets`);
  return stopped;
}
