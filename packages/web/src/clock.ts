import { z } from "zod";

/** The installation's time as a server of pages follows it. */
export interface FollowedTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Looks whether the clock was moved, if it has not just looked. Never throws: without an answer the time goes on. */
  catchUp(): Promise<void>;
}

/** Production: nobody moves the time. */
export const systemClock: FollowedTime = { now: Date.now, catchUp: async () => undefined };

const Reading = z.object({ now: z.iso.datetime(), real: z.boolean() });
const lookEveryMs = 500;
const lookTimeoutMs = 1_000;
/** What the way of an answer takes is no move. */
const jitterMs = 1_500;

export interface FollowedClock {
  apiUrl: string;
  /** The clock beneath, in milliseconds since the epoch. */
  real: () => number;
  /** It was moved: what is kept by time is stale. */
  moved: () => void;
}

/** Demo: the Ticket API's `/demo/clock` is the time of the whole installation, and this one goes beside it. */
export function followClock({ apiUrl, real, moved }: FollowedClock): FollowedTime {
  let offsetMs = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async () => {
    const reported = await readingOf(apiUrl);
    lookedAt = real();
    if (reported === undefined) return;
    const next = reported.real ? 0 : Date.parse(reported.now) - real();
    if (next === offsetMs || (!reported.real && Math.abs(next - offsetMs) < jitterMs)) return;
    offsetMs = next;
    moved();
  };

  return {
    now: () => real() + offsetMs,
    async catchUp() {
      if (real() - lookedAt < lookEveryMs && real() >= lookedAt) return;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    },
  };
}

async function readingOf(apiUrl: string): Promise<z.infer<typeof Reading> | undefined> {
  try {
    const response = await fetch(`${apiUrl}/demo/clock`, { signal: AbortSignal.timeout(lookTimeoutMs) });
    const reading = Reading.safeParse(response.ok ? await response.json() : undefined);
    return reading.success ? reading.data : undefined;
  } catch {
    return undefined;
  }
}
