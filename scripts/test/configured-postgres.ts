import { spawn, spawnSync } from "node:child_process";
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serverAccount } from "@guichet/postgres/server-account.ts";
import { connected } from "@guichet/postgres/store.ts";
import { until } from "@guichet/postgres/waiting.ts";

const oldestVersion = 15;
const debianFolder = "/usr/lib/postgresql";
const startLimitMs = 30_000;
/** Without durability, as in our own clusters for tests. */
const settings = [
  "listen_addresses=",
  "max_connections=200",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
];

/** Finds a usable PostgreSQL of this machine, the oldest supported version first. */
export function findConfiguredPostgres(): { version: number; programs: string } | undefined {
  const versions = list(debianFolder)
    .map(Number)
    .filter((version) => version >= oldestVersion);
  const found = versions.sort((a, b) => a - b).find((version) => runnable(`${debianFolder}/${version}/bin/initdb`));
  return found === undefined ? undefined : { version: found, programs: `${debianFolder}/${found}/bin` };
}

/** Starts a server from these programs, as an operator would; for tests, so without durability. */
export async function startConfiguredPostgres(programs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), "guichet-given-"));
  const account = await serverAccount(folder);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const cluster = path.join(folder, "cluster");
  const made = spawnSync(
    path.join(programs, "initdb"),
    ["-D", cluster, "-U", "guichet", "-E", "UTF8", "--locale=C.UTF-8", "--auth=trust", "--no-sync"],
    { ...account, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const server = spawn(
    path.join(programs, "postgres"),
    ["-D", cluster, "-k", folder, ...settings.flatMap((setting) => ["-c", setting])],
    { ...account, cwd: folder, stdio: "ignore" },
  );
  const exited = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
  });
  const url = `postgresql://guichet@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const answers = await until(startLimitMs, () =>
    connected({ connectionString: url }, async () => true).catch(() => undefined),
  );
  const stop = async () => {
    server.kill("SIGINT");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  if (answers === undefined) {
    await stop();
    throw new Error(`the PostgreSQL of ${programs} does not respond`);
  }
  return { url, stop };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
