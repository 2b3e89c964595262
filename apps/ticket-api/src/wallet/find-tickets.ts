import { ok, type Result } from "@guichet/contract/result.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Database } from "../database/database.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { ticketReaderOf } from "./ticket-reader.ts";
import { listTickets, type WalletTicket } from "./ticket-store.ts";

type Seen = ReturnType<typeof ticketReaderOf>;

/**
 * The tickets a request is about: those of the traveller `userId`, else all that the session may see (§6). `NOT_FOUND`
 * for a traveller of another account.
 */
export async function ticketsAskedFor(
  db: Database,
  session: UserSession,
  userId: string | undefined,
): Promise<Result<Seen, "NOT_FOUND">> {
  if (userId === undefined) return ok(ticketReaderOf(session));
  const named = await namedTraveller(db, session, userId);
  return named.ok ? ok({ ...ticketReaderOf(session), travellerId: named.value.id }) : named;
}

const batchSize = 200;
const batchesMax = 50;

/**
 * Finds the first `limit` tickets that match `keeps`, newest first. A rule, not the database, decides whether a ticket
 * is past: batches are read until enough match, so that a page is full and its cursor correct.
 */
export async function findTickets(
  db: Database,
  of: Seen & { before?: string | undefined; limit: number },
  keeps: (ticket: WalletTicket) => boolean,
): Promise<WalletTicket[]> {
  const found: WalletTicket[] = [];
  let before = of.before;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const read = await listTickets(db, { ...of, before, limit: batchSize });
    found.push(...read.filter(keeps));
    before = read.at(-1)?.id;
    if (found.length >= of.limit || read.length < batchSize) break;
  }
  return found.slice(0, of.limit);
}
