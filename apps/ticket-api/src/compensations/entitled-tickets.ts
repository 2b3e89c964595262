import { compensationsMax } from "@guichet/contract/limits/compensation-limits.ts";
import { type CompensationTerms, compensationOf, entitledDays } from "@guichet/rules/compensations/entitlement.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { allocate } from "@guichet/rules/money.ts";
import type { Database, Tx } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { CampaignRow } from "./campaign-store.ts";
import { type Candidate, candidates } from "./candidate-store.ts";
import type { Entitled } from "./compensation-store.ts";

/** An entitled ticket as the preview shows it. */
export interface EntitledTicketRow extends Entitled {
  serial: string;
  orderNumber: string;
}

/** Tickets read at once. */
const pageSize = 1_000;

/**
 * Finds the tickets that a campaign entitles, page by page, with their compensations: each at least one minor unit. More
 * than `max` end with `undefined`.
 */
export async function* entitledTickets(
  db: Database | Tx,
  network: LoadedNetwork,
  campaign: CampaignRow,
  max = compensationsMax,
): AsyncGenerator<EntitledTicketRow[] | undefined> {
  const terms = termsOf(campaign);
  const { from, to, lines, zones } = campaign;
  const { timeZone } = network.definition;
  const days = { from, to, onlyValidated: lines.length + zones.length > 0 };
  let found = 0;
  for (let after: string | null = null; ; ) {
    const more = { timeZone, onlyValidated: days.onlyValidated, after, limit: pageSize };
    const page: Candidate[] = await candidates(db, campaign, more);
    const entitled = page.flatMap((ticket) => entitledTicket(ticket, terms, days, timeZone));
    found += entitled.length;
    if (found > max) return yield undefined;
    if (entitled.length > 0) yield entitled;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.ticketId;
  }
}

function termsOf({ id, kind, amount, percent }: CampaignRow): CompensationTerms {
  if (kind === "share" || kind === "share-per-day") {
    if (percent !== null) return { kind, percent };
  } else if (amount !== null) return { kind, amount };
  throw new Error(`Campaign ${id} has no amount`);
}

function entitledTicket(
  ticket: Candidate,
  terms: CompensationTerms,
  days: Parameters<typeof entitledDays>[0],
  timeZone: string,
): EntitledTicketRow[] {
  const { ticketId, serial, orderId, orderNumber, articleId, name, trips, validatedDays, compensatedAmount } = ticket;
  const paidAmount = allocate(ticket.lineAmount, Array(ticket.quantity).fill(1))[ticket.position] ?? 0;
  const firstDay = ticket.validFrom === null ? null : dayIn(ticket.validFrom, timeZone);
  // The end is exclusive.
  const lastInstant = ticket.validUntil === null ? null : new Date(Date.parse(ticket.validUntil) - 1).toISOString();
  const lastDay = lastInstant === null ? null : dayIn(lastInstant, timeZone);
  const compensated = { firstDay, lastDay, trips, validatedDays, paidAmount, compensatedAmount };
  const count = entitledDays(days, compensated);
  const amount = compensationOf(terms, compensated, count);
  return amount === 0 ? [] : [{ ticketId, serial, orderId, orderNumber, articleId, name, days: count, amount }];
}
