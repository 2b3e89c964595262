import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { Database, Tx } from "../database/connection.ts";
import type { UserSession } from "../identity/session-store.ts";
import { isUuid } from "../ids.ts";
import { type Traveller, travellersOf } from "../travellers/store.ts";
import { type DocumentRow, readDocument } from "./store.ts";
import { readSubmission, type SubmissionRow } from "./submission-store.ts";

/** The traveller that a call names: every one of the account for the holder, themselves alone for a sign-in of their own (§6). */
export async function namedTraveller(
  db: Database | Tx,
  session: UserSession,
  userId: string | undefined,
): Promise<Outcome<Traveller, "NOT_FOUND">> {
  const named = userId ?? session.travellerId;
  if (!isUuid(named) || !mayTouch(session, named)) return refuse("NOT_FOUND");
  const travellers = await travellersOf(db, session.networkId, session.accountId);
  const found = travellers.find(({ id }) => id === named);
  return found === undefined ? refuse("NOT_FOUND") : done(found);
}

/** Does a traveller's thing exist for this session? */
export const mayTouch = ({ isHolder, travellerId }: UserSession, owner: string): boolean =>
  isHolder || travellerId === owner;

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
