import type { CheckOutcome, CheckReason } from "@guichet/contract/office/ticket-checks.ts";
import type { TicketBlock, TicketState } from "@guichet/contract/wallet.ts";
import { type TicketInUse, ticketStateAt } from "../punching.ts";
import { isUsable } from "../wallet.ts";

/** Outcome of a check with its reasons; a valid ticket has none. */
export interface Finding {
  outcome: CheckOutcome;
  reasons: CheckReason[];
}

/** What an inspection needs to know of a stored ticket. */
export interface InspectedTicket extends TicketInUse {
  blockedFor: TicketBlock[];
  /** The state before it was blocked. */
  blockedFrom: TicketState | null;
  /** Since when it is blocked, cancelled or transferred. */
  stoppedAt: string | null;
  /** When a validator wrote it on its card. */
  loadedAt: string | null;
  /** Whether one of its trips was running at the time of the check. */
  isRiding: boolean;
  /** Trips taken after the check. */
  tripsSince: number;
}

const finding = (outcome: CheckOutcome, ...reasons: CheckReason[]): Finding => ({ outcome, reasons });

/** The finding for a ticket that the operator knows, as it was at `at`: a block or use after that does not count. */
export function findingOfTicket(ticket: InspectedTicket, at: string): Finding {
  const state = stateThen(ticket, at);
  if (state === "blocked") return finding("blocked", ...ticket.blockedFor);
  if (state === "cancelled" || state === "transferred" || state === "moved") return finding("blocked", state);
  if (state === "used-up") return finding("used", "used-up");
  if (state === "expired") {
    return finding("expired", ticket.validUntil === null && ticket.useBefore !== null ? "unused" : "ended");
  }
  if (ticket.validFrom !== null && at < ticket.validFrom && !startsByUse(ticket)) {
    return finding("not-yet-valid", "not-begun");
  }
  if (ticket.support === "MEDIA") {
    // The trips of a card are taken by validators.
    return ticket.loadedAt === null || at < ticket.loadedAt ? finding("not-yet-valid", "not-loaded") : finding("valid");
  }
  const isPunched = ticket.firstUsedAt !== null && ticket.firstUsedAt <= at;
  if (ticket.tripsLeft !== null && !ticket.isRiding) return finding("not-yet-valid", "not-punched");
  if (!isPunched && startsByUse(ticket)) return finding("not-yet-valid", "not-punched");
  return finding("valid");
}

/** Whether the staff can block a ticket in this state: it is usable, or blocked for other reasons. */
export const isBlockable = (state: TicketState, blockedFor: readonly TicketBlock[]): boolean =>
  isUsable(state) || (state === "blocked" && !blockedFor.includes("staff"));

function stateThen(ticket: InspectedTicket, at: string): TicketState {
  const { isRiding, tripsSince } = ticket;
  const tripsLeft = ticket.tripsLeft === null ? null : ticket.tripsLeft + tripsSince;
  const otherTrip = tripsSince > 0 ? null : ticket.tripUntil;
  const tripUntil = isRiding ? laterOf(ticket.tripUntil, at) : otherTrip;
  return ticketStateAt({ ...ticket, status: statusThen(ticket, at), tripsLeft, tripUntil }, at);
}

/** The status without what happened after `at`; time itself is left to `ticketStateAt`. */
function statusThen(
  { status, blockedFor, blockedFrom, stoppedAt, isRiding, tripsSince }: InspectedTicket,
  at: string,
): TicketState {
  const isStopped = stoppedAt !== null && stoppedAt <= at;
  if (status === "cancelled" || status === "transferred") return isStopped || stoppedAt === null ? status : "active";
  if (status === "blocked") return isStopped || stoppedAt === null ? status : (blockedFrom ?? "active");
  if (status === "expired") return isStopped && blockedFor.length > 0 ? "blocked" : "active";
  return status === "used-up" && (isRiding || tripsSince > 0) ? "active" : status;
}

/** A trip that ran at `at`, although a later one may have ended since. */
const laterOf = (tripUntil: string | null, at: string): string =>
  tripUntil !== null && tripUntil > at ? tripUntil : new Date(Date.parse(at) + 1).toISOString();

/** Its window opens with its first use: it has none yet, or got it at its first use. */
const startsByUse = ({ validFrom, firstUsedAt }: TicketInUse): boolean =>
  validFrom === null || (firstUsedAt !== null && validFrom === firstUsedAt);

/** Result of the check of a code by its signature and the list of stopped tickets (`packages/ticket-code`). */
export interface CodeCheck {
  status: "valid" | "not-yet-valid" | "expired" | "other-network" | "stopped" | "unknown-key" | "forged" | "malformed";
  state?: string;
  ticket?: { firstUse?: unknown; carnet?: unknown };
}

/** The finding for a code without a connection: what its signature and the list prove. */
export function findingOfCode({ status, state, ticket }: CodeCheck): Finding {
  if (status === "stopped") {
    if (state === "expired") return finding("expired", "ended");
    const known = (["cancelled", "transferred"] as const).find((one) => one === state);
    return finding("blocked", known ?? "listed");
  }
  if (status === "valid") {
    const mustBePunched = ticket?.firstUse !== undefined || ticket?.carnet !== undefined;
    return mustBePunched ? finding("not-yet-valid", "punch-unseen") : finding("valid");
  }
  if (status === "not-yet-valid") return finding("not-yet-valid", "not-begun");
  if (status === "expired") return finding("expired", "ended");
  if (status === "other-network") return finding("other-network", "network");
  if (status === "forged") return finding("forged", "signature");
  return finding("unknown", status === "unknown-key" ? "unknown-key" : "unreadable");
}
