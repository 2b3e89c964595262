import { sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";

/** Who is signed in, as a user token tells. */
export interface UserSession {
  /** Its name, for its owner. */
  id: string;
  tokenHash: string;
  networkId: string;
  accountId: string;
  /** The person: the holder, or a traveller with a sign-in of their own. */
  travellerId: string;
  isHolder: boolean;
  guest: boolean;
  providerId: string;
  /** The only card that the session is for. */
  cardId: string | null;
  /** When the account will be erased, once that was asked for. */
  erasesAt: string | null;
  /** When the person last proved who they are: at sign-in, or again since. */
  provedAt: string;
  expiresAt: string;
}

/** The session of a token (by its hash) in a network, if it still holds at `now`. */
export async function findSession(
  db: Database,
  tokenHash: string,
  networkId: string,
  now: string,
): Promise<UserSession | undefined> {
  const found = await sql<UserSession>`
    select s.id, s.token_hash as "tokenHash", s.network_id as "networkId", s.account_id as "accountId",
      s.traveller_id as "travellerId", t.is_holder as "isHolder", a.guest, s.provider_id as "providerId",
      s.card_id as "cardId", a.erases_at as "erasesAt", coalesce(s.reauthenticated_at, s.created_at) as "provedAt",
      s.expires_at as "expiresAt"
    from user_session s join account a on a.id = s.account_id join traveller t on t.id = s.traveller_id
    where s.token_hash = ${tokenHash} and s.network_id = ${networkId} and s.expires_at > ${now}`.execute(db);
  return found.rows[0];
}

export interface NewSession {
  tokenHash: string;
  networkId: string;
  accountId: string;
  travellerId: string;
  clientId: string;
  providerId: string;
  device: string | null;
  providerIdToken?: string | null;
  /** When the person proved who they are; absent: now. */
  provedAt?: string;
  cardId?: string;
  at: string;
  expiresAt: string;
}

export async function insertSession(db: Database | Tx, session: NewSession): Promise<void> {
  await sql`insert into user_session (token_hash, network_id, account_id, traveller_id, client_id, provider_id, device,
      provider_id_token, reauthenticated_at, card_id, created_at, seen_at, expires_at)
    values (${session.tokenHash}, ${session.networkId}, ${session.accountId}, ${session.travellerId}, ${session.clientId},
      ${session.providerId}, ${session.device}, ${session.providerIdToken ?? null}, ${session.provedAt ?? null},
      ${session.cardId ?? null}, ${session.at}, ${session.at}, ${session.expiresAt})`.execute(db);
}

/** Slides the expiry of a session that is used. */
export async function slideSession(db: Database, tokenHash: string, at: string, expiresAt: string): Promise<void> {
  await sql`update user_session set seen_at = ${at}, expires_at = ${expiresAt} where token_hash = ${tokenHash}`.execute(
    db,
  );
}

/** Ends a session; answers by which provider it was opened, and that one's identity token. */
export async function endSession(
  db: Database,
  tokenHash: string,
  networkId: string,
): Promise<{ providerId: string; providerIdToken: string | null } | undefined> {
  const ended = await sql<{ providerId: string; providerIdToken: string | null }>`
    delete from user_session where token_hash = ${tokenHash} and network_id = ${networkId}
    returning provider_id as "providerId", provider_id_token as "providerIdToken"`.execute(db);
  return ended.rows[0];
}

/** Remembers that the person of a session proved again who they are. */
export async function markProved(db: Database | Tx, tokenHash: string, at: string): Promise<void> {
  await sql`update user_session set reauthenticated_at = ${at} where token_hash = ${tokenHash}`.execute(db);
}

/** Ends every other session of an account, as a change of password or e-mail does; `keep` may be null. */
export async function endOtherSessions(db: Database | Tx, accountId: string, keep: string | null): Promise<void> {
  await sql`delete from user_session where account_id = ${accountId} and token_hash is distinct from ${keep}`.execute(
    db,
  );
}

export async function dropOldSessions(db: Database, now: string): Promise<void> {
  await sql`delete from user_session where expires_at <= ${now}`.execute(db);
}
