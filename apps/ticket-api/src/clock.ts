/** The installation's clock. All code reads the time from it, so that a test can play a year in a minute. */
export interface Clock {
  now(): Date;
  /** The instant as ISO 8601 UTC with milliseconds. */
  iso(): string;
}

/** A clock with a changeable offset from the real time. */
export interface MovableClock extends Clock {
  offsetMs(): number;
  setOffset(offsetMs: number): void;
}

export function movableClock(offsetMs = 0, real: () => number = Date.now): MovableClock {
  let offset = offsetMs;
  const now = () => new Date(real() + offset);
  return {
    now,
    iso: () => now().toISOString(),
    offsetMs: () => offset,
    setOffset: (next) => {
      offset = next;
    },
  };
}

export const minutesMs = (minutes: number): number => minutes * 60_000;
export const hoursMs = (hours: number): number => hours * 3_600_000;
export const daysMs = (days: number): number => days * 86_400_000;

/** Adds milliseconds (negative: subtracts) to an instant. */
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
