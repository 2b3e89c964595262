import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { type Clock, hoursMs, later } from "../apps/ticket-api/src/clock.ts";
import type { Database } from "../apps/ticket-api/src/database/database.ts";
import { bindClient, clientRegistry, renewClientKey, saveClient } from "../apps/ticket-api/src/http/client-store.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";

const help = `Clients of the Ticket API: servers that may call it.

  npm run client -- make <id> [--right counter|validator|office] [--replay-protection]   creates a client, prints its key once
  npm run client -- renew <id> [--hours <n>]                            gives it a new key; the old one stays valid for 24 hours,
                                                                        or for the given number; 0: it ends at once
  npm run client -- bind <id> <network>                                 allows it to sell for a network
  npm run client -- --help                                              this text

Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data), also while the server runs.
Exit codes: 0 done, 1 refused, 2 wrong use or no database.`;

const keyBytes = 32;
/** Long enough to update several servers one after the other. */
const overlapHours = 24;
const knownRights = ["counter", "validator", "office"];

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      right: { type: "string", multiple: true },
      "replay-protection": { type: "boolean" },
      hours: { type: "string", default: String(overlapHours) },
    },
  });
  const [verb, id, network, ...rest] = positionals;
  if (values.help) return console.log(help);
  if (id === undefined || rest.length > 0) throw new WrongUse(help);
  const rights = values.right ?? [];
  if (rights.some((right) => !knownRights.includes(right)))
    throw new Refused(`The rights are ${knownRights.join(", ")}.`);
  if (verb === "make" && network === undefined)
    return withDatabase("write", ({ db }) => make(db, id, rights, values["replay-protection"] === true));
  if (verb === "renew" && network === undefined)
    return withDatabase("write", ({ db, clock }) => renew(db, clock, id, values.hours));
  if (verb === "bind" && network !== undefined) return withDatabase("write", ({ db }) => bind(db, id, network));
  throw new WrongUse(help);
}

async function make(db: Database, id: string, rights: string[], replayProtection: boolean): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{1,39}$/.test(id))
    throw new Refused("An id has 2 to 40 lower-case letters, digits and hyphens.");
  if ((await clientRegistry(db)(id)) !== undefined) throw new Refused(`There is a client ${id} already.`);
  const key = randomBytes(keyBytes).toString("base64url");
  await saveClient(db, { id, key, rights, replayProtection, networks: [] });
  console.log(key);
}

async function renew(db: Database, clock: Clock, id: string, hours: string): Promise<void> {
  if (!/^\d{1,3}$/.test(hours)) throw new Refused("--hours takes a whole number, 999 at most.");
  const client = await clientRegistry(db)(id);
  if (client === undefined) throw new Refused(`There is no client ${id}.`);
  const key = randomBytes(keyBytes).toString("base64url");
  const until = Number(hours) === 0 ? null : later(clock.now(), hoursMs(Number(hours))).toISOString();
  await renewClientKey(db, id, key, until);
  console.log(key);
  if (until !== null) console.error(`The previous key is valid until ${until}.`);
}

async function bind(db: Database, id: string, network: string): Promise<void> {
  if ((await clientRegistry(db)(id)) === undefined) throw new Refused(`There is no client ${id}.`);
  await bindClient(db, id, network).catch((failure: unknown) => {
    const unknown = failure instanceof Error && "code" in failure && failure.code === "23503";
    throw unknown ? new Refused(`There is no network ${network}.`) : failure;
  });
  console.log(`${id} may sell for ${network}`);
}
