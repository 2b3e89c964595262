import type { Support } from "@guichet/contract/catalogue.ts";
import { tripMinutes } from "@guichet/contract/limits/wallet-limits.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { TicketState } from "@guichet/contract/wallet.ts";
import { endOf, stateAt } from "./validity.ts";

/** Stored properties that determine the use of a ticket. Instants are UTC. */
export interface TicketInUse {
  status: TicketState;
  support: Support;
  validFrom: string | null;
  validUntil: string | null;
  useBefore: string | null;
  firstUsedAt: string | null;
  tripsLeft: number | null;
  /** End of the trip that was started last. */
  tripUntil: string | null;
}

type Terms = Pick<PackArticle, "validity" | "transferMinutes" | "trips">;

/** Effect of a punch on a ticket. */
export interface Punch {
  kind: "opened" | "trip" | "change" | "checked";
  trips: 0 | 1;
  validFrom: string | null;
  validUntil: string | null;
  tripUntil: string | null;
  /** End of the period in which it allows travel. */
  until: string | null;
}

const minuteMs = 60_000;

/**
 * State of a ticket at an instant (§6), including changes by time since it was last stored. A trip started in time may be
 * completed; after the last one the ticket is used up. A blocked ticket may expire, but changes in no other way.
 */
export function ticketStateAt(ticket: Omit<TicketInUse, "support" | "firstUsedAt">, now: string): TicketState {
  const { status } = ticket;
  if (status === "blocked") return stateAt(ticket, now) === "expired" ? "expired" : "blocked";
  if (status !== "pending" && status !== "active") return status;
  if (runs(ticket, now)) return "active";
  if (ticket.tripsLeft === 0) return "used-up";
  return stateAt(ticket, now);
}

/**
 * Plans a punch at `now`: it opens the window of a ticket that is valid from its first use, uses a trip of one with trips, otherwise
 * records a validation. Errors: `TICKET_USED_UP`, and `TICKET_UNUSABLE` with its `reason`: `on-card`, `not-begun`,
 * `no-trip-running`, or the state.
 */
export function planPunch(
  ticket: TicketInUse,
  { validity, transferMinutes, trips }: Terms,
  at: { now: string; timeZone: string; change?: boolean | undefined },
): Result<Punch, "TICKET_UNUSABLE" | "TICKET_USED_UP"> {
  const { now, timeZone } = at;
  if (ticket.support === "MEDIA") return err("TICKET_UNUSABLE", { reason: "on-card" });
  const kept = { validFrom: ticket.validFrom, validUntil: ticket.validUntil, tripUntil: ticket.tripUntil };
  if (at.change) {
    const running = ticketStateAt(ticket, now) === "active" && runs(ticket, now);
    if (!running) return err("TICKET_UNUSABLE", { reason: "no-trip-running" });
    return ok({ ...kept, kind: "change", trips: 0, until: ticket.tripUntil });
  }
  const living = ticket.status === "pending" || ticket.status === "active";
  if (ticket.status === "used-up" || (living && ticket.tripsLeft === 0)) return err("TICKET_USED_UP");
  const state = living ? stateAt(ticket, now) : ticketStateAt(ticket, now);
  if (state !== "pending" && state !== "active") return err("TICKET_UNUSABLE", { reason: state });
  const opens = ticket.validFrom === null;
  if (state === "pending" && !opens) return err("TICKET_UNUSABLE", { reason: "not-begun" });
  const window = opens && "duration" in validity ? { from: now, until: endOf(now, validity.duration, timeZone) } : null;
  const validFrom = window?.from ?? ticket.validFrom;
  const validUntil = window?.until ?? ticket.validUntil;
  if (ticket.tripsLeft === null) {
    return ok({ ...kept, kind: opens ? "opened" : "checked", trips: 0, validFrom, validUntil, until: validUntil });
  }
  const tripUntil = endOfTrip(validUntil, window !== null && trips === 1, transferMinutes, now);
  return ok({ kind: "trip", trips: 1, validFrom, validUntil, tripUntil, until: tripUntil });
}

/** Whether a ticket can be transferred: once, before its first use, while it is valid (§7). */
export function isTransferable(ticket: TicketInUse & { transferredFrom: string | null }, now: string): boolean {
  return transferObstacle(ticket, now) === undefined;
}

/** Reason why a ticket cannot be transferred; undefined: it can. */
export function transferObstacle(
  ticket: TicketInUse & { transferredFrom: string | null },
  now: string,
): string | undefined {
  if (ticket.support === "MEDIA") return "on-card";
  if (ticket.transferredFrom !== null) return "transferred-before";
  if (ticket.firstUsedAt !== null) return "used";
  const state = ticketStateAt(ticket, now);
  return state === "pending" || state === "active" ? undefined : state;
}

/** End of a trip: a single trip with its own window lasts as long as that; any other as long as changes are allowed. */
function endOfTrip(validUntil: string | null, isWhole: boolean, transferMinutes: number | undefined, now: string) {
  if (isWhole && transferMinutes === undefined) return validUntil;
  return new Date(Date.parse(now) + (transferMinutes ?? tripMinutes) * minuteMs).toISOString();
}

const runs = ({ tripUntil }: Pick<TicketInUse, "tripUntil">, now: string): boolean =>
  tripUntil !== null && Date.parse(now) < Date.parse(tripUntil);
