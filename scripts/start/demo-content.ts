import { readdir } from "node:fs/promises";
import path from "node:path";
import { demoValidatorClient } from "@guichet/contract/demo-validator.ts";
import { demoOfficeClient } from "@guichet/contract/office/demo-client.ts";
import { movableClock } from "../../apps/ticket-api/src/clock.ts";
import { connect } from "../../apps/ticket-api/src/database/connection.ts";
import type { Database } from "../../apps/ticket-api/src/database/database.ts";
import { migrate } from "../../apps/ticket-api/src/database/migrate.ts";
import { bindClient, clientRegistry, saveClient } from "../../apps/ticket-api/src/http/client-store.ts";
import { claimInstallation, WrongInstallation } from "../../apps/ticket-api/src/installation/claim-installation.ts";
import { readOffset } from "../../apps/ticket-api/src/jobs/clock-store.ts";
import { networkRegistry } from "../../apps/ticket-api/src/network-registry/registry.ts";
import { importPack } from "../../apps/ticket-api/src/networks/import.ts";
import { describeFault, readPackFolder } from "../../apps/ticket-api/src/networks/pack-folder.ts";
import type { ServedNetwork } from "./announcement.ts";
import { StartRefused } from "./config.ts";

const packsFolder = path.join(import.meta.dirname, "../../networks");
const demoClients = [
  { id: "shop", key: "guichet-demo-key", rights: [], replayProtection: false, networks: [] },
  { ...demoOfficeClient, rights: ["office"], replayProtection: false, networks: [] },
  { ...demoValidatorClient, rights: ["validator"], replayProtection: false, networks: [] },
];
/** The network of the bare address comes first. */
const firstNetwork = "demo";

/** Migrates the database, and returns the networks that the shop will serve; in the demo, imports the missing ones first. */
export async function prepareDatabase(databaseUrl: string, demo: boolean): Promise<ServedNetwork[]> {
  const connection = connect(databaseUrl, 2, () => undefined);
  try {
    await migrate(connection.pool);
    await claimInstallation(connection.db, demo);
    if (demo) await importDemo(connection.db);
    return await servedNetworks(connection.db);
  } catch (error) {
    throw error instanceof WrongInstallation ? new StartRefused(error.message) : error;
  } finally {
    await connection.close();
  }
}

/** Imports the demo networks that are missing; existing ones, which may have been changed, are left alone. */
async function importDemo(db: Database): Promise<void> {
  const there = new Set(await networkRegistry(db).ids());
  const packs = (await readdir(packsFolder)).sort((a, b) => Number(b === firstNetwork) - Number(a === firstNetwork));
  const clock = movableClock(await readOffset(db));
  const made = [];
  for (const client of demoClients) {
    if ((await clientRegistry(db)(client.id)) !== undefined) continue;
    await saveClient(db, client);
    made.push(client.id);
  }
  // A client that a newer version adds is bound to the existing networks too.
  for (const id of there) for (const client of made) await bindClient(db, client, id);
  for (const id of packs) {
    if (there.has(id)) continue;
    const reading = await readPackFolder(path.join(packsFolder, id));
    const outcome = reading.ok ? await importPack(db, reading.pack, clock.iso()) : reading;
    if (!outcome.ok)
      throw new StartRefused(`networks/${id}: ${outcome.faults.map((fault) => describeFault(fault)).join("; ")}`);
    for (const client of demoClients) await bindClient(db, client.id, id);
  }
}

async function servedNetworks(db: Database): Promise<ServedNetwork[]> {
  const registry = networkRegistry(db);
  const served: ServedNetwork[] = [];
  for (const id of await registry.ids()) {
    const definition = (await registry.get(id))?.definition;
    const host = definition?.domains.find((domain) => !domain.includes(":")) ?? definition?.domains[0]?.split(":")[0];
    if (definition !== undefined && host !== undefined) served.push({ id, name: definition.name, host });
  }
  return served;
}
