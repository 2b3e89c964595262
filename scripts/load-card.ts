import { parseArgs } from "node:util";
import { createTicketApi, type TicketApi } from "@guichet/client/ticket-api.ts";
import { demoValidatorClient } from "@guichet/contract/demo-validator.ts";
import type { Result } from "@guichet/contract/result.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";

const help = `Simulates a validator that reads a transport card: loads pending tickets onto it, and reports them to the Ticket API.

  npm run load-card -- <card number>          loads pending tickets
  npm run load-card -- <card number> --look   lists pending tickets without loading them
  npm run load-card -- --help                 this text

  --network <id>   the network of the card (default: demo)
  --api <address>  URL of the Ticket API (default: http://127.0.0.1:3001)
  --client <id> --key <key>   a client with the right validator (default: the demo's)

Exit codes: 0 done, 1 refused, 2 wrong use or no Ticket API.`;

/** A card holds fewer tickets than this. */
const loadsMax = 100;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      look: { type: "boolean" },
      network: { type: "string", default: "demo" },
      api: { type: "string", default: "http://127.0.0.1:3001" },
      client: { type: "string", default: demoValidatorClient.id },
      key: { type: "string", default: demoValidatorClient.key },
    },
  });
  if (values.help) return console.log(help);
  // The number may be typed in groups, as printed.
  const mediaNumber = positionals.join("");
  if (mediaNumber === "") throw new WrongUse(help);
  const api = createTicketApi({ baseUrl: values.api, clientId: values.client, key: values.key });
  await simulateValidator(api, { network: values.network, mediaNumber, dryRun: values.look === true });
}

async function simulateValidator(
  api: TicketApi,
  { network, mediaNumber, dryRun }: { network: string; mediaNumber: string; dryRun: boolean },
): Promise<void> {
  const { items, asOf } = unwrap(await api.call("cardLoads", { mediaNumber, limit: loadsMax }, { network }));
  if (items.length === 0) return console.log("No loads pending for this card.");
  for (const { ticketId, name } of items) {
    if (dryRun) console.log(`pending: ${name} (${ticketId})`);
    else {
      const load = { mediaNumber, ticketId, loadedAt: asOf };
      const { loadedAt } = unwrap(await api.call("reportCardLoad", load, { network }));
      console.log(`loaded: ${name} (${ticketId}), ${loadedAt}`);
    }
  }
}

function unwrap<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Refused(`The Ticket API refuses: ${outcome.code}.`);
  return outcome.value;
}
