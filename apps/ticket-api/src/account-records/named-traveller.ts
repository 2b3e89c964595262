import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type Traveller, travellersOf } from "./traveller-store.ts";

/** The traveller that a call names: every one of the account for the holder, themselves alone for a sign-in of their own (§6). */
export async function namedTraveller(
  db: Database | Tx,
  session: UserSession,
  userId: string | undefined,
): Promise<Result<Traveller, "NOT_FOUND">> {
  const named = userId ?? session.travellerId;
  if (!isUuid(named) || !mayTouch(session, named)) return err("NOT_FOUND");
  const travellers = await travellersOf(db, session.networkId, session.accountId);
  const found = travellers.find(({ id }) => id === named);
  return found === undefined ? err("NOT_FOUND") : ok(found);
}

/** Does a traveller's thing exist for this session? */
export const mayTouch = ({ isHolder, travellerId }: UserSession, owner: string): boolean =>
  isHolder || travellerId === owner;
