import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { type Frame, framesIn, writtenFrame } from "./frames.ts";
import { type ProcessLimits, watch } from "./process-watch.ts";

/** How a process ended: finished, too late, over its limits, died by itself, sent an invalid response, or never started. */
export type Ending = "done" | "late" | "used up" | "died" | "broken" | "not started";

/** One of our programs in a sandboxed process, which is killed from outside when it exceeds its limits. */
export interface ConfinedProcess {
  /** Sends one request and returns its response, or how the process ended. One request at a time. */
  ask(question: Frame): Promise<Frame | Ending>;
  /** Number of requests so far. */
  readonly asked: number;
  /** It runs, has not grown large, and has kept its priority: it may take another file. */
  isGood(): boolean;
  endWhenIdle(afterMs: number): void;
  end(how: Ending): void;
  over: Promise<Ending>;
}

/** A re-encoded picture is smaller than an upload; this is far above. */
const answerMaxBytes = 64 * 1024 * 1024;
/** CPU seconds over the whole life of the process, enforced by the kernel. */
const lifeSeconds = 400;
/** A process that grew above this for one file is not reused. */
const reusableMemoryMb = 250;
const heapMb = 256;
/** Nice value: a third of the weight of the server; a file that takes long gets the lowest (`process-watch.ts`). */
const niceValue = 5;

const root = path.join(import.meta.dirname, "../../../..");
const readable = ["node_modules", "packages", "apps/ticket-api", "package.json"].map((name) => path.join(root, name));

/** Node with a small heap that may read our programs, but may not write or start anything. */
const flags = [
  `--max-old-space-size=${heapMb}`,
  "--max-semi-space-size=8",
  "--permission",
  // The picture library is an addon.
  "--allow-addons",
  ...readable.map((folder) => `--allow-fs-read=${folder}`),
  "--disable-warning=SecurityWarning",
];
const program = path.join(import.meta.dirname, "inspection-process.ts");
/** Without our secrets and settings. One arena and one thread keep memory countable. */
const environment = { MALLOC_ARENA_MAX: "1", VIPS_CONCURRENCY: "1", UV_THREADPOOL_SIZE: "1" };
/** Kernel limits too: no files written, no core dump, limited CPU time. */
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
  let residentMb = 0;
  let isLow = false;
  let asked = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  const end = (why: Ending) => {
    how ??= why;
    clearTimeout(idleTimer);
    child.kill("SIGKILL");
  };
  const ended = (fallback: Ending) => {
    how ??= fallback;
    over.resolve(how);
  };
  child.once("error", () => ended("not started"));
  child.once("exit", () => ended("died"));
  child.stdin.on("error", () => undefined);
  const answers = framesIn(child.stdout, answerMaxBytes);
  /** The next frame; without one, how the process ended. */
  const nextAnswer = async (): Promise<Frame | Ending> => {
    try {
      const { value } = await answers.next();
      return value ?? (await over.promise);
    } catch {
      end("broken");
      return over.promise;
    }
  };
  /** The first frame reports that the program runs. */
  const ready = nextAnswer();

  return {
    get asked() {
      return asked;
    },
    isGood: () => how === undefined && residentMb <= reusableMemoryMb && !isLow,
    over: over.promise,
    end,
    endWhenIdle: (afterMs) => {
      idleTimer = setTimeout(end, afterMs, "done");
    },
    ask: async (question) => {
      clearTimeout(idleTimer);
      asked += 1;
      const started = await Promise.race([ready, over.promise]);
      if (typeof started === "string") return started === "died" ? "not started" : started;
      const watching = watch(child.pid, limits, {
        usedUp: () => end("used up"),
        lowered: () => {
          isLow = true;
        },
        saw: (megabytes) => {
          residentMb = megabytes;
        },
      });
      for (const part of writtenFrame(question)) child.stdin.write(part);
      const first = await Promise.race([nextAnswer(), over.promise]);
      watching.stop();
      return first;
    },
  };
}

/** Lowers the priority below the server's, and makes the process the first to be killed when memory runs out; threads inherit both. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.max(getPriority(), niceValue));
  } catch {
    // It has ended already, which is reported elsewhere.
  }
  if (process.platform === "linux") writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch(() => undefined);
}
