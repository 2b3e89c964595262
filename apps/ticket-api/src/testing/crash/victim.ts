import { type ChildProcess, fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrationLock } from "../../database/migrate.ts";

/** The program of the Ticket API, from source. */
export const ticketApiProgram = fileURLToPath(new URL("../../main.ts", import.meta.url));
const readyWithinMs = 120_000;

/** A Ticket API in a separate process, which kills itself with `kill -9` at a failpoint. */
export interface Victim {
  url: string;
  ended(): boolean;
  /** Waits until it ends; returns the signal that ended it, or undefined if it still runs. */
  endsWithin(ms: number): Promise<string | undefined>;
  kill(): Promise<void>;
  /** Pauses the process, like an overloaded machine, until `resume`. */
  stall(): void;
  resume(): void;
}

/**
 * Loads a Ticket API up to its first access to the database, and blocks it there (where processes that start together take turns) until
 * `go`: slow loading is done by then, and it takes no jobs of others.
 */
export async function loadVictim(
  databaseUrl: string,
  environment: Record<string, string>,
  program = ticketApiProgram,
): Promise<{ go(): Promise<Victim>; drop(): Promise<void> }> {
  const turn = new pg.Client({ connectionString: databaseUrl });
  // The database may be killed during the wait.
  turn.on("error", () => undefined);
  await turn.connect();
  await turn.query("select pg_advisory_lock($1)", [migrationLock]);
  const { victim, ready } = await forkVictim(databaseUrl, environment, program);
  return {
    go: async () => {
      await turn.end();
      await ready();
      return victim;
    },
    drop: async () => {
      await victim.kill();
      await turn.end().catch(() => undefined);
    },
  };
}

/** Starts a Ticket API in the usual way; resolves once it is ready. */
export async function startVictim(
  databaseUrl: string,
  environment: Record<string, string>,
  program = ticketApiProgram,
): Promise<Victim> {
  const { victim, ready } = await forkVictim(databaseUrl, environment, program);
  await ready();
  return victim;
}

async function forkVictim(
  databaseUrl: string,
  environment: Record<string, string>,
  program: string,
): Promise<{ victim: Victim; ready(): Promise<void> }> {
  const port = await freePort();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(program, {
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, API_PORT: String(port), ...environment },
    execArgv: ["--no-deprecation"],
  });
  const message = once(child, "message", { signal: AbortSignal.timeout(readyWithinMs) });
  message.catch(() => undefined);
  const ready = async () => {
    const early = once(child, "exit").then(([code, signal]) => {
      throw new Error(`the Ticket API ended with ${code ?? signal} before it was ready`);
    });
    early.catch(() => undefined);
    await Promise.race([message, early]);
  };
  return { victim: victimOf(child, `http://127.0.0.1:${port}`), ready };
}

function victimOf(child: ChildProcess, url: string): Victim {
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const exit = once(child, "exit");
  return {
    url,
    ended,
    endsWithin: async (ms) => {
      if (!ended()) await Promise.race([exit, new Promise((wait) => setTimeout(wait, ms))]);
      return child.signalCode ?? (child.exitCode === null ? undefined : `code ${child.exitCode}`);
    },
    kill: async () => {
      if (ended()) return;
      child.kill("SIGKILL");
      await exit;
    },
    stall: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
  };
}

/** Below the ephemeral ports of the system: whatever else runs could take one of those before the program listens. */
const anyPort = { from: 10_000, to: 20_000 };
const portTriesMax = 50;

/** A port that is free now, and that nothing else takes by chance. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portTriesMax; tried += 1) {
    const port = randomInt(anyPort.from, anyPort.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port in ${portTriesMax} tries`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}
