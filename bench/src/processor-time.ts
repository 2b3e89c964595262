import { readdir, readFile } from "node:fs/promises";
import type { Installation } from "./installation.ts";

/** Who works for a purchase. */
export const workers = ["Ticket API", "database", "sandbox", "load"] as const;
/** Processor time since the start of each, user's and system's, in milliseconds; undefined where the system does not tell. */
export type ProcessorTimes = Readonly<Record<(typeof workers)[number], number | undefined>>;

/** The kernel counts processor time in hundredths of a second. */
const tickMs = 10;

/** How long each part of the installation, and the load itself, had a processor so far. Rates depend on who else works here; this hardly. */
export async function processorTimes({ pid }: Installation): Promise<ProcessorTimes> {
  const { user, system } = process.cpuUsage();
  return {
    "Ticket API": (await timesOf(pid.api))?.ownMs,
    database: await familyMs(pid.database),
    sandbox: (await timesOf(pid.sandbox))?.ownMs,
    load: (user + system) / 1000,
  };
}

/** PostgreSQL's first process with all that it started. */
async function familyMs(first: number): Promise<number | undefined> {
  const head = await timesOf(first);
  if (head === undefined) return undefined;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = (await Promise.all(pids.map(timesOf))).filter((times) => times?.parent === first);
  return children.reduce((sum, times) => sum + (times?.ownMs ?? 0), head.ownMs + head.endedChildrenMs);
}

async function timesOf(pid: number): Promise<{ parent: number; ownMs: number; endedChildrenMs: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // After the name, which may hold anything: state, parent, …, user and system time, the same of ended children (proc(5)).
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent, ownMs: (user + system) * tickMs, endedChildrenMs: (endedUser + endedSystem) * tickMs };
}
