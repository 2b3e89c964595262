import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { settlesWithin } from "@guichet/postgres/waiting.ts";
import { StartRefused } from "./config.ts";
import { memoryEnvironment, memoryFlags } from "./memory.ts";

/** A part of the installation: a program that sends `{ready}` over its channel, and ends when the channel closes. */
export interface PartPlan {
  name: string;
  program: string;
  /** Node flags in addition to those of every part. */
  flags: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** The log file; undefined: our own output. */
  logFile: string | undefined;
}

export interface Part {
  ready: Promise<void>;
  /** Stops the part; kills it if it has not ended within `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

const readyLimitMs = 60_000;
const restartWindowMs = 60_000;
const restartsMax = 8;
const firstWaitMs = 100;
const waitMaxMs = 5_000;
const tailCharacters = 2_000;

/** One run of a part's program. */
export interface Run {
  child: ChildProcess;
  ready: Promise<void>;
  ended: Promise<string>;
}

/**
 * Starts a part and keeps it running: a part that ends unexpectedly is restarted, after a growing wait. `ready` rejects with `StartRefused`
 * if it does not start the first time; `giveUp` is called when restarts do not help.
 */
export function keepPart(plan: PartPlan, print: (line: string) => void, giveUp: () => void): Part {
  const stopRequested = new AbortController();
  let current = run(plan);
  const ready = firstReady(plan, current);

  const mayRestart = restartLimit();
  const staying = (async () => {
    await ready;
    for (;;) {
      const how = await current.ended;
      if (stopRequested.signal.aborted) return;
      const waitMs = mayRestart();
      if (waitMs === undefined) {
        print(`${plan.name} ended unexpectedly (${how}), too often: giving up.${tailOf(plan)}`);
        return giveUp();
      }
      print(`${plan.name} ended unexpectedly (${how}): restarting it.`);
      await pause(waitMs, undefined, { signal: stopRequested.signal }).catch(() => undefined);
      if (stopRequested.signal.aborted) return;
      current = run(plan);
    }
  })().catch(() => undefined);

  return {
    ready,
    async stop(limitMs) {
      stopRequested.abort();
      current.child.kill("SIGTERM");
      if (!(await settlesWithin(limitMs, current.ended))) current.child.kill("SIGKILL");
      await staying;
    },
  };
}

/** Resolves when the part is ready; rejects with `StartRefused` and the end of its log if it does not start. */
export async function firstReady(plan: PartPlan, { child, ready, ended }: Run): Promise<void> {
  const early = ended.then((how) => {
    throw new StartRefused(`${plan.name} does not start (${how}).${tailOf(plan)}`);
  });
  early.catch(() => undefined);
  const first = Promise.race([ready, early]);
  if (await settlesWithin(readyLimitMs, first)) return first;
  child.kill("SIGKILL");
  throw new StartRefused(`${plan.name} is not ready after ${readyLimitMs / 1_000} s.${tailOf(plan)}`);
}

/** Returns the wait before the next restart; undefined after too many recent ones. */
function restartLimit(): () => number | undefined {
  const ends: number[] = [];
  return () => {
    const now = performance.now();
    ends.push(now);
    const recent = ends.filter((end) => now - end < restartWindowMs).length;
    return recent > restartsMax ? undefined : Math.min(firstWaitMs * 2 ** (recent - 1), waitMaxMs);
  };
}

/** Starts the program once. */
export function run(plan: PartPlan): Run {
  const out = plan.logFile === undefined ? "inherit" : openSync(plan.logFile, "a", 0o600);
  const child = spawn(process.execPath, [...memoryFlags, ...plan.flags, plan.program], {
    env: { ...memoryEnvironment, ...plan.environment },
    stdio: ["ignore", out, out, "ipc"],
    // Ctrl-C in a terminal reaches this process only: it stops the parts in order.
    detached: true,
  });
  if (typeof out === "number") closeSync(out);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  child.on("message", (message) => {
    if (typeof message === "object" && message !== null && "ready" in message) ready.resolve();
  });
  child.once("error", (failure) => ended.resolve(failure.message));
  child.once("exit", (code, signal) => ended.resolve(signal ?? `code ${code}`));
  return { child, ready: ready.promise, ended: ended.promise };
}

/** The last lines of the part's log, which say why it ended. */
export function tailOf({ logFile }: PartPlan): string {
  if (logFile === undefined || !statSync(logFile, { throwIfNoEntry: false })?.size) return "";
  return `\n${readFileSync(logFile, "utf8").slice(-tailCharacters).trimEnd()}\nAll of it: ${logFile}`;
}
