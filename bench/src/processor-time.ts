import { readdir, readFile } from "node:fs/promises";
import type { Installation } from "./installation.ts";

/** The processes that work for a purchase. */
export const workers = ["Ticket API", "database", "sandbox", "load"] as const;
/** CPU time of each since its start, user and system, in milliseconds; undefined if the system does not report it. */
export type ProcessorTimes = Readonly<Record<(typeof workers)[number], number | undefined>>;

/** The kernel counts CPU time in hundredths of a second. */
const tickMs = 10;

/**
 * Reads the CPU time of each part of the installation and of the load generator so far. Unlike rates, it hardly depends on other processes
 * of the machine.
 */
export async function processorTimes({ pid }: Installation): Promise<ProcessorTimes> {
  const { user, system } = process.cpuUsage();
  return {
    "Ticket API": (await timesOf(pid.api))?.ownMs,
    database: await familyMs(pid.database),
    sandbox: (await timesOf(pid.sandbox))?.ownMs,
    load: (user + system) / 1000,
  };
}

/** CPU time of PostgreSQL's first process and its descendants. */
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
  // Fields after the name, which may contain anything: state, parent, …, user and system time, the same of ended children (proc(5)).
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent, ownMs: (user + system) * tickMs, endedChildrenMs: (endedUser + endedSystem) * tickMs };
}
