import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A traveller's own sign-in: the holder's e-mail with the traveller's own password (§6). */
export interface TravellerLogin {
  travellerId: string;
  /** Hashed with the salt of the holder's login. */
  passwordHash: string;
  /** Changes with the password; identity tokens with another value are refused. */
  tokensValidSince: string;
  /** Deactivated travellers cannot sign in. */
  active: boolean;
}

/** The travellers with their own sign-in under a login. */
export async function travellerLogins(
  db: Database | Tx,
  networkId: string,
  loginId: string,
): Promise<TravellerLogin[]> {
  const found = await sql<TravellerLogin>`
    select own.traveller_id as "travellerId", own.password_hash as "passwordHash",
      own.tokens_valid_since as "tokensValidSince", traveller.deactivated_at is null as active
    from traveller_login own join traveller on traveller.id = own.traveller_id
    where own.network_id = ${networkId} and own.login_id = ${loginId} order by own.created_at, own.traveller_id`.execute(
    db,
  );
  return found.rows;
}

/** The travellers of an account with their own sign-in. */
export async function travellersWithLogin(db: Database | Tx, networkId: string, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select own.traveller_id as id from traveller_login own join traveller on traveller.id = own.traveller_id
    where own.network_id = ${networkId} and traveller.account_id = ${accountId}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Saves a traveller's password; two changes within one millisecond still get different instants. */
export async function saveTravellerLogin(
  tx: Tx,
  own: { travellerId: string; networkId: string; loginId: string; passwordHash: string; at: string },
): Promise<void> {
  await sql`insert into traveller_login as own (traveller_id, network_id, login_id, password_hash, tokens_valid_since, created_at)
    values (${own.travellerId}, ${own.networkId}, ${own.loginId}, ${own.passwordHash}, ${own.at}, ${own.at})
    on conflict (traveller_id) do update set password_hash = ${own.passwordHash}, login_id = ${own.loginId},
      tokens_valid_since = greatest(${own.at}::timestamptz, own.tokens_valid_since + interval '1 millisecond')`.execute(
    tx,
  );
}

/** Deletes a traveller's sign-in; false when there was none. */
export async function dropTravellerLogin(tx: Tx, networkId: string, travellerId: string): Promise<boolean> {
  const deleted = await sql`delete from traveller_login
    where network_id = ${networkId} and traveller_id = ${travellerId} returning traveller_id`.execute(tx);
  return deleted.rows.length === 1;
}

/** Deletes all travellers' sign-ins under a login. */
export async function dropTravellerLogins(tx: Tx, networkId: string, loginId: string): Promise<void> {
  await sql`delete from traveller_login where network_id = ${networkId} and login_id = ${loginId}`.execute(tx);
}

/** Ends the refresh tokens by which a traveller signed in. */
export async function endTravellerTokens(tx: Tx, loginId: string, travellerId: string): Promise<void> {
  await sql`delete from login_refresh_token
    where login_id = ${loginId} and ${travellerId}::uuid = any(traveller_ids)`.execute(tx);
}
