import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { PostgresUnavailable } from "./postgres-unavailable.ts";
import { until } from "./waiting.ts";

const fastShutdownLimitMs = 30_000;
const immediateShutdownLimitMs = 5_000;
const killLimitMs = 5_000;

/**
 * Ends every PostgreSQL process that an earlier, killed start left on the cluster, then deletes its pid files. PostgreSQL itself
 * only checks whether the pid is alive, which is also true for a reused pid and an unreaped process.
 */
export async function endLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const found = await processesOn(cluster);
  if (found.length > 0) {
    log(`ending a PostgreSQL that was left running on ${cluster} (pid ${found.join(", ")})`);
    await end(cluster, found);
  }
  for (const file of ["postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"])
    await rm(path.join(cluster, file), { force: true });
}

async function end(cluster: string, found: number[]): Promise<void> {
  const recorded = (await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n", 1)[0];
  const postmaster = found.find((pid) => String(pid) === recorded);
  if (postmaster !== undefined) {
    signal([postmaster], "SIGINT");
    if (await goneWithin(fastShutdownLimitMs, cluster)) return;
  }
  signal(await processesOn(cluster), "SIGQUIT");
  if (await goneWithin(immediateShutdownLimitMs, cluster)) return;
  signal(await processesOn(cluster), "SIGKILL");
  if (await goneWithin(killLimitMs, cluster)) return;
  const left = await processesOn(cluster);
  throw new PostgresUnavailable(`a PostgreSQL on ${cluster} (pid ${left.join(", ")}) does not end: stop it by hand`);
}

async function goneWithin(limitMs: number, cluster: string): Promise<boolean> {
  const gone = await until(limitMs, async () => ((await processesOn(cluster)).length === 0 ? true : undefined));
  return gone === true;
}

/** Pids of PostgreSQL processes with the cluster as their working directory, as PostgreSQL always has. */
export async function processesOn(cluster: string): Promise<number[]> {
  const folder = await stat(cluster).catch(() => undefined);
  if (folder === undefined) return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const asked = await Promise.all(
    pids.map(async (pid) => {
      const current = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
      if (current?.ino !== folder.ino || current.dev !== folder.dev) return false;
      return (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim() === "postgres";
    }),
  );
  return pids.filter((_, index) => asked[index]).map(Number);
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has exited meanwhile.
    }
  }
}
