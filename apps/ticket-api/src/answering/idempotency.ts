import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { idempotencyHours, idempotencyWaitMs } from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { hoursMs, later } from "../clock.ts";
import type { Database } from "../database/connection.ts";
import { together } from "../database/together.ts";
import type { House } from "../house.ts";
import { claim, forget, type KeyOf, kept, read, type Sent } from "./idempotency-store.ts";
import type { Values } from "./values.ts";

/** A first request holds its key this long before another may take over what a killed process left. */
const leaseMs = 30_000;
const pollMs = 40;

interface Work {
  answer: (waited: boolean) => Promise<Sent>;
  ahead?: ((db: Database) => Promise<void>) | undefined;
}

/**
 * Runs `answer` once per key: the same key with the same body gives the same answer for 24 hours, another body with it
 * is refused, a second request waits for the first up to 10 s. An answer of 5xx is not kept. Another body waits too: when it
 * is refused, what the first one made stands. `answer` hears whether it had to wait for somebody else's; what it reads
 * `ahead` is asked behind the first claim of the key, on its connection.
 */
export async function once(
  house: House,
  key: KeyOf,
  values: Values,
  { answer, ahead }: Work,
): Promise<Outcome<Sent, "IDEMPOTENCY_KEY_REUSED" | "IN_PROGRESS">> {
  const digest = digestOf(values);
  const deadline = Date.now() + idempotencyWaitMs;
  let waited = false;
  for (;;) {
    const oldest = later(house.clock.now(), -hoursMs(idempotencyHours));
    const time = { at: house.clock.iso(), oldest: oldest.toISOString(), leaseMs };
    const claimed =
      ahead === undefined || waited
        ? claim(house.db, key, digest, time)
        : house.db
            .connection()
            .execute(async (one) => (await together([claim(one, key, digest, time), ahead(one)]))[0]);
    if (await claimed) break;
    const first = await read(house.db, key);
    const isOther = first !== undefined && first.digest !== digest;
    if (isOther && (first.sent !== undefined || !first.isHeld)) return refuse("IDEMPOTENCY_KEY_REUSED");
    if (first?.sent !== undefined) return done(first.sent);
    if (Date.now() > deadline) return refuse("IN_PROGRESS");
    waited = true;
    await wait(pollMs);
  }
  house.pass("key-claimed");
  let sent: Sent;
  try {
    sent = await answer(waited);
  } catch (error) {
    await forget(house.db, key);
    throw error;
  }
  house.pass("answer-before-kept");
  if (sent.httpStatus >= 500) await forget(house.db, key);
  // Who repeats it in this moment waits for it as for an answer under way.
  else house.afterwards(house.note(kept(key, sent)).then(() => house.pass("answer-kept")));
  return done(sent);
}

/** The request without what may differ between two sendings of the same thing. */
function digestOf(values: Values): string {
  const { signature: _, userToken: __, ...rest } = values;
  const text = JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(text).digest("base64url");
}
