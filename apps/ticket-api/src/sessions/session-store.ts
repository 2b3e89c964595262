import type { OriginType } from "@guichet/contract/call.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** The session of a user token. */
export interface UserSession {
  /** The id that its owner sees. */
  id: string;
  tokenHash: string;
  networkId: string;
  accountId: string;
  /** The person: the holder, or a traveller with a sign-in of their own. */
  travellerId: string;
  isHolder: boolean;
  guest: boolean;
  providerId: string;
  /** The only transport card that the session is limited to. */
  cardId: string | null;
  /** When the account will be erased, if its deletion was requested. */
  erasesAt: string | null;
  /** When the person last proved their identity: at sign-in, or at a later step-up. */
  provedAt: string;
  /** When the person signed in; the maximum age counts from then. */
  signedInAt: string;
  /** When it was last used, accurate to the hour. */
  seenAt: string;
  expiresAt: string;
  /** The kind of application that opened it. */
  originType: OriginType | null;
}

/** The session of a token (by its hash) in a network, if valid at `now`; a deactivated traveller has none. */
export async function findSession(
  db: Database | Tx,
  tokenHash: string,
  networkId: string,
  now: string,
): Promise<UserSession | undefined> {
  const found = await sql<UserSession>`
    select s.id, s.token_hash as "tokenHash", s.network_id as "networkId", s.account_id as "accountId",
      s.traveller_id as "travellerId", t.is_holder as "isHolder", a.guest, s.provider_id as "providerId",
      s.card_id as "cardId", a.erases_at as "erasesAt", coalesce(s.reauthenticated_at, s.created_at) as "provedAt",
      s.signed_in_at as "signedInAt", s.seen_at as "seenAt", s.expires_at as "expiresAt", s.origin_type as "originType"
    from user_session s join account a on a.id = s.account_id join traveller t on t.id = s.traveller_id
    where s.token_hash = ${tokenHash} and s.network_id = ${networkId} and s.expires_at > ${now}
      and t.deactivated_at is null`.execute(db);
  return found.rows[0];
}

/** The device of a session, as its application describes it ("Firefox, Android"); undefined: it is over, or describes none. */
export async function deviceOfSession(db: Database | Tx, id: string): Promise<string | undefined> {
  const found = await sql<{ device: string | null }>`select device from user_session where id::text = ${id}`.execute(
    db,
  );
  return found.rows[0]?.device ?? undefined;
}

export interface NewSession {
  tokenHash: string;
  networkId: string;
  accountId: string;
  travellerId: string;
  clientId: string;
  providerId: string;
  device: string | null;
  application?: string | null;
  originType?: OriginType | null;
  providerIdToken?: string | null;
  /** When the person proved their identity; absent: now. */
  provedAt?: string;
  signedInAt: string;
  /** The sign-in that opened it, and could open it again. */
  signInId?: string | null;
  cardId?: string;
  at: string;
  expiresAt: string;
}

/** Inserts a new session. The hash of its first token names its line, which stays the same when it is renewed. */
export async function insertSession(db: Database | Tx, session: NewSession): Promise<void> {
  await sql`insert into user_session (token_hash, line_hash, network_id, account_id, traveller_id, client_id, provider_id, device,
      application, origin_type, provider_id_token, reauthenticated_at, sign_in_id, card_id, signed_in_at, created_at, seen_at, expires_at)
    values (${session.tokenHash}, ${session.tokenHash}, ${session.networkId}, ${session.accountId}, ${session.travellerId}, ${session.clientId},
      ${session.providerId}, ${session.device}, ${session.application ?? null}, ${session.originType ?? null},
      ${session.providerIdToken ?? null}, ${session.provedAt ?? null},
      ${session.signInId ?? null}, ${session.cardId ?? null}, ${session.signedInAt}, ${session.at}, ${session.at}, ${session.expiresAt})`.execute(
    db,
  );
}

