import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { idempotencyHours, idempotencyWaitMs } from "@guichet/contract/limits/request-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hoursMs, later } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { withCommitGuard } from "../database/pipelining/commit-guard.ts";
import { pipelined } from "../database/pipelining/pipelined.ts";
import type { Dependencies } from "../dependencies.ts";
import { claim, claimStands, forget, isClaimLost, type KeyOf, kept, read, type Sent } from "./idempotency-store.ts";
import type { Values } from "./values.ts";

/** A first request of a process without a heartbeat holds its key so long before another may take it over. */
const leaseMs = 30_000;
const pollMs = 40;

interface Work {
  /** `waited`: somebody else's answer was waited for. `db` is where it writes. */
  answer: (waited: boolean, db: Database) => Promise<Sent>;
  prefetch?: ((db: Database) => Promise<void>) | undefined;
  /** What the answer writes stands in the database under its key: it cannot be written twice, whoever holds the claim. */
  isKeptByKey?: boolean;
}

/**
 * Runs `answer` once per key: the same key with the same body gives the same answer for 24 hours, another body with it
 * is refused, a second request waits for the first up to 10 s. An answer of 429 or 5xx is not kept. Another body waits too: when it
 * is refused, what the first one made stands. When the process of the first one dies, a request that waits takes its place
 * (decision 088). What `answer` reads `ahead` is asked behind the first claim of the key, on its connection.
 */
export async function once(
  deps: Dependencies,
  key: KeyOf,
  values: Values,
  work: Work,
): Promise<Result<Sent, "IDEMPOTENCY_KEY_REUSED" | "IN_PROGRESS" | "UNAVAILABLE">> {
  const { claims, isFresh, fresh } = deps.heartbeat;
  const digest = digestOf(values);
  const name = JSON.stringify(key);
  const deadline = Date.now() + idempotencyWaitMs;
  let waited = false;
  for (;;) {
    // A claim under a heartbeat that others do not see would be theirs to take.
    if (!isFresh() && !(await fresh())) return err("UNAVAILABLE");
    if (!claims.has(name)) {
      claims.add(name);
      const sent = await underClaim(deps, { key, name, digest }, work, waited);
      if (sent !== undefined) return ok(sent);
    }
    const first = await read(deps.db, key);
    const isOther = first !== undefined && first.digest !== digest;
    if (isOther && (first.sent !== undefined || !first.isHeld)) return err("IDEMPOTENCY_KEY_REUSED");
    if (first?.sent !== undefined) return ok(first.sent);
    if (Date.now() > deadline) return err("IN_PROGRESS");
    waited = true;
    await wait(pollMs);
  }
}

/** Claims the key and answers; undefined: somebody else has it, or has taken it over since, and what was written is taken back. */
async function underClaim(
  deps: Dependencies,
  { key, name, digest }: { key: KeyOf; name: string; digest: string },
  { answer, prefetch, isKeptByKey }: Work,
  waited: boolean,
): Promise<Sent | undefined> {
  const { claims, holder, isFresh, letGoLater } = deps.heartbeat;
  const forgetIt = async () => {
    await forget(deps.db, key, holder);
    claims.delete(name);
  };
  const letGo = () =>
    forgetIt().catch(() => {
      if (holder === null) claims.delete(name);
      else letGoLater(forgetIt);
    });
  const oldest = later(deps.clock.now(), -hoursMs(idempotencyHours));
  const time = { at: deps.clock.iso(), oldest: oldest.toISOString(), leaseMs, holder };
  try {
    const claimed =
      prefetch === undefined || waited
        ? claim(deps.db, key, digest, time)
        : deps.db
            .connection()
            .execute(async (one) => (await pipelined([claim(one, key, digest, time), prefetch(one)]))[0]);
    if (!(await claimed)) {
      claims.delete(name);
      return undefined;
    }
    if (!isFresh()) {
      await letGo();
      return undefined;
    }
    deps.failpoint("key-claimed");
    const fenced = isKeptByKey || holder === null ? deps.db : withCommitGuard(deps.db, claimStands(key, holder));
    const sent = await answer(waited, fenced);
    deps.failpoint("answer-before-kept");
    if (sent.httpStatus === 429 || sent.httpStatus >= 500) await letGo();
    // Who repeats it in this moment waits for it as for an answer under way.
    else
      deps.runInBackground(
        keep(deps, { key, name, holder }, sent).catch((error) => letGo().then(() => Promise.reject(error))),
      );
    return sent;
  } catch (error) {
    if (isClaimLost(error)) claims.delete(name);
    else await letGo();
    if (isClaimLost(error)) return undefined;
    throw error;
  }
}

async function keep(
  deps: Dependencies,
  { key, name, holder }: { key: KeyOf; name: string; holder: string | null },
  sent: Sent,
): Promise<void> {
  await deps.deferWrite(kept(key, holder, sent));
  deps.heartbeat.claims.delete(name);
  deps.failpoint("answer-kept");
}

/** The request without what may differ between two sendings of the same thing. */
function digestOf(values: Values): string {
  const { signature: _, userToken: __, ...rest } = values;
  const text = JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(text).digest("base64url");
}
