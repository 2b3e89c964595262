import { ok, type Result } from "@guichet/contract/result.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Database } from "../database/database.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { ticketReaderOf } from "./ticket-reader.ts";
import { listTickets, type WalletTicket } from "./ticket-store.ts";

type TicketScope = ReturnType<typeof ticketReaderOf>;

/**
 * The tickets a request is about: those of the traveller `userId`, else all that the session may see (§6). `NOT_FOUND`
 * for a traveller of another account.
 */
export async function ticketScopeFor(
  db: Database,
  session: UserSession,
  userId: string | undefined,
): Promise<Result<TicketScope, "NOT_FOUND">> {
  if (userId === undefined) return ok(ticketReaderOf(session));
  const traveller = await namedTraveller(db, session, userId);
  return traveller.ok ? ok({ ...ticketReaderOf(session), travellerId: traveller.value.id }) : traveller;
}

const batchSize = 200;
const batchesMax = 50;

/**
 * Finds the first `limit` tickets for which `matches` is true, newest first. A rule, not the database, decides whether a ticket
 * is past: batches are read until enough match, so that a page is full and its cursor correct.
 */
export async function findTickets(
  db: Database,
  scope: TicketScope & { before?: string | undefined; limit: number },
  matches: (ticket: WalletTicket) => boolean,
): Promise<WalletTicket[]> {
  const found: WalletTicket[] = [];
  let before = scope.before;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const batchRows = await listTickets(db, { ...scope, before, limit: batchSize });
    found.push(...batchRows.filter(matches));
    before = batchRows.at(-1)?.id;
    if (found.length >= scope.limit || batchRows.length < batchSize) break;
  }
  return found.slice(0, scope.limit);
}
