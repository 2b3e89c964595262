import { findBinaries } from "./binaries.ts";
import { makeCluster } from "./cluster.ts";
import { checkConfiguredServer } from "./configured-server.ts";
import { makeDataFolder } from "./data-folder.ts";
import { socketUrl } from "./databases.ts";
import { type Holding, holdFolder, type Role, type Visit } from "./folder-hold.ts";
import { endLeftovers } from "./leftovers.ts";
import { type PostmasterPlan, startPostmaster } from "./postmaster.ts";
import { serverAccount } from "./server-account.ts";
import { keepRunning, type UnexpectedExit } from "./supervised-postmaster.ts";

export type OpenPostgresOptions = {
  /** Address of an external PostgreSQL 15 or later. */
  databaseUrl?: string | undefined;
  /** Folder of our own PostgreSQL, used without a `databaseUrl`. */
  dataDir: string;
  role: Role;
  /** How long a server waits for a command that holds the folder. */
  patienceMs?: number;
  log?: (line: string) => void;
  /** Called when PostgreSQL, or the process that runs it for us, exits unexpectedly. */
  onExit?: (exit: UnexpectedExit) => void;
};

/** `owned`: this process runs PostgreSQL, and `close` stops it. */
export type OpenedPostgres = { url: string; owned: boolean; close(): Promise<void> };

/** How long the owner of PostgreSQL waits for commands that still use it. */
const guestsLimitMs = { server: 10_000, command: 600_000, test: 0 };

/**
 * Opens a PostgreSQL: the given one, else our own in `dataDir`, created at the first start. A `server` (and a `test`) holds the
 * folder exclusively: a second one is refused, and one that finds a command waits for it up to 15 s. A `command` uses a running
 * PostgreSQL, else runs it for as long as it and other commands need it. Rejects with `PostgresUnavailable`.
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<OpenedPostgres> {
  const { databaseUrl, dataDir, role, patienceMs = 15_000, log = () => undefined, onExit = () => undefined } = options;
  if (databaseUrl !== undefined) {
    await checkConfiguredServer(databaseUrl);
    return { url: databaseUrl, owned: false, close: async () => undefined };
  }
  const hold = await holdFolder(await makeDataFolder(dataDir), role, patienceMs);
  const url = socketUrl(hold.folder.socketFolder, "guichet");
  return hold.kind === "guest" ? useTheirs(hold, url, onExit) : runOurs(hold, url, role, log, onExit);
}

function useTheirs(hold: Visit, url: string, onExit: (exit: UnexpectedExit) => void): OpenedPostgres {
  let closed = false;
  void hold.ended.then(() => {
    if (!closed) onExit({ code: null, signal: null, restarting: false });
  });
  return {
    url,
    owned: false,
    async close() {
      closed = true;
      hold.leave();
    },
  };
}

async function runOurs(
  hold: Holding,
  url: string,
  role: Role,
  log: (line: string) => void,
  onExit: (exit: UnexpectedExit) => void,
): Promise<OpenedPostgres> {
  try {
    const plan = await prepare(hold, role, log);
    const kept = await keepRunning(() => startPostmaster(plan), log, onExit);
    hold.ready();
    let closing: Promise<void> | undefined;
    const close = async () => {
      await hold.guestsLeft(guestsLimitMs[role]);
      await kept.stop();
      await hold.release();
    };
    return {
      url,
      owned: true,
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (failure) {
    await hold.release();
    throw failure;
  }
}

async function prepare(hold: Holding, role: Role, log: (line: string) => void): Promise<PostmasterPlan> {
  const { folder } = hold;
  await endLeftovers(folder.cluster, log);
  const account = await serverAccount(folder.cluster);
  const binaries = await findBinaries(folder.path, account);
  await makeCluster(folder, binaries, account, role !== "test");
  return { folder, binaries, account, role, log };
}
