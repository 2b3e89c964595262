import { spawn } from "node:child_process";
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";
import { codeOf, PostgresUnavailable } from "./postgres-unavailable.ts";
import { giveTo, type ServerAccount } from "./server-account.ts";
import { exitWithOwner } from "./shutdown-with-owner.ts";

/** PostgreSQL version of the binaries. */
const majorVersion = "18";
/** Prefix of a cluster under construction; an unfinished one is deleted at the next start. */
const unfinished = "postgres.unfinished-";

/** Creates the cluster of the data folder at the first start; later checks version and owner. */
export async function makeCluster(
  folder: DataFolder,
  binaries: Binaries,
  account: ServerAccount,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(folder.path))
    if (name.startsWith(unfinished)) await rm(path.join(folder.path, name), { recursive: true, force: true });
  if (await stat(folder.cluster).catch(() => undefined)) return checkCluster(folder.cluster, account);
  const cluster = await mkdtemp(path.join(folder.path, unfinished));
  await giveTo(account, cluster);
  await initialise(cluster, binaries, account, durable);
  await rename(cluster, folder.cluster);
  if (durable) await syncFolder(folder.path);
}

async function checkCluster(cluster: string, account: ServerAccount): Promise<void> {
  const version = await readFile(path.join(cluster, "PG_VERSION"), "utf8").catch((failure: unknown) => {
    if (codeOf(failure) !== "EACCES") return "";
    throw new PostgresUnavailable(
      `the database folder ${cluster} belongs to another account of this machine: start as the one that made it (root, if root did), or give another DATA_DIR`,
    );
  });
  if (version.trim() !== majorVersion)
    throw new PostgresUnavailable(
      `the database folder ${cluster} holds ${version === "" ? "no database" : `a PostgreSQL ${version.trim()} database`}, not one of PostgreSQL ${majorVersion}`,
    );
  const owner = await stat(cluster);
  if (account !== undefined && owner.uid !== account.uid) await giveTo(account, cluster);
  // A copy or a restored backup often has wider permissions, which PostgreSQL refuses.
  if ((owner.mode & 0o077) !== 0) await chmod(cluster, 0o700);
}

async function initialise(
  cluster: string,
  binaries: Binaries,
  account: ServerAccount,
  durable: boolean,
): Promise<void> {
  const wanted = ["-D", currentFolder, "-U", "guichet", "-E", "UTF8", "--auth=trust"];
  wanted.push("--locale-provider=builtin", "--locale=C.UTF-8", ...(durable ? [] : ["--no-sync"]));
  const [program, args] = exitWithOwner("KILL", binaries.initdb, wanted);
  const child = spawn(program, args, {
    ...account,
    cwd: cluster,
    env: plainEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (text) => {
    complaint = `${complaint}${text}`.slice(-2_000);
  });
  const { promise, resolve } = Promise.withResolvers<number | string>();
  child.once("error", (failure) => resolve(failure.message));
  child.once("close", (code) => resolve(code ?? "killed"));
  const outcome = await promise;
  if (outcome === 0) return;
  await rm(cluster, { recursive: true, force: true });
  const why = complaint.trim().replaceAll(/\s*\n\s*/g, "; ") || String(outcome);
  throw new PostgresUnavailable(`the database in ${path.dirname(cluster)} cannot be created: ${why}`);
}

/**
 * Data folder as passed to PostgreSQL: its working directory. It then needs no permission on the parents, which may be
 * closed to its account (a clone under root's own folder), and no short path.
 */
export const currentFolder = "/proc/self/cwd";

/** Environment of PostgreSQL, without the caller's `PG...` settings and secrets. */
export const plainEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}
