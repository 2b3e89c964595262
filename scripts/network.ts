import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bindClient, clientRegistry } from "../apps/ticket-api/src/http/client-store.ts";
import { exportPack } from "../apps/ticket-api/src/networks/export.ts";
import { importPack } from "../apps/ticket-api/src/networks/import.ts";
import type { OfficeChanges } from "../apps/ticket-api/src/networks/office-changes.ts";
import {
  describeFault,
  type PackFault,
  readPackFolder,
  writePackFolder,
} from "../apps/ticket-api/src/networks/pack-folder.ts";
import { describeChanges } from "../apps/ticket-api/src/networks/pack-report.ts";
import { packSchemas } from "../apps/ticket-api/src/networks/pack-schemas.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";
import { draftFromFeedTo, exportFaresTo } from "./network/fares.ts";
import { showProgress } from "./progress/progress.ts";

const help = `Network packs: a network as files (docs/network-packs.md).

  npm run network -- import <folder> [--client <id>] [--office-changes keep|replace]
                                                       creates or updates the network, and reports what changed
  npm run network -- export <id> <folder>              writes the network as a pack
  npm run network -- draft-from-feed <feed> <folder> [--pack <folder>]
                                                       drafts catalogue.json from the fares of a GTFS feed (an archive or a
                                                       folder), and reports what the draft cannot express
  npm run network -- export-fares <id> <folder>        writes the feed of a network with its catalogue as GTFS Fares v2, and
                                                       reports what Fares v2 cannot express
  npm run network -- schema [<folder>]                 writes the JSON Schemas (default: docs/schemas)
  npm run network -- --help                            this text

  --client <id>   also allows this client of the Ticket API to sell for the network
  --office-changes keep|replace
                  agencies that the office changed since the last import, and that the pack has otherwise: keep them as
                  they are, or replace them with those of the pack; without it such an import is refused

  --pack <folder> drafts the catalogue of this pack, with what the feed says otherwise

import, export and export-fares use the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data), also while the
server runs. Exit codes: 0 done, 1 refused (nothing was changed), 2 wrong use or no database.`;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      client: { type: "string" },
      "office-changes": { type: "string" },
      pack: { type: "string" },
    },
  });
  const officeChanges = values["office-changes"];
  const [verb, ...rest] = positionals;
  const [first, second] = rest;
  if (values.help) console.log(help);
  else if (!isOfficeChanges(officeChanges)) throw new WrongUse(help);
  else if (verb === "import" && first !== undefined && rest.length === 1)
    await importFolder(first, values.client, officeChanges);
  else if (verb === "export" && first !== undefined && second !== undefined) await exportFolder(first, second);
  else if (verb === "draft-from-feed" && first !== undefined && second !== undefined && rest.length === 2)
    await draftFromFeedTo(first, second, values.pack);
  else if (verb === "export-fares" && first !== undefined && second !== undefined && rest.length === 2)
    await exportFaresTo(first, second);
  else if (verb === "schema" && rest.length <= 1) await writeSchemas(first ?? "docs/schemas");
  else throw new WrongUse(help);
}

function isOfficeChanges(value: string | undefined): value is OfficeChanges | undefined {
  return value === undefined || value === "keep" || value === "replace";
}

async function importFolder(
  folder: string,
  client: string | undefined,
  officeChanges: OfficeChanges | undefined,
): Promise<void> {
  const reading = await readPackFolder(folder);
  if (!reading.ok) throw refusal(folder, reading.faults);
  const { pack } = reading;
  await withDatabase("write", async ({ db, clock }) => {
    if (client !== undefined && (await clientRegistry(db)(client)) === undefined)
      throw new Refused(`There is no client ${client}; nothing was changed.`);
    const progress = showProgress("rows of gtfs.zip");
    const outcome = await importPack(db, pack, clock.iso(), {
      ...(officeChanges === undefined ? {} : { officeChanges }),
      onProgress: progress.update,
    }).finally(progress.finish);
    if (!outcome.ok) throw refusal(folder, outcome.faults);
    console.log(describeChanges(pack.network.id, outcome.changes));
    for (const warning of outcome.warnings) console.error(`warning: ${describeFault(warning)}`);
    if (client === undefined) return;
    await bindClient(db, client, pack.network.id);
    console.log(`${client} may sell for ${pack.network.id}`);
  });
}

async function exportFolder(id: string, folder: string): Promise<void> {
  await withDatabase("read", async ({ db }) => {
    const pack = await exportPack(db, id);
    if (pack === undefined) throw new Refused(`There is no network ${id}.`);
    await writePackFolder(folder, pack);
    console.log(`${id} written to ${folder}`);
  });
}

async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [file, text] of packSchemas()) await writeFile(join(folder, file), text);
  console.log(`schemas written to ${folder}`);
}

function refusal(folder: string, faults: readonly PackFault[]): Refused {
  const lines = faults.map((fault) => `  ${describeFault(fault)}`);
  return new Refused([`${folder} was not imported, nothing was changed:`, ...lines].join("\n"));
}
