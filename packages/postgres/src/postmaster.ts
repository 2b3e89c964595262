import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Binaries } from "./binaries.ts";
import { currentFolder, plainEnvironment } from "./cluster.ts";
import type { DataFolder } from "./data-folder.ts";
import { socketUrl } from "./databases.ts";
import type { Role } from "./folder-hold.ts";
import { endLeftovers } from "./leftovers.ts";
import { codeOf, firstLineOf, PostgresUnavailable } from "./postgres-unavailable.ts";
import type { ServerAccount } from "./server-account.ts";
import { dismiss, exitWithOwner, watchOver } from "./shutdown-with-owner.ts";
import { connected, hasDatabase, insertDatabase } from "./store.ts";
import { settlesWithin, until } from "./waiting.ts";

export type Exit = { code: number | null; signal: NodeJS.Signals | null };
export type Postmaster = { exited: Promise<Exit>; stop(): Promise<void> };

export type PostmasterPlan = {
  folder: DataFolder;
  binaries: Binaries;
  account: ServerAccount;
  role: Role;
  log: (line: string) => void;
};

/** Time limit of the start, long enough for a crash recovery of `max_wal_size`. */
const readyLimitMs = 300_000;
const fastShutdownLimitMs = 30_000;
const immediateShutdownLimitMs = 5_000;
const keptComplaints = 5;
const notYet = ["ENOENT", "ECONNREFUSED", "57P03"];

const settings = {
  listen_addresses: "",
  unix_socket_directories: ".",
  unix_socket_permissions: "0700",
  port: "5432",
  max_connections: "200",
  shared_buffers: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
  // The caller logs failed statements; their details would contain travellers' input.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_line_prefix: "",
  log_checkpoints: "off",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
  cluster_name: "guichet",
};
const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
/** Settings for tests, which delete their cluster. */
const forgetful = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Starts PostgreSQL on the cluster and waits until it accepts connections and has the database `guichet`. */
export async function startPostmaster(plan: PostmasterPlan): Promise<Postmaster> {
  const { folder, binaries, account, role, log } = plan;
  await endLeftovers(folder.cluster, log);
  const wanted = Object.entries({ ...settings, ...(role === "test" ? forgetful : durable) });
  const args = ["-D", currentFolder, ...wanted.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const [program, given] = exitWithOwner("INT", binaries.postgres, args);
  const child = spawn(program, given, {
    ...account,
    cwd: folder.cluster,
    // In its own process group: Ctrl+C is for this process, which stops PostgreSQL after its own work.
    detached: true,
    env: plainEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    log(line);
    complaints.push(line);
    if (complaints.length > keptComplaints) complaints.shift();
  });
  const exited = exitOf(child);
  const watcher = child.pid === undefined ? undefined : watchOver(child.pid, folder.cluster);
  void exited.then(() => watcher && dismiss(watcher));
  const stop = () => stopChild(child, exited);
  try {
    await untilReady(folder, exited, complaints);
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { exited, stop };
}

function exitOf(child: ChildProcess): Promise<Exit> {
  const { promise, resolve } = Promise.withResolvers<Exit>();
  child.once("error", () => resolve({ code: null, signal: null }));
  child.once("exit", (code, signal) => resolve({ code, signal }));
  return promise;
}

async function untilReady(folder: DataFolder, exited: Promise<Exit>, complaints: string[]): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const ready = await until(readyLimitMs, async () => {
    if (ended) throw new PostgresUnavailable(`PostgreSQL in ${folder.cluster} does not start: ${lastOf(complaints)}`);
    if (!(await saysReady(folder.cluster))) return undefined;
    return connected({ connectionString: socketUrl(folder.socketFolder, "postgres") }, async (client) => {
      if (!(await hasDatabase(client, "guichet"))) await insertDatabase(client, "guichet", undefined);
      return true;
    }).catch((failure: unknown) => {
      if (ended || notYet.includes(codeOf(failure) ?? "")) return undefined;
      throw new PostgresUnavailable(`PostgreSQL in ${folder.cluster} does not answer: ${firstLineOf(failure)}`);
    });
  });
  if (ready === undefined)
    throw new PostgresUnavailable(`PostgreSQL in ${folder.cluster} is still not ready: ${lastOf(complaints)}`);
}

/** Whether PostgreSQL is ready, by the last line of its pid file. */
async function saysReady(cluster: string): Promise<boolean> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n")[7]?.trim() === "ready";
}

function lastOf(complaints: string[]): string {
  return complaints.join("; ") || "it gave no reason";
}

async function stopChild(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  child.kill("SIGINT");
  if (await settlesWithin(fastShutdownLimitMs, exited)) return;
  child.kill("SIGQUIT");
  if (await settlesWithin(immediateShutdownLimitMs, exited)) return;
  child.kill("SIGKILL");
  await exited;
}
