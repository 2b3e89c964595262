import type { CompensationKind } from "@guichet/contract/office/compensations.ts";
import { addDays, daysBetween } from "../dates/days.ts";

/** How much a campaign gives for a ticket. Amounts in minor units, percentages as integers from 1 to 100. */
export type CompensationTerms =
  | { kind: Extract<CompensationKind, "fixed" | "per-day" | "voucher">; amount: number }
  | { kind: Extract<CompensationKind, "share" | "share-per-day">; percent: number };

/** The days that a campaign compensates, both included (`YYYY-MM-DD`). */
export interface CompensatedDays {
  from: string;
  to: string;
  /** Whether only days count on which the ticket was validated: on given lines, or in given zones. */
  onlyValidated: boolean;
}

/** A ticket that is neither cancelled nor replaced by another. Days in the time zone of the network, amounts in minor units. */
export interface CompensatedTicket {
  /** Its first and last day of validity; null: it has not begun. */
  firstDay: string | null;
  lastDay: string | null;
  /** Its number of trips; null: it is not counted by trips. */
  trips: number | null;
  /** Days on which it was validated where it counts. */
  validatedDays: readonly string[];
  /** Its share of what was paid for its order line. */
  paidAmount: number;
  /** What other campaigns give for it. */
  compensatedAmount: number;
}

/**
 * Number of days for which a ticket entitles to a compensation: those on which it was valid. Where only validations
 * count, and for a ticket with trips, those on which it was validated. 0: not entitled.
 */
export function entitledDays({ from, to, onlyValidated }: CompensatedDays, ticket: CompensatedTicket): number {
  const { firstDay, lastDay, trips, validatedDays } = ticket;
  if (onlyValidated || trips !== null) return new Set(validatedDays.filter((day) => day >= from && day <= to)).size;
  if (firstDay === null || lastDay === null) return 0;
  const [first, last] = [firstDay > from ? firstDay : from, lastDay < to ? lastDay : to];
  return first > last ? 0 : daysBetween(first, addDays(last, 1));
}

/**
 * The compensation of one ticket for its entitled days, in minor units, shares rounded up. All campaigns together never
 * give more than the price paid for it; somebody with two tickets gets one compensation for each. 0: nothing.
 */
export function compensationOf(terms: CompensationTerms, ticket: CompensatedTicket, days: number): number {
  if (days === 0) return 0;
  const leftAmount = Math.max(0, ticket.paidAmount - ticket.compensatedAmount);
  return Math.min(leftAmount, fullCompensation(terms, ticket, days));
}

function fullCompensation(terms: CompensationTerms, ticket: CompensatedTicket, days: number): number {
  const { paidAmount } = ticket;
  switch (terms.kind) {
    case "fixed":
    case "voucher":
      return terms.amount;
    case "per-day":
      return terms.amount * days;
    case "share":
      return Math.ceil((paidAmount * terms.percent) / 100);
    case "share-per-day":
      return Math.ceil((paidAmount * terms.percent * days) / (100 * unitsOf(ticket)));
  }
}

/** The number of days, or of trips, that the price was paid for. */
function unitsOf({ trips, firstDay, lastDay }: CompensatedTicket): number {
  if (trips !== null) return trips;
  return firstDay === null || lastDay === null ? 1 : Math.max(1, daysBetween(firstDay, addDays(lastDay, 1)));
}
