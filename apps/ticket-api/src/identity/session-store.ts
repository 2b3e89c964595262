import { type RawBuilder, sql } from "kysely";
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

/** The session of a token (by its hash) in a network, if it still holds at `now`; a deactivated traveller has none. */
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
      s.expires_at as "expiresAt"
    from user_session s join account a on a.id = s.account_id join traveller t on t.id = s.traveller_id
    where s.token_hash = ${tokenHash} and s.network_id = ${networkId} and s.expires_at > ${now}
      and t.deactivated_at is null`.execute(db);
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
  /** The sign-in that opened it, which could open it again. */
  signInId?: string | null;
  cardId?: string;
  at: string;
  expiresAt: string;
}

export async function insertSession(db: Database | Tx, session: NewSession): Promise<void> {
  await sql`insert into user_session (token_hash, network_id, account_id, traveller_id, client_id, provider_id, device,
      provider_id_token, reauthenticated_at, sign_in_id, card_id, created_at, seen_at, expires_at)
    values (${session.tokenHash}, ${session.networkId}, ${session.accountId}, ${session.travellerId}, ${session.clientId},
      ${session.providerId}, ${session.device}, ${session.providerIdToken ?? null}, ${session.provedAt ?? null},
      ${session.signInId ?? null}, ${session.cardId ?? null}, ${session.at}, ${session.at}, ${session.expiresAt})`.execute(
    db,
  );
}

/** Slides the expiry of a session that is used. */
export async function slideSession(db: Database, tokenHash: string, at: string, expiresAt: string): Promise<void> {
  await sql`update user_session set seen_at = ${at}, expires_at = ${expiresAt} where token_hash = ${tokenHash}`.execute(
    db,
  );
}

/** Ends a session, and the sign-in that could open it again; answers its provider, and that one's identity token. */
export async function endSession(
  db: Database,
  tokenHash: string,
  networkId: string,
): Promise<{ providerId: string; providerIdToken: string | null } | undefined> {
  const [ended] = await endThose(db, sql`token_hash = ${tokenHash} and network_id = ${networkId}`);
  return ended;
}

/** The account whose session a token was of, at this provider; that it is over by its time does not matter. */
export async function accountOfSession(
  db: Database,
  { tokenHash, networkId, providerId }: Pick<NewSession, "tokenHash" | "networkId" | "providerId">,
): Promise<string | undefined> {
  const found = await sql<{ accountId: string }>`select account_id as "accountId" from user_session
    where token_hash = ${tokenHash} and network_id = ${networkId} and provider_id = ${providerId}`.execute(db);
  return found.rows[0]?.accountId;
}

/** Ends the session in whose place another one of the same account and provider is opened; that one goes on with its identity token. */
export async function endReplaced(
  tx: Tx,
  {
    tokenHash,
    networkId,
    accountId,
    providerId,
  }: Pick<NewSession, "tokenHash" | "networkId" | "accountId" | "providerId">,
): Promise<EndedSession | undefined> {
  const which = sql`token_hash = ${tokenHash} and network_id = ${networkId} and account_id = ${accountId}
    and provider_id = ${providerId}`;
  return (await endThose(tx, which))[0];
}

/** Keeps the newest identity token of a session's own provider: signing out there asks for it. */
export async function keepProviderIdToken(
  tx: Tx,
  session: { tokenHash: string; providerId: string },
  idToken: string,
): Promise<void> {
  await sql`update user_session set provider_id_token = ${idToken}
    where token_hash = ${session.tokenHash} and provider_id = ${session.providerId}`.execute(tx);
}

/** Remembers that the person of a session proved again who they are. */
export async function markProved(db: Database | Tx, tokenHash: string, at: string): Promise<void> {
  await sql`update user_session set reauthenticated_at = ${at} where token_hash = ${tokenHash}`.execute(db);
}

/** Ends every other session of an account, as a change of password or e-mail does; `keep` may be null. */
export async function endOtherSessions(db: Database | Tx, accountId: string, keep: string | null): Promise<void> {
  await endThose(db, sql`account_id = ${accountId} and token_hash is distinct from ${keep}`);
}

/** Ends the sessions of an account that one way in opened. */
export async function endSessionsBy(tx: Tx, accountId: string, providerId: string): Promise<void> {
  await endThose(tx, sql`account_id = ${accountId} and provider_id = ${providerId}`);
}

/** Ends the sessions of one traveller. */
export async function endTravellerSessions(db: Database | Tx, networkId: string, travellerId: string): Promise<void> {
  await endThose(db, sql`network_id = ${networkId} and traveller_id = ${travellerId}`);
}

/** Whose sessions somebody sees: of the whole account, or (a traveller's own sign-in) their own. */
export interface SessionsOf {
  networkId: string;
  accountId: string;
  /** null: everybody's. */
  travellerId: string | null;
}

const within = ({ networkId, accountId, travellerId }: SessionsOf) =>
  sql`network_id = ${networkId} and account_id = ${accountId}
    and (${travellerId}::uuid is null or traveller_id = ${travellerId}::uuid)`;

/** Ends the sessions seen by somebody but their own (`keep`), or of those the one named; answers how many. */
export async function endSeenSessions(
  db: Database,
  of: SessionsOf,
  keep: string,
  sessionId: string | undefined,
): Promise<number> {
  const id = sessionId ?? null;
  const which = sql`${within(of)} and token_hash <> ${keep} and (${id}::uuid is null or id = ${id}::uuid)`;
  return (await endThose(db, which)).length;
}

interface EndedSession {
  providerId: string;
  providerIdToken: string | null;
}

/** What ends is forgotten with its sign-in; a sign-in that opened a session that stays is kept. */
async function endThose(db: Database | Tx, which: RawBuilder<unknown>): Promise<EndedSession[]> {
  const ended = await sql<EndedSession>`
    with ended as (delete from user_session where ${which}
        returning token_hash, sign_in_id, provider_id, provider_id_token),
      spent as (delete from login_refresh_token where id in (select sign_in_id from ended)
        and not exists (select from user_session kept where kept.sign_in_id = login_refresh_token.id
          and kept.token_hash not in (select token_hash from ended)))
    select provider_id as "providerId", provider_id_token as "providerIdToken" from ended`.execute(db);
  return ended.rows;
}

export interface SeenSession {
  id: string;
  tokenHash: string;
  device: string | null;
  clientId: string;
  providerId: string;
  traveller: { userId: string; firstName: string } | null;
  createdAt: string;
  seenAt: string;
}

/** The sessions that somebody sees, the last used first. */
export async function listSessions(db: Database, of: SessionsOf, now: string, limit: number): Promise<SeenSession[]> {
  const found = await sql<SeenSession>`
    select s.id, s.token_hash as "tokenHash", s.device, s.client_id as "clientId", s.provider_id as "providerId",
      case when t.is_holder then null else json_build_object('userId', t.id, 'firstName', t.first_name) end as traveller,
      s.created_at as "createdAt", s.seen_at as "seenAt"
    from (select * from user_session where ${within(of)} and expires_at > ${now}) s
      join traveller t on t.id = s.traveller_id
    where t.deactivated_at is null and s.card_id is null
    order by s.seen_at desc, s.id limit ${limit}`.execute(db);
  return found.rows;
}

export async function dropOldSessions(db: Database, now: string): Promise<void> {
  await sql`delete from user_session where expires_at <= ${now}`.execute(db);
}