/** Extends the expiry of a used session. */
export async function slideSession(db: Database, tokenHash: string, at: string, expiresAt: string): Promise<void> {
  await sql`update user_session set seen_at = ${at}, expires_at = ${expiresAt} where token_hash = ${tokenHash}`.execute(
    db,
  );
}

/** Ends the session of a line, whatever its current token, and the sign-in that could open it again. */
export async function endSession(db: Database, lineHash: string, networkId: string): Promise<EndedSession | undefined> {
  const [ended] = await deleteSessions(db, sql`line_hash = ${lineHash} and network_id = ${networkId}`, null);
  return ended;
}

/** A session of a person at a provider, by its line. */
export interface LineKey {
  lineHash: string;
  networkId: string;
  providerId: string;
}

/** The account of a line's session of this provider, even if the session has expired. */
export async function accountOfLine(
  db: Database,
  { lineHash, networkId, providerId }: LineKey,
): Promise<string | undefined> {
  const found = await sql<{ accountId: string }>`select account_id as "accountId" from user_session
    where line_hash = ${lineHash} and network_id = ${networkId} and provider_id = ${providerId}`.execute(db);
  return found.rows[0]?.accountId;
}

/**
 * Gives a session a new token, in the same row: a concurrent end of the session waits, and ends it under the new token.
 * Returns the provider's identity token; undefined when the session was ended, or opened before `signedInAfter`.
 */
export async function renewLine(
  tx: Tx,
  { lineHash, networkId, providerId, accountId }: LineKey & { accountId: string },
  renewed: Pick<NewSession, "tokenHash" | "clientId" | "device" | "at" | "expiresAt"> & { signedInAfter: string },
): Promise<Pick<EndedSession, "providerIdToken"> | undefined> {
  const { tokenHash, clientId, device, at, expiresAt, signedInAfter } = renewed;
  const updated = await sql<Pick<EndedSession, "providerIdToken">>`
    update user_session set token_hash = ${tokenHash}, client_id = ${clientId}, device = coalesce(${device}, device),
      seen_at = ${at}, expires_at = least(${expiresAt}::timestamptz, ${at}::timestamptz + (signed_in_at - ${signedInAfter}::timestamptz))
    where line_hash = ${lineHash} and network_id = ${networkId} and provider_id = ${providerId} and account_id = ${accountId}
      and signed_in_at > ${signedInAfter}
    returning provider_id_token as "providerIdToken"`.execute(tx);
  return updated.rows[0];
}

/** Ends the session that a new sign-in of the same account and provider replaces; the new one keeps its identity token. */
export async function endReplacedSession(
  tx: Tx,
  { lineHash, networkId, providerId, accountId }: LineKey & { accountId: string },
): Promise<EndedSession | undefined> {
  const condition = sql`line_hash = ${lineHash} and network_id = ${networkId} and account_id = ${accountId}
    and provider_id = ${providerId}`;
  return (await deleteSessions(tx, condition, null))[0];
}

/** Saves the newest identity token of a session's own provider; signing out there requires it. */
export async function keepProviderIdToken(
  tx: Tx,
  session: { tokenHash: string; providerId: string },
  idToken: string,
): Promise<void> {
  await sql`update user_session set provider_id_token = ${idToken}
    where token_hash = ${session.tokenHash} and provider_id = ${session.providerId}`.execute(tx);
}

/** Records that the person of a session proved their identity again. */
export async function markProved(db: Database | Tx, tokenHash: string, at: string): Promise<void> {
  await sql`update user_session set reauthenticated_at = ${at} where token_hash = ${tokenHash}`.execute(db);
}

/** Ends every other session of an account, after a change of password or e-mail; `keep` may be null. */
export async function endOtherSessions(db: Database | Tx, accountId: string, keep: string | null): Promise<void> {
  await deleteSessions(db, sql`account_id = ${accountId}`, keep);
}

/** Ends the sessions of an account that one sign-in method opened. */
export async function endSessionsBy(tx: Tx, accountId: string, providerId: string): Promise<void> {
  await deleteSessions(tx, sql`account_id = ${accountId} and provider_id = ${providerId}`, null);
}

