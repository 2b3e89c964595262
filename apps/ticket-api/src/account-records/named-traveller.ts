import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type Traveller, travellersOf } from "./traveller-store.ts";

/** The traveller named in a call: the holder may name each of the account, a traveller with their own sign-in only themselves (§6). */
export async function namedTraveller(
  db: Database | Tx,
  session: UserSession,
  userId: string | undefined,
): Promise<Result<Traveller, "NOT_FOUND">> {
  const travellerId = userId ?? session.travellerId;
  if (!isUuid(travellerId) || !mayAccess(session, travellerId)) return err("NOT_FOUND");
  const travellers = await travellersOf(db, session.networkId, session.accountId);
  const found = travellers.find(({ id }) => id === travellerId);
  return found === undefined ? err("NOT_FOUND") : ok(found);
}

/** Whether this session may access what belongs to a traveller. */
export const mayAccess = ({ isHolder, travellerId }: UserSession, ownerId: string): boolean =>
  isHolder || travellerId === ownerId;
