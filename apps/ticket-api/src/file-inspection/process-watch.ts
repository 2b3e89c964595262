import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";

export interface ProcessLimits {
  /** CPU time for one request. */
  processorMs: number;
  /** Resident memory. */
  memoryMb: number;
}

const pollMs = 20;
/** A file that takes longer than this gets the lowest priority. */
const ordinaryMs = 500;

export interface Watcher {
  usedUp(): void;
  /** The file takes unusually long: the process has the lowest priority from now on. */
  lowered(): void;
  saw(megabytes: number): void;
}

/** Polls the resources that a process uses, until it is stopped; if the system does not report them, the other limits apply. */
export function watch(pid: number | undefined, limits: ProcessLimits, watcher: Watcher): { stop(): void } {
  let stopped = false;
  let startMs: number | undefined;
  let isLow = false;
  const poll = async () => {
    if (stopped || pid === undefined) return;
    const usage = await takenBy(pid);
    if (stopped) return;
    if (usage !== undefined) {
      startMs ??= usage.processorMs;
      watcher.saw(usage.memoryMb);
      const spentMs = usage.processorMs - startMs;
      if (usage.memoryMb > limits.memoryMb || spentMs > limits.processorMs) return watcher.usedUp();
      if (spentMs > ordinaryMs && !isLow) {
        isLow = true;
        watcher.lowered();
        await lowestPriority(pid);
      }
    }
    setTimeout(poll, pollMs);
  };
  void poll();
  return {
    stop: () => {
      stopped = true;
    },
  };
}

/** The kernel counts CPU time in hundredths of a second. */
const tickMs = 10;

/** CPU time and resident memory of a process (proc(5)); undefined if the system does not report them. */
export async function takenBy(pid: number): Promise<{ processorMs: number; memoryMb: number } | undefined> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => undefined);
  const [stat, status] = await Promise.all([read("stat"), read("status")]);
  if (stat === undefined || status === undefined) return undefined;
  // Fields after the name, which may contain anything; user and system time are the 12th and 13th from there.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  return { processorMs: ticks * tickMs, memoryMb: kilobytes / 1024 };
}

/** On Linux each thread has its own priority, which threads that it starts inherit. */
async function lowestPriority(pid: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It ended in the meantime.
    }
  }
}
