import { parseArgs } from "node:util";
import { listKeys } from "../apps/ticket-api/src/installation/key-rotation-store.ts";
import { retireSigningKey, rotateKey } from "../apps/ticket-api/src/installation/rotate-keys.ts";
import { purposes } from "../apps/ticket-api/src/keys.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { type CommandDatabase, withDatabase } from "./command-database.ts";

const help = `Keys of the installation: for ticket codes (ticket), sign-in tokens (id-token) and links in e-mails (link), and the
secret (secret) from which the keys for pseudonyms in the security log and for the staff's second factors are derived.

  npm run keys -- list                     every key: when it starts to sign, when it was retired
  npm run keys -- rotate <purpose>         creates the next key: published at once, it signs after a day (ticket) or two minutes,
                                           when every server and checker has it; the previous one stays valid
  npm run keys -- rotate <purpose> --now   the same, but it signs at once: for a key that was stolen
  npm run keys -- retire <kid> [--force]   makes everything signed with it invalid; refused for a ticket key while tickets or
                                           stickers signed with it are in use, unless --force invalidates them
  npm run keys -- --help                   this text

docs/running.md describes a drill to do once a year. Keys of clients: \`npm run client -- renew\`.
Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data), also while the server runs.
Exit codes: 0 done, 1 refused, 2 wrong use or no database.`;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" }, now: { type: "boolean" }, force: { type: "boolean" } },
  });
  if (values.help) return console.log(help);
  const [verb, named, ...rest] = positionals;
  if (rest.length > 0) throw new WrongUse(help);
  if (verb === "list" && named === undefined) return withDatabase("read", list);
  if (named === undefined) throw new WrongUse(help);
  if (verb === "rotate") return withDatabase("write", (database) => rotate(database, named, values.now === true));
  if (verb === "retire") return withDatabase("write", (database) => end(database, named, values.force === true));
  throw new WrongUse(help);
}

async function list({ db }: CommandDatabase): Promise<void> {
  for (const { purpose, kid, activeFrom, retiredAt } of await listKeys(db))
    console.log(`${purpose.padEnd(9)} ${kid}  signs from ${activeFrom}${retiredAt ? `, retired ${retiredAt}` : ""}`);
}

async function rotate(database: CommandDatabase, named: string, now: boolean): Promise<void> {
  const purpose = purposes.find((one) => one === named);
  if (purpose === undefined) throw new Refused(`There are keys for ${purposes.join(", ")}, not for ${named}.`);
  const { kid, activeFrom } = await rotateKey(database, purpose, { now });
  console.log(`${purpose} ${kid} signs from ${activeFrom}`);
}

async function end(database: CommandDatabase, kid: string, force: boolean): Promise<void> {
  const ended = await retireSigningKey(database, kid, { force });
  if (ended.outcome === "unknown") throw new Refused(`There is no key ${kid}, or it is retired.`);
  if (ended.outcome === "signs")
    throw new Refused(
      `${kid} signs now: first \`npm run keys -- rotate ${ended.purpose}\`, and wait until the next one does.`,
    );
  if (ended.outcome === "in-use")
    throw new Refused(
      `${ended.tickets} tickets and ${ended.vignettes} stickers from the time of ${kid} are in use: --force invalidates them.`,
    );
  if (ended.outcome === "seals")
    throw new Refused(
      `${ended.secondFactors} second factors of the staff are encrypted with ${kid}: reset them first, or --force makes them unusable.`,
    );
  console.log(`${kid} is retired`);
}
