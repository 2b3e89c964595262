import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { type Frame, framesIn, writtenFrame } from "./frames.ts";
import { type ProcessLimits, watch } from "./process-watch.ts";

/** How a process ended: it has done its share, took too long, used up what it may, died by itself, said nonsense, or never began. */
export type Ending = "done" | "late" | "used up" | "died" | "broken" | "not started";

/** A program of ours in a process that may do next to nothing, and is ended from outside when it takes too much. */
export interface ConfinedProcess {
  /** Sends one question; its answer, or how the process ended. One question at a time. */
  ask(question: Frame): Promise<Frame | Ending>;
  /** So many questions were asked. */
  readonly asked: number;
  /** It runs, did not grow large, and has not lost its priority: it may take another file. */
  isGood(): boolean;
  endWhenIdle(afterMs: number): void;
  end(how: Ending): void;
  over: Promise<Ending>;
}

/** A drawn picture is smaller than what was sent in; this is far above. */
const answerMaxBytes = 64 * 1024 * 1024;
/** Over the whole life of the process, whoever watches it: held by the kernel. */
const lifeSeconds = 400;
/** A process that grew that large for one file is not kept for the next. */
const keptMemoryMb = 250;
const heapMb = 256;
/** A third of what a customer's call weighs; a file that takes long gets the least there is (`process-watch.ts`). */
const behindCustomers = 5;

const root = path.join(import.meta.dirname, "../../../..");
const readable = ["node_modules", "packages", "apps/ticket-api", "package.json"].map((name) => path.join(root, name));

/** Node with a small heap, that may read our programs, and may neither write, nor start anything. */
const flags = [
  `--max-old-space-size=${heapMb}`,
  "--max-semi-space-size=8",
  "--permission",
  // The picture library is one.
  "--allow-addons",
  ...readable.map((place) => `--allow-fs-read=${place}`),
  "--disable-warning=SecurityWarning",
];
const program = path.join(import.meta.dirname, "inspection-process.ts");
/** Neither secrets nor settings of ours. One arena and one thread each keep memory where it can be counted. */
const environment = { MALLOC_ARENA_MAX: "1", VIPS_CONCURRENCY: "1", UV_THREADPOOL_SIZE: "1" };
/** Held by the kernel as well: no files written, no memory written to disk when it dies, no life without end. */
const kernelLimits = `ulimit -c 0; ulimit -f 0; ulimit -t ${lifeSeconds}; exec "$0" "$@"`;

export function confinedProcess(limits: ProcessLimits): ConfinedProcess {
  const child = spawn("/bin/sh", ["-c", kernelLimits, process.execPath, ...flags, program], {
    cwd: "/",
    env: environment,
    stdio: ["pipe", "pipe", "ignore"],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const over = Promise.withResolvers<Ending>();
  let how: Ending | undefined;
  let held = 0;
  let isLow = false;
  let asked = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  const end = (why: Ending) => {
    how ??= why;
    clearTimeout(idleTimer);
    child.kill("SIGKILL");
  };
  const ended = (unasked: Ending) => {
    how ??= unasked;
    over.resolve(how);
  };
  child.once("error", () => ended("not started"));
  child.once("exit", () => ended("died"));
  child.stdin.on("error", () => undefined);
  const answers = framesIn(child.stdout, answerMaxBytes);
  /** The next frame; where there is none, how the process ended says why. */
  const nextAnswer = async (): Promise<Frame | Ending> => {
    try {
      const { value } = await answers.next();
      return value ?? (await over.promise);
    } catch {
      end("broken");
      return over.promise;
    }
  };
  /** The first frame says that the program runs. */
  const ready = nextAnswer();

  return {
    get asked() {
      return asked;
    },
    isGood: () => how === undefined && held <= keptMemoryMb && !isLow,
    over: over.promise,
    end,
    endWhenIdle: (afterMs) => {
      idleTimer = setTimeout(end, afterMs, "done");
    },
    ask: async (question) => {
      clearTimeout(idleTimer);
      asked += 1;
      const began = await Promise.race([ready, over.promise]);
      if (typeof began === "string") return began === "died" ? "not started" : began;
      const watching = watch(child.pid, limits, {
        usedUp: () => end("used up"),
        lowered: () => {
          isLow = true;
        },
        saw: (megabytes) => {
          held = megabytes;
        },
      });
      for (const part of writtenFrame(question)) child.stdin.write(part);
      const first = await Promise.race([nextAnswer(), over.promise]);
      watching.stop();
      return first;
    },
  };
}

/** Behind whoever buys, and first to go when memory runs out; every thread that it starts later inherits both. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.max(getPriority(), behindCustomers));
  } catch {
    // It is gone already, which is told elsewhere.
  }
  if (process.platform === "linux") writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch(() => undefined);
}
