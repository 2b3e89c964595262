import { mayTouch } from "../account-records/named-traveller.ts";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type DocumentRow, readDocument } from "./document-store.ts";
import { readSubmission, type SubmissionRow } from "./submission-store.ts";

/** A document of the session's account (a traveller's own sign-in: of theirs); another's does not exist for it. */
export async function ownDocument(
  db: Database | Tx,
  session: UserSession,
  id: string,
): Promise<DocumentRow | undefined> {
  const found = isUuid(id) ? await readDocument(db, session.networkId, id) : undefined;
  return found?.accountId === session.accountId && mayTouch(session, found.travellerId) ? found : undefined;
}

export async function ownSubmission(
  db: Database | Tx,
  session: UserSession,
  id: string,
): Promise<SubmissionRow | undefined> {
  const found = isUuid(id) ? await readSubmission(db, session.networkId, id) : undefined;
  return found?.accountId === session.accountId && mayTouch(session, found.travellerId) ? found : undefined;
}
