import { rideMaxHours, tripMinutes } from "@guichet/contract/limits/wallet-limits.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";

/** The fields of a ticket that determine its ride. */
export type TicketRide = Pick<
  Ticket,
  "state" | "tripUntil" | "tripsLeft" | "firstUsedAt" | "validFrom" | "validUntil" | "uses"
>;

/** A validated ticket with time left: start and end of the right to travel, in milliseconds. */
export interface Ride {
  from: number;
  until: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The ride of a ticket at `now` (milliseconds): a running trip, or the window that its first use opened if that lasts a
 * day at most. A pass of several days has no ride. `transferMinutes`: the length of a trip of a carnet.
 */
export function rideOf(ticket: TicketRide, now: number, transferMinutes: number | null = null): Ride | null {
  if (ticket.state !== "active") return null;
  const trip = millisecondsOf(ticket.tripUntil);
  const end = millisecondsOf(ticket.validUntil);
  const opened = millisecondsOf(ticket.firstUsedAt);
  if (trip !== null && now < trip) return { from: startOfTrip(ticket, trip, transferMinutes), until: trip };
  if (ticket.tripsLeft !== null || opened === null || end === null || end <= now) return null;
  return end - opened <= rideMaxHours * hourMs ? { from: opened, until: end } : null;
}

function startOfTrip(
  { uses, validFrom, validUntil }: TicketRide,
  until: number,
  transferMinutes: number | null,
): number {
  const used = uses?.find(({ kind }) => kind === "trip" || kind === "opened");
  if (used) return Date.parse(used.usedAt);
  // A single trip lasts as long as its ticket.
  const from = millisecondsOf(validFrom);
  if (from !== null && millisecondsOf(validUntil) === until) return from;
  return until - (transferMinutes ?? tripMinutes) * minuteMs;
}

/** The ride that ends last among these tickets, with its ticket. */
export function lastRide<T extends TicketRide>(tickets: readonly T[], now: number): { ticket: T; ride: Ride } | null {
  let last: { ticket: T; ride: Ride } | null = null;
  for (const ticket of tickets) {
    const ride = rideOf(ticket, now);
    if (ride && (last === null || ride.until > last.ride.until)) last = { ticket, ride };
  }
  return last;
}

/** Remaining fraction of a ride at `now`: 1 at its start, 0 at its end. */
export const rideShare = ({ from, until }: Ride, now: number): number =>
  Math.min(1, Math.max(0, (until - now) / Math.max(1, until - from)));

/** Remaining milliseconds as a countdown, the same in all languages: `59:42`, from one hour `1:29:42`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => `${value}`.padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

const millisecondsOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
