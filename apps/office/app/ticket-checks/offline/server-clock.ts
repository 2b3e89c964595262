import type { CheckList } from "./check-list.ts";

/** What the server's clock shows, as far as this device can tell. */
export interface ServerTime {
  now: string;
  /** The device's clock was set back: `now` is only the latest time that is certain. */
  isClockWrong: boolean;
}

const key = "ticket-checks/server-time";
/** A device that corrects its own clock may step back by this much. */
const toleranceMs = 60_000;

/** Reckons the server's time by the list and by the time that has passed since, which a clock that is set back cannot undo. */
export function serverClock(
  storage: Pick<Storage, "getItem" | "setItem">,
  wall: () => number = Date.now,
  ticks: () => number = () => performance.now(),
) {
  let mark: { server: number; ticks: number } | undefined;
  const highest = () => Date.parse(storage.getItem(key) ?? "") || 0;
  const keep = (instant: string) => {
    try {
      storage.setItem(key, instant);
    } catch {
      // Without room, the list's own time still counts.
    }
  };
  return {
    /** The server just said what time it is: what this device has reckoned before is void. */
    heard(asOf: string): void {
      mark = { server: Date.parse(asOf), ticks: ticks() };
      keep(asOf);
    },
    /** Keeps the time of a check: the next page begins no earlier. */
    seen(instant: string): void {
      if (Date.parse(instant) > highest()) keep(instant);
    },
    read(list: Pick<CheckList, "asOf" | "receivedAt"> | undefined): ServerTime {
      const byWall = wall() + (list === undefined ? 0 : Date.parse(list.asOf) - list.receivedAt);
      // The later of both: a page's own time may stand still while the device sleeps.
      const byTicks = mark === undefined ? byWall : mark.server + ticks() - mark.ticks;
      const reckoned = Math.max(byWall, byTicks);
      const certain = Math.max(highest(), list === undefined ? 0 : Date.parse(list.asOf));
      const now = new Date(Math.max(reckoned, certain)).toISOString();
      return { now, isClockWrong: reckoned < certain - toleranceMs };
    },
  };
}
export type ServerClock = ReturnType<typeof serverClock>;
