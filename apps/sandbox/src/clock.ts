import { readFile, rename, writeFile } from "node:fs/promises";

export interface Clock {
  now(): Date;
}

export interface MovableClock extends Clock {
  /** Sets and stores the offset from the underlying clock in milliseconds. */
  move(offsetMs: number): Promise<void>;
}

/** A clock with an adjustable offset from another, which survives restarts. */
export async function movableClock(beneath: Clock, rememberedIn: string): Promise<MovableClock> {
  const remembered = Number(await readFile(rememberedIn, "utf8").catch(() => "0"));
  let offsetMs = Number.isInteger(remembered) ? remembered : 0;
  return {
    now: () => new Date(beneath.now().getTime() + offsetMs),
    async move(distanceMs) {
      offsetMs = distanceMs;
      await writeFile(`${rememberedIn}.new`, String(distanceMs), { mode: 0o600 });
      await rename(`${rememberedIn}.new`, rememberedIn);
    },
  };
}

export const systemClock: Clock = { now: () => new Date() };
