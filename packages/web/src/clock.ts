import { z } from "zod";

/** The installation's clock as followed by an app server. */
export interface FollowedTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Checks whether the clock was moved, unless it was just checked. Never throws: without a response the time continues. */
  catchUp(): Promise<void>;
}

/** Clock of production, which nobody moves. */
export const systemClock: FollowedTime = { now: Date.now, catchUp: async () => undefined };

const Reading = z.object({ now: z.iso.datetime(), real: z.boolean() });
const lookEveryMs = 500;
const lookTimeoutMs = 1_000;
/** Tolerance for the duration of a response. */
const jitterMs = 1_500;

export interface FollowedClock {
  apiUrl: string;
  /** The underlying clock, in milliseconds since the epoch. */
  real: () => number;
  /** Called after a move: caches by time are stale. */
  moved: () => void;
}

/** Clock of the demo, synchronised with the Ticket API's `/demo/clock`. */
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