/** Ends the sessions of one traveller. */
export async function endTravellerSessions(db: Database | Tx, networkId: string, travellerId: string): Promise<void> {
  await deleteSessions(db, sql`network_id = ${networkId} and traveller_id = ${travellerId}`, null);
}

/** Which sessions somebody sees: those of the whole account, or (a traveller's own sign-in) their own. */
export interface SessionScope {
  networkId: string;
  accountId: string;
  /** null: everybody's. */
  travellerId: string | null;
}

const inScope = ({ networkId, accountId, travellerId }: SessionScope) =>
  sql`network_id = ${networkId} and account_id = ${accountId}
    and (${travellerId}::uuid is null or traveller_id = ${travellerId}::uuid)`;

/** Ends the sessions that somebody sees except their own (`keep`), or only the named one; returns how many. */
export async function endVisibleSessions(
  db: Database,
  scope: SessionScope,
  keep: string,
  sessionId: string | undefined,
): Promise<number> {
  const id = sessionId ?? null;
  const condition = sql`${inScope(scope)} and (${id}::uuid is null or id = ${id}::uuid)`;
  return (await deleteSessions(db, condition, keep)).length;
}

interface EndedSession {
  travellerId: string;
  providerId: string;
  providerIdToken: string | null;
}

/**
 * Deletes sessions with their sign-in; a sign-in with another session that stays is kept. Sessions of one sign-in and one person end
 * together: they belong to one browser, and the sign-in would open them again. A renewal in progress locks its sign-in row: this
 * function waits for it, then sees and ends what it opened.
 */
async function deleteSessions(
  db: Database | Tx,
  condition: RawBuilder<unknown>,
  keep: string | null,
): Promise<EndedSession[]> {
  if (!db.isTransaction) return db.transaction().execute((tx) => deleteSessions(tx, condition, keep));
  const those = sql`(${condition}) and token_hash is distinct from ${keep}`;
  await sql`select from login_refresh_token
    where id in (select sign_in_id from user_session where ${those}) order by id for update`.execute(db);
  const ended = await sql<EndedSession>`
    with ended as (delete from user_session where (${those}) or (token_hash is distinct from ${keep}
          and (sign_in_id, traveller_id) in (select sign_in_id, traveller_id from user_session where ${those}))
        returning token_hash, traveller_id, sign_in_id, provider_id, provider_id_token),
      spent as (delete from login_refresh_token where id in (select sign_in_id from ended)
        and not exists (select from user_session kept where kept.sign_in_id = login_refresh_token.id
          and kept.token_hash not in (select token_hash from ended)))
    select traveller_id as "travellerId", provider_id as "providerId", provider_id_token as "providerIdToken" from ended`.execute(
    db,
  );
  return ended.rows;
}

export interface ListedSession {
  id: string;
  tokenHash: string;
  device: string | null;
  clientId: string;
  application: string | null;
  originType: OriginType | null;
  providerId: string;
  traveller: { userId: string; firstName: string } | null;
  createdAt: string;
  seenAt: string;
}

/** The sessions that somebody sees, most recently used first. */
export async function listSessions(
  db: Database,
  scope: SessionScope,
  now: string,
  limit: number,
): Promise<ListedSession[]> {
  const found = await sql<ListedSession>`
    select s.id, s.token_hash as "tokenHash", s.device, s.client_id as "clientId", s.application,
      s.origin_type as "originType", s.provider_id as "providerId",
      case when t.is_holder then null else json_build_object('userId', t.id, 'firstName', t.first_name) end as traveller,
      s.created_at as "createdAt", s.seen_at as "seenAt"
    from (select * from user_session where ${inScope(scope)} and expires_at > ${now}) s
      join traveller t on t.id = s.traveller_id
    where t.deactivated_at is null and s.card_id is null
    order by s.seen_at desc, s.id limit ${limit}`.execute(db);
  return found.rows;
}

export async function dropOldSessions(db: Database, now: string): Promise<void> {
  await sql`delete from user_session where expires_at <= ${now}`.execute(db);
}
