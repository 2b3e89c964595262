import { createHash } from "node:crypto";
import { slowedAttemptSecondsMax } from "@guichet/contract/limits/sign-in-limits.ts";
import { minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { addressBlock } from "./address-block.ts";
import {
  type AttemptLimit,
  claimTurn,
  countAttempt,
  forgetAttempts,
  isBlocked,
  recordAttempt,
  removeLastAttempt,
  waitSeconds,
} from "./attempt-store.ts";

/** Limits on attempts to guess a secret (decision record 102). */
export interface AttemptLimits {
  /** Per client address and target (account, card ...): stops those who guess, and nobody else. */
  pair: AttemptLimit;
  /** Per client address, over all targets. */
  address: AttemptLimit;
  /** Over all addresses: this many are free, each further one waits a second longer. Never closed. */
  freeAttempts: number;
  windowMs: number;
}

export interface Attempt {
  networkId: string;
  /** The key under which attempts are counted: `account:<digest>`. */
  target: string;
  /** The prefix under which the attempts of an address are counted: `address`. */
  from: string;
  /** The client's own address. */
  address: string;
  /** A subject whose mark admits this client whatever others attempted: it then has its own attempts. */
  welcome?: string;
}

export type AttemptResult = AdmittedAttempt | { waitSeconds: number };
/** An admitted attempt; it counts until one of these is called. */
export interface AdmittedAttempt {
  /** Nothing was checked, or it was right: the attempt does not count. */
  discard(): Promise<void>;
  /** It was right: the client's earlier attempts are forgotten. */
  succeed(): Promise<void>;
}

/** SHA-256 of an e-mail or card number, under which attempts are counted without revealing it. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 32);

/** How long a reserved turn stays valid. */
const turnValidMs = minutesMs(15);

/**
 * Counts an attempt at a secret before anything is checked: of concurrent attempts no more than the limits are checked.
 * A client that must wait gets the waiting time and blocks nothing meanwhile. Its turn is reserved for its address, so that no
 * stranger uses it up, and somebody who knows the secret gets in.
 */
export async function takeAttempt(deps: Dependencies, attempt: Attempt, limits: AttemptLimits): Promise<AttemptResult> {
  const { db } = deps;
  const { networkId, target } = attempt;
  const now = deps.clock.now();
  const pair = pairSubject(target, attempt.address);
  const from = `${attempt.from}:${addressBlock(attempt.address)}`;
  const { welcome } = attempt;
  const takeAsKnown = (subject: string) =>
    takeKnownAttempt(deps, { networkId, subject: `${subject}/tries` }, limits.pair);
  const waitFor = async (subject: string) => {
    const waits = await waitSeconds(db, networkId, [subject, ...(welcome === undefined ? [] : [welcome])], now);
    if (welcome !== undefined && waits.has(welcome)) return takeAsKnown(welcome);
    return { waitSeconds: waits.get(subject) ?? 1 };
  };
  const uncount = async (...subjects: string[]) => {
    for (const subject of subjects) await removeLastAttempt(db, networkId, subject);
  };

  if (!(await countAttempt(db, networkId, pair, now, limits.pair))) return waitFor(pair);
  if (!(await countAttempt(db, networkId, from, now, limits.address))) {
    await uncount(pair);
    return waitFor(from);
  }
  const { freeAttempts, windowMs } = limits;
  const counted = await recordAttempt(db, networkId, target, now, windowMs, freeAttempts + slowedAttemptSecondsMax);
  if (counted > freeAttempts) {
    if (welcome !== undefined && (await isBlocked(db, networkId, welcome, now))) {
      await uncount(pair, from, target);
      return takeAsKnown(welcome);
    }
    const wait = { waitMs: (counted - freeAttempts) * 1000, keptMs: turnValidMs };
    const waitSeconds = await claimTurn(db, networkId, `${pair}/turn`, now, wait);
    if (waitSeconds > 0) {
      await uncount(pair, from, target);
      return { waitSeconds };
    }
  }
  return {
    discard: () => uncount(pair, from, target),
    succeed: async () => {
      await forgetAttempts(db, networkId, pair);
      await uncount(from, target);
    },
  };
}

/** The subject of one client address's attempts at a target. */
export const pairSubject = (target: string, address: string): string => `${target}@${addressBlock(address)}`;

/** Counts an attempt of a known client, which has its own attempts, whatever others do. */
export async function takeKnownAttempt(
  deps: Dependencies,
  { networkId, subject }: { networkId: string; subject: string },
  limit: AttemptLimit,
): Promise<AttemptResult> {
  const now = deps.clock.now();
  if (!(await countAttempt(deps.db, networkId, subject, now, limit))) {
    return { waitSeconds: (await waitSeconds(deps.db, networkId, [subject], now)).get(subject) ?? 1 };
  }
  return {
    discard: () => removeLastAttempt(deps.db, networkId, subject),
    succeed: () => forgetAttempts(deps.db, networkId, subject),
  };
}
