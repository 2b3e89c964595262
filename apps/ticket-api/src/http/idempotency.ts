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

/** How long a process without a heartbeat holds a key before another may take it over. */
const leaseMs = 30_000;
const pollMs = 40;

interface Work {
  /** `waited`: this request has waited for another one. `db`: where the handler writes. */
  answer: (waited: boolean, db: Database) => Promise<Sent>;
  prefetch?: ((db: Database) => Promise<void>) | undefined;
  /** What the handler writes is stored under its key in the database: it cannot be written twice, whoever holds the claim. */
  isKeptByKey?: boolean;
}

/**
 * Runs `respond` once per key. The same key with the same body gets the same response for 24 hours; another body is refused. A second
 * request waits up to 10 s for the first, with another body too: when it is refused, the result of the first is stored. A response of 429
 * or 5xx is not stored. When the process of the first request dies, a waiting request takes over (decision 088). `prefetch` reads on the
 * connection of the first claim, pipelined behind it.
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
    // Another process could take over a claim whose heartbeat it does not see.
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

/** Claims the key and responds; undefined: another process has the claim or took it over, and all writes were rolled back. */
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
    deps.failpoint("response-uncommitted");
    if (sent.httpStatus === 429 || sent.httpStatus >= 500) await letGo();
    // A repeated request in this moment waits as for a request in progress.
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
  deps.failpoint("response-stored");
}

/** Hashes the request without the fields that differ between two sendings of the same request. */
function digestOf(values: Values): string {
  const { signature: _, userToken: __, ...rest } = values;
  const text = JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(text).digest("base64url");
}
