import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";

export interface ProcessLimits {
  /** Processor time for one question. */
  processorMs: number;
  /** Resident memory. */
  memoryMb: number;
}

const lookEveryMs = 20;
/** What takes longer than an ordinary file comes last from here on. */
const ordinaryMs = 500;

export interface Watcher {
  usedUp(): void;
  /** It is no ordinary file: the process has the lowest priority from now on. */
  lowered(): void;
  saw(megabytes: number): void;
}

/** Looks from outside at what a process takes, until it is stopped; where the system does not tell, the other limits hold. */
export function watch(pid: number | undefined, limits: ProcessLimits, watcher: Watcher): { stop(): void } {
  let stopped = false;
  let begun: number | undefined;
  let isLow = false;
  const look = async () => {
    if (stopped || pid === undefined) return;
    const taken = await takenBy(pid);
    if (stopped) return;
    if (taken !== undefined) {
      begun ??= taken.processorMs;
      watcher.saw(taken.memoryMb);
      const spentMs = taken.processorMs - begun;
      if (taken.memoryMb > limits.memoryMb || spentMs > limits.processorMs) return watcher.usedUp();
      if (spentMs > ordinaryMs && !isLow) {
        isLow = true;
        watcher.lowered();
        await lowestPriority(pid);
      }
    }
    setTimeout(look, lookEveryMs);
  };
  void look();
  return {
    stop: () => {
      stopped = true;
    },
  };
}

/** The kernel counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time and resident memory of a process (proc(5)); undefined where the system does not tell. */
export async function takenBy(pid: number): Promise<{ processorMs: number; memoryMb: number } | undefined> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => undefined);
  const [stat, status] = await Promise.all([read("stat"), read("status")]);
  if (stat === undefined || status === undefined) return undefined;
  // After the name, which may hold anything; user's and system's time are the 12th and 13th from there.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  return { processorMs: ticks * tickMs, memoryMb: kilobytes / 1024 };
}

/** On Linux a priority is a thread's own; what a thread starts later inherits it. */
async function lowestPriority(pid: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It ended meanwhile.
    }
  }
}
