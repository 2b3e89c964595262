import type { Database } from "../database/database.ts";
import { networkIds, readInstallation, recordInstallation } from "./installation-store.ts";

/** The database is of the other kind: nothing was started and nothing changed. The message says what to do. */
export class WrongInstallation extends Error {}

/**
 * Checks at start that the database fits (decisions: starting it). An empty database is recorded as the kind of the first start.
 * Throws `WrongInstallation` if production finds a demo, or a demo finds a network that no demo imported.
 */
export async function claimInstallation(db: Database, demo: boolean): Promise<void> {
  if (demo && (await readInstallation(db)) === undefined) {
    const networks = await networkIds(db);
    if (networks.length > 0) throw new WrongInstallation(realNetworks(networks));
  }
  const { kind, recordedAt } = await recordInstallation(db, demo ? "demo" : "production");
  if (demo && kind === "production") throw new WrongInstallation(realNetworks(await networkIds(db)));
  if (!demo && kind === "demo") throw new WrongInstallation(demoDatabase(recordedAt));
}

/** Stops a production command on a demo's database. The demo's commands may work on either. */
export async function refuseDemoDatabase(db: Database): Promise<void> {
  const recorded = await readInstallation(db);
  if (recorded?.kind === "demo") throw new WrongInstallation(demoDatabase(recorded.recordedAt));
}

function demoDatabase(recordedAt: string): string {
  return `This database is a demo's (recorded ${recordedAt.slice(0, 10)}): everybody knows the password of its people and staff, and its keys. Production needs
  an empty database: set DATABASE_URL to one, and take networks of yours along with \`npm run network -- export\` and \`import\`;
  or, if only a start without NODE_ENV=production made it a demo, \`npm run demo -- remove\` takes the demo's people, staff and keys out.`;
}

function realNetworks(networks: readonly string[]): string {
  return `This database holds a real installation (${networks.join(", ") || "no network yet"}), in which a demo must write nothing. Set NODE_ENV=production
  with its settings, or start the demo on another database (DATABASE_URL or DATA_DIR).`;
}
