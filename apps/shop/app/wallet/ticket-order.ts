import type { Ticket } from "@guichet/contract/wallet.ts";
import { rideOf } from "@guichet/rules/rides.ts";

const ranks: Partial<Record<Ticket["state"], number>> = { active: 1, pending: 2, blocked: 3 };

/** Compares two tickets by their next use: running rides, valid tickets, those to come, blocked ones, the others. */
export const byUse = (a: Ticket, b: Ticket, now: number): number => rank(a, now) - rank(b, now);

const rank = (ticket: Ticket, now: number): number => (rideOf(ticket, now) === null ? (ranks[ticket.state] ?? 4) : 0);

/** Whether a ticket can be shown to an inspector now: it has a code, and does not start later. */
export const isPresentable = ({ code, state, validFrom }: Pick<Ticket, "code" | "state" | "validFrom">): boolean =>
  code !== null && (state === "active" || (state === "pending" && validFrom === null));

/** The traveller's name; undefined for a ticket of the bearer. */
export const nameOf = ({ traveller }: Pick<Ticket, "traveller">): string | undefined =>
  traveller ? `${traveller.firstName} ${traveller.lastName}`.trim() : undefined;
