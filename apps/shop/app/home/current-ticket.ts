import type { Ink } from "@guichet/contract/catalogue.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { type TimeLeft, timeLeft } from "@guichet/rules/dates/time-left.ts";

/** Ticket that a traveller will probably show next, with its remaining time or trips. */
export interface CurrentTicket {
  ticketId: string;
  name: string;
  ink: Ink;
  traveller: string | null;
  validUntil: string | null;
  left: TimeLeft | { kind: "trips"; count: number } | { kind: "ready" };
}

/** Returns the first active ticket, else the first one ready for use; the wallet's response lists usable tickets first. */
export function currentTicket(tickets: readonly Ticket[], now: string, timeZone: string): CurrentTicket | null {
  const shown = tickets.filter(({ code }) => code !== null);
  const ticket = shown.find(({ state }) => state === "active") ?? shown.find((one) => isReady(one, now));
  if (ticket === undefined) return null;
  const { traveller } = ticket;
  return {
    ticketId: ticket.ticketId,
    name: ticket.name,
    ink: ticket.ink,
    traveller: traveller ? `${traveller.firstName} ${traveller.lastName}`.trim() : null,
    validUntil: ticket.state === "active" ? ticket.validUntil : null,
    left: leftOf(ticket, now, timeZone),
  };
}

function isReady({ state, validFrom, useBefore }: Ticket, now: string): boolean {
  if (state !== "pending" || validFrom !== null) return false;
  return useBefore === null || Date.parse(now) < Date.parse(useBefore);
}

function leftOf(ticket: Ticket, now: string, timeZone: string): CurrentTicket["left"] {
  const { state, validUntil, trips, tripsLeft } = ticket;
  if (trips !== null && tripsLeft !== null) return { kind: "trips", count: tripsLeft };
  if (state !== "active" || validUntil === null) return { kind: "ready" };
  const until = Date.parse(validUntil);
  const lastMoment = new Date(until - 1).toISOString();
  return timeLeft(until - Date.parse(now), dayIn(validUntil, timeZone) !== dayIn(lastMoment, timeZone));
}
