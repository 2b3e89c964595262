import { readdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { createApp } from "../apps/ticket-api/src/create-app.ts";
import { networkIds } from "../apps/ticket-api/src/installation/installation-store.ts";
import { removeDemo } from "../apps/ticket-api/src/installation/remove-demo.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { commandConfig } from "./command-config.ts";
import { withDatabase } from "./command-database.ts";

const help = `Demo data in the database of a real installation that was once started without NODE_ENV=production.

  npm run demo -- remove       removes the demo's people, staff, cards and keys, and marks the database as production
  npm run demo -- --help       this text

Refused if the database holds the demo's own networks: production then needs an empty database (move your own networks
with \`npm run network -- export\` and \`import\`). Stop Guichet first, and afterwards give every client that the command
names a new key (\`npm run client -- renew\`). Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR
(default ./.data). Exit codes: 0 done, 1 refused (nothing was changed), 2 wrong use or no database.`;

const packsFolder = path.join(import.meta.dirname, "../networks");

await exitWith(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  if (positionals.join(" ") !== "remove") throw new WrongUse(help);
  await withDatabase("repair", ({ db, url }) => remove(url, networkIds(db)));
});

async function remove(databaseUrl: string, networks: Promise<string[]>): Promise<void> {
  const packs = await readdir(packsFolder);
  const ofTheDemo = (await networks).filter((id) => packs.includes(id));
  if (ofTheDemo.length > 0)
    throw new Refused(
      `The networks ${ofTheDemo.join(", ")} are the demo's: production needs an empty database. Nothing was changed.`,
    );
  const { deps, close } = await createApp(commandConfig(databaseUrl), pino({ level: "warn" }));
  try {
    const { people, staff, cards, clients } = await removeDemo(deps);
    console.log(`Removed: ${people} people, ${staff} staff, ${cards} cards. This is now a production database.`);
    if (clients.length > 0)
      console.log(`The key of these clients was public and has been replaced: ${clients.join(", ")}.`);
  } finally {
    await close();
  }
}
