import { mayAccess } from "../account-records/named-traveller.ts";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type DocumentRow, readDocument } from "./document-store.ts";
import { readSubmission, type SubmissionRow } from "./submission-store.ts";

/** A document that the session may access: of its account, for a traveller's own sign-in only theirs; else not found. */
export async function ownDocument(
  db: Database | Tx,
  session: UserSession,
  id: string,
): Promise<DocumentRow | undefined> {
  const found = isUuid(id) ? await readDocument(db, session.networkId, id) : undefined;
  return found?.accountId === session.accountId && mayAccess(session, found.travellerId) ? found : undefined;
}

export async function ownSubmission(
  db: Database | Tx,
  session: UserSession,
  id: string,
): Promise<SubmissionRow | undefined> {
  const found = isUuid(id) ? await readSubmission(db, session.networkId, id) : undefined;
  return found?.accountId === session.accountId && mayAccess(session, found.travellerId) ? found : undefined;
}
