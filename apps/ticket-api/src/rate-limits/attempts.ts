import { createHash } from "node:crypto";
import { slowedAttemptSecondsMax } from "@guichet/contract/limits/sign-in-limits.ts";
import { minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { addressBlock } from "./address-block.ts";
import {
  claimTurn,
  countAttempt,
  countTry,
  forgetAttempts,
  giveTryBack,
  isBlocked,
  type TryLimit,
  waitsOf,
} from "./attempt-store.ts";

/** How often something that one must know a secret of may be tried (decision record 102). */
export interface AttemptLimits {
  /** Of one client address at this account, card ...: those who guess are stopped, and nobody else. */
  pair: TryLimit;
  /** Of one client address at anything. */
  address: TryLimit;
  /** Over all addresses: so many are free, each further one waits a second longer. Never closed. */
  freeAttempts: number;
  windowMs: number;
}

export interface Attempt {
  networkId: string;
  /** What is tried, as it is counted: `account:<digest>`. */
  target: string;
  /** Under what the tries of an address are counted: `address`. */
  from: string;
  /** The client's own address. */
  address: string;
  /** A subject that is marked while this client is let in whatever was tried: they have tries of their own then. */
  welcome?: string;
}

export type Attempted = Admitted | { waitSeconds: number };
/** A try that may go on; it is counted until it says that it was none. */
export interface Admitted {
  /** Nothing was checked, or it was right: the try does not count. */
  takeBack(): Promise<void>;
  /** It was right, and what this client tried before is forgotten. */
  succeed(): Promise<void>;
}

/** SHA-256 of an e-mail or card number, under which tries are counted: it does not tell which. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 32);

/** A turn that was waited for may be taken so long. */
const turnKeptMs = minutesMs(15);

/**
 * Counts a try at a secret before anything is looked at: however many come at once, no more than the limits are checked.
 * Who must wait is told for how long and holds nothing meanwhile; their turn is kept for their address, so that no
 * stranger takes it: who knows the secret gets in.
 */
export async function takeAttempt(deps: Dependencies, attempt: Attempt, limits: AttemptLimits): Promise<Attempted> {
  const { db } = deps;
  const { networkId, target } = attempt;
  const now = deps.clock.now();
  const pair = pairSubject(target, attempt.address);
  const from = `${attempt.from}:${addressBlock(attempt.address)}`;
  const { welcome } = attempt;
  const asKnown = (subject: string) => takeKnownAttempt(deps, { networkId, subject: `${subject}/tries` }, limits.pair);
  const refusedBy = async (subject: string) => {
    const waits = await waitsOf(db, networkId, [subject, ...(welcome === undefined ? [] : [welcome])], now);
    if (welcome !== undefined && waits.has(welcome)) return asKnown(welcome);
    return { waitSeconds: waits.get(subject) ?? 1 };
  };
  const giveBack = async (...subjects: string[]) => {
    for (const subject of subjects) await giveTryBack(db, networkId, subject);
  };

  if (!(await countAttempt(db, networkId, pair, now, limits.pair))) return refusedBy(pair);
  if (!(await countAttempt(db, networkId, from, now, limits.address))) {
    await giveBack(pair);
    return refusedBy(from);
  }
  const { freeAttempts, windowMs } = limits;
  const counted = await countTry(db, networkId, target, now, windowMs, freeAttempts + slowedAttemptSecondsMax);
  if (counted > freeAttempts) {
    if (welcome !== undefined && (await isBlocked(db, networkId, welcome, now))) {
      await giveBack(pair, from, target);
      return asKnown(welcome);
    }
    const wait = { waitMs: (counted - freeAttempts) * 1000, keptMs: turnKeptMs };
    const waitSeconds = await claimTurn(db, networkId, `${pair}/turn`, now, wait);
    if (waitSeconds > 0) {
      await giveBack(pair, from, target);
      return { waitSeconds };
    }
  }
  return {
    takeBack: () => giveBack(pair, from, target),
    succeed: async () => {
      await forgetAttempts(db, networkId, pair);
      await giveBack(from, target);
    },
  };
}

/** What one client address tried at something. */
export const pairSubject = (target: string, address: string): string => `${target}@${addressBlock(address)}`;

/** One client that is known: its own tries, whatever others do. */
export async function takeKnownAttempt(
  deps: Dependencies,
  { networkId, subject }: { networkId: string; subject: string },
  limit: TryLimit,
): Promise<Attempted> {
  const now = deps.clock.now();
  if (!(await countAttempt(deps.db, networkId, subject, now, limit))) {
    return { waitSeconds: (await waitsOf(deps.db, networkId, [subject], now)).get(subject) ?? 1 };
  }
  return {
    takeBack: () => giveTryBack(deps.db, networkId, subject),
    succeed: () => forgetAttempts(deps.db, networkId, subject),
  };
}
