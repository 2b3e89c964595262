import type { Ink } from "@guichet/contract/catalogue.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";

/** The ticket that a traveller is likely to show next, and what is left of it. */
export interface TicketInHand {
  ticketId: string;
  name: string;
  ink: Ink;
  traveller: string | null;
  validUntil: string | null;
  left: { kind: "days" | "hours" | "minutes" | "trips"; count: number } | { kind: "ready" };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Picks it out of the account's tickets, usable ones first as the wallet answers them: one that runs, else one that is ready. */
export function ticketInHand(tickets: readonly Ticket[], now: string): TicketInHand | null {
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
    left: leftOf(ticket, now),
  };
}

function isReady({ state, validFrom, useBefore }: Ticket, now: string): boolean {
  if (state !== "pending" || validFrom !== null) return false;
  return useBefore === null || Date.parse(now) < Date.parse(useBefore);
}

function leftOf({ state, validUntil, trips, tripsLeft }: Ticket, now: string): TicketInHand["left"] {
  if (trips !== null && tripsLeft !== null) return { kind: "trips", count: tripsLeft };
  if (state !== "active" || validUntil === null) return { kind: "ready" };
  const ms = Math.max(0, Date.parse(validUntil) - Date.parse(now));
  if (ms >= dayMs) return { kind: "days", count: Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { kind: "hours", count: Math.floor(ms / hourMs) };
  return { kind: "minutes", count: Math.ceil(ms / minuteMs) };
}
