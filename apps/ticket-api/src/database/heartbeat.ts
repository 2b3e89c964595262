import { performance } from "node:perf_hooks";
import { heartbeatFreshMs, heartbeatMs } from "@guichet/contract/limits/process-limits.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "./database.ts";
import { endHeartbeat, writeHeartbeat } from "./heartbeat-store.ts";

/** The heartbeat of this process: while other processes see it, they do not take over its claims and jobs (decision 088). */
export interface Heartbeat {
  /** The id under which claims and jobs are held; null: no heartbeat (commands, tests), so a lease ends only when it expires. */
  readonly holder: string | null;
  /** Keys that this process is working on: it never takes over its own claim. */
  readonly claims: Set<string>;
  /** False when other processes may take over what this process holds: it must not start anything new. */
  isFresh(): boolean;
  /** Writes the heartbeat if it is not fresh, and returns whether it is; rejects when the database is unreachable. */
  fresh(): Promise<boolean>;
  /** Releases something with a later heartbeat: claims of a live process do not expire. */
  letGoLater(release: () => Promise<void>): void;
  start(): Promise<void>;
  /** Ends the heartbeat, once nothing is held any more. */
  stop(): Promise<void>;
}

/**
 * Creates a heartbeat that is not written yet. `open` opens the database on a separate connection: one that waits behind a busy pool would
 * make a live process look dead. `othersDied` is called once for each process found dead.
 */
export function heartbeat(
  holder: string,
  open: () => { db: Database; close(): Promise<void> },
  { log, othersDied }: { log: Pick<FastifyBaseLogger, "warn" | "info">; othersDied(): void },
): Heartbeat {
  const claims = new Set<string>();
  const knownDead = new Set<string>();
  let waiting: (() => Promise<void>)[] = [];
  let connection: ReturnType<typeof open> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;
  let isMissing = false;

  const write = async (db: Database): Promise<void> => {
    // Measured from when it was sent: the database receives it later.
    const sentAt = performance.now();
    const dead = await writeHeartbeat(db, holder);
    writtenAt = sentAt;
    const newlyDead = dead.filter((one) => !knownDead.has(one));
    for (const one of newlyDead) knownDead.add(one);
    if (newlyDead.length === 0) return;
    log.warn({ dead: newlyDead }, "another Ticket API process is dead: its claims and jobs are taken over");
    othersDied();
  };
  const beat = (): Promise<void> => {
    if (connection === undefined) return Promise.resolve();
    writing ??= write(connection.db).finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const releaseWaiting = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    for (const one of all) await one().catch(() => waiting.push(one));
  };
  const isFresh = () => connection === undefined || performance.now() - writtenAt < heartbeatFreshMs;
  const tick = async () => {
    try {
      await beat();
      if (isMissing) log.info("heartbeat written again");
      isMissing = false;
      if (waiting.length > 0) await releaseWaiting();
    } catch (error) {
      if (!isMissing)
        log.warn({ err: error }, "the heartbeat cannot be written: other processes may take over claims and jobs");
      isMissing = true;
    }
  };

  return {
    get holder() {
      return connection === undefined ? null : holder;
    },
    claims,
    isFresh,
    fresh: async () => {
      // A heartbeat sent before a stall proves nothing: send a second one then.
      for (let round = 0; round < 2 && !isFresh(); round += 1) await beat();
      return isFresh();
    },
    letGoLater: (release) => {
      if (connection !== undefined) waiting.push(release);
    },
    start: async () => {
      connection = open();
      await beat();
      timer = setInterval(() => void tick(), heartbeatMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      if (connection === undefined) return;
      await writing?.catch(() => undefined);
      await releaseWaiting();
      await endHeartbeat(connection.db, holder).catch((error) =>
        log.warn({ err: error }, "heartbeat could not be ended"),
      );
      await connection.close();
      connection = undefined;
    },
  };
}
