import { performance } from "node:perf_hooks";
import { heartbeatFreshMs, heartbeatMs } from "@guichet/contract/limits/process-limits.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "./database.ts";
import { endHeartbeat, writeHeartbeat } from "./heartbeat-store.ts";

/** The heartbeat of this process: while others see it, what this process holds stays its own (decision 088). */
export interface Heartbeat {
  /** Under which claims and jobs are held; null: none is written (commands, tests), and a lease ends by time alone. */
  readonly holder: string | null;
  /** Names of the claims that this process is working on: it never takes one over from itself. */
  readonly claims: Set<string>;
  /** False when others may take over, or have taken over, what this process holds: nothing new may begin. */
  isFresh(): boolean;
  /** Writes it when it is not fresh, and answers whether it is; rejects when the database cannot be reached. */
  fresh(): Promise<boolean>;
  /** Lets go of something with one of the next heartbeats: what a living process holds does not end by time. */
  letGoLater(letGo: () => Promise<void>): void;
  start(): Promise<void>;
  /** Ends it properly, once nothing is held any more. */
  stop(): Promise<void>;
}

/**
 * Makes a heartbeat that is not yet written. `open` gives the database on a connection of its own: one that waits
 * behind a busy pool would make a living process look dead. `othersDied` is told once of each process found dead.
 */
export function heartbeat(
  holder: string,
  open: () => { db: Database; close(): Promise<void> },
  { log, othersDied }: { log: Pick<FastifyBaseLogger, "warn" | "info">; othersDied(): void },
): Heartbeat {
  const claims = new Set<string>();
  const known = new Set<string>();
  let waiting: (() => Promise<void>)[] = [];
  let connection: ReturnType<typeof open> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  let isMissing = false;

  const write = async (db: Database): Promise<void> => {
    // From when it was sent: at the database it can only be later.
    const sentAt = performance.now();
    const dead = await writeHeartbeat(db, holder);
    writtenAt = sentAt;
    const news = dead.filter((one) => !known.has(one));
    for (const one of news) known.add(one);
    if (news.length === 0) return;
    log.warn({ dead: news }, "another Ticket API process is dead: what it held is taken over");
    othersDied();
  };
  const beat = (): Promise<void> => {
    if (connection === undefined) return Promise.resolve();
    underWay ??= write(connection.db).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const letGoOfWaiting = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    for (const one of all) await one().catch(() => waiting.push(one));
  };
  const isFresh = () => connection === undefined || performance.now() - writtenAt < heartbeatFreshMs;
  const everyBeat = async () => {
    try {
      await beat();
      if (isMissing) log.info("the heartbeat is written again");
      isMissing = false;
      if (waiting.length > 0) await letGoOfWaiting();
    } catch (error) {
      if (!isMissing)
        log.warn({ err: error }, "the heartbeat cannot be written: others may take over what is held here");
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
      // One that was sent before a stall proves nothing: a second one is sent then.
      for (let round = 0; round < 2 && !isFresh(); round += 1) await beat();
      return isFresh();
    },
    letGoLater: (letGo) => {
      if (connection !== undefined) waiting.push(letGo);
    },
    start: async () => {
      connection = open();
      await beat();
      timer = setInterval(() => void everyBeat(), heartbeatMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      if (connection === undefined) return;
      await underWay?.catch(() => undefined);
      await letGoOfWaiting();
      await endHeartbeat(connection.db, holder).catch((error) =>
        log.warn({ err: error }, "the heartbeat could not be ended"),
      );
      await connection.close();
      connection = undefined;
    },
  };
}
