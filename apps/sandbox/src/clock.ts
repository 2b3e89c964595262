export interface Clock {
  now(): Date;
}

export interface MovableClock extends Clock {
  /** Sets the distance from the clock beneath, in milliseconds. */
  move(offsetMs: number): void;
}

/** A clock that runs beside another at a distance which the demo may change. */
export function movableClock(beneath: Clock): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(beneath.now().getTime() + offsetMs),
    move: (distanceMs) => {
      offsetMs = distanceMs;
    },
  };
}

export const systemClock: Clock = { now: () => new Date() };
