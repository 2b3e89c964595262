import { parseArgs } from "node:util";
import { createTicketApi, type TicketApi } from "@guichet/client/ticket-api.ts";
import { demoValidatorClient } from "@guichet/contract/demo-validator.ts";
import type { Result } from "@guichet/contract/result.ts";
import { endWith, Refused, WrongUse } from "./command.ts";

const help = `Plays a validator that a transport card is held to: writes on it what waits there, and reports that to the Ticket API.

  npm run load-card -- <card number>          loads what waits on the card
  npm run load-card -- <card number> --look   tells what waits, and loads nothing
  npm run load-card -- --help                 this text

  --network <id>   the network of the card (default: demo)
  --api <address>  where the Ticket API is (default: http://127.0.0.1:3001)
  --client <id> --key <key>   a client with the right validator (default: the demo's)

Exit codes: 0 done, 1 refused, 2 wrong use or no Ticket API.`;

/** A card holds fewer tickets than this. */
const loadsMax = 100;

await endWith(run);

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
  // A number is typed as it is printed, in groups.
  const mediaNumber = positionals.join("");
  if (mediaNumber === "") throw new WrongUse(help);
  const api = createTicketApi({ baseUrl: values.api, clientId: values.client, key: values.key });
  await holdToValidator(api, { network: values.network, mediaNumber, onlyLook: values.look === true });
}

async function holdToValidator(
  api: TicketApi,
  { network, mediaNumber, onlyLook }: { network: string; mediaNumber: string; onlyLook: boolean },
): Promise<void> {
  const { items, asOf } = heard(await api.call("cardLoads", { mediaNumber, limit: loadsMax }, { network }));
  if (items.length === 0) return console.log("Nothing waits for this card.");
  for (const { ticketId, name } of items) {
    if (onlyLook) console.log(`waits: ${name} (${ticketId})`);
    else {
      const load = { mediaNumber, ticketId, loadedAt: asOf };
      const { loadedAt } = heard(await api.call("reportCardLoad", load, { network }));
      console.log(`loaded: ${name} (${ticketId}), ${loadedAt}`);
    }
  }
}

function heard<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Refused(`The Ticket API refuses: ${outcome.code}.`);
  return outcome.value;
}
