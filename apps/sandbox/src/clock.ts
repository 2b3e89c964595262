import { readFile, rename, writeFile } from "node:fs/promises";

export interface Clock {
  now(): Date;
}

export interface MovableClock extends Clock {
  /** Sets the distance from the clock beneath, in milliseconds, and remembers it. */
  move(offsetMs: number): Promise<void>;
}

/** A clock that runs beside another at a distance which the demo may change; a restart finds it as it was left. */
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
