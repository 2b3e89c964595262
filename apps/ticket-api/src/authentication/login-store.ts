import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An e-mail and password login of the identity toolkit. */
export interface Login {
  id: string;
  networkId: string;
  email: string;
  passwordHash: string;
  emailVerifiedAt: string | null;
  /** When the person who confirmed the address also had the password (decision record 101): only then guest orders join. */
  ownerProvedAt: string | null;
  displayName: string | null;
  photoUrl: string | null;
  /** Changes with password and e-mail; identity tokens with another value are refused. */
  tokensValidSince: string;
  createdAt: string;
  lastSignInAt: string | null;
}

const columns = sql`id, network_id as "networkId", email, password_hash as "passwordHash",
  email_verified_at as "emailVerifiedAt", owner_proved_at as "ownerProvedAt", display_name as "displayName", photo_url as "photoUrl",
  tokens_valid_since as "tokensValidSince", created_at as "createdAt", last_sign_in_at as "lastSignInAt"`;

/** Inserts a login; undefined when the network already has one with this e-mail. */
export async function insertLogin(
  db: Database | Tx,
  login: { id: string; networkId: string; email: string; passwordHash: string; displayName: string | null; at: string },
): Promise<Login | undefined> {
  const inserted = await sql<Login>`
    insert into login (id, network_id, email, password_hash, display_name, tokens_valid_since, created_at)
    values (${login.id}, ${login.networkId}, ${login.email}, ${login.passwordHash}, ${login.displayName}, ${login.at}, ${login.at})
    on conflict (network_id, email) do nothing returning ${columns}`.execute(db);
  return inserted.rows[0];
}

export async function loginByEmail(db: Database | Tx, networkId: string, email: string): Promise<Login | undefined> {
  const found =
    await sql<Login>`select ${columns} from login where network_id = ${networkId} and email = ${email}`.execute(db);
  return found.rows[0];
}

export async function loginById(db: Database | Tx, networkId: string, id: string): Promise<Login | undefined> {
  const found = await sql<Login>`select ${columns} from login where network_id = ${networkId} and id = ${id}`.execute(
    db,
  );
  return found.rows[0];
}

/** The login, locked until the transaction ends. */
export async function lockLogin(tx: Tx, networkId: string, id: string): Promise<Login | undefined> {
  const found = await sql<Login>`
    select ${columns} from login where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  return found.rows[0];
}

/** Saves a new password hash, and ends every token issued before. */
export async function changePasswordHash(tx: Tx, id: string, passwordHash: string, at: string): Promise<void> {
  await sql`update login set password_hash = ${passwordHash} where id = ${id}`.execute(tx);
  await endTokens(tx, id, at);
}

/** Saves a new e-mail, and ends every token issued before; false when another login of the network has it. */
export async function changeLoginEmail(
  tx: Tx,
  login: Login,
  email: string,
  proved: { verifiedAt: string | null; ownerProvedAt: string | null },
  at: string,
): Promise<boolean> {
  const changed = await sql`update login set email = ${email}, email_verified_at = ${proved.verifiedAt},
      owner_proved_at = ${proved.ownerProvedAt}
    where id = ${login.id} and not exists (
      select from login other where other.network_id = ${login.networkId} and other.email = ${email} and other.id <> ${login.id})
    returning id`.execute(tx);
  if (changed.rows.length === 0) return false;
  await endTokens(tx, login.id, at);
  return true;
}

/** Ends all tokens; two changes within one millisecond still get different instants. */
async function endTokens(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update login set tokens_valid_since = greatest(${at}::timestamptz, tokens_valid_since + interval '1 millisecond')
    where id = ${id}`.execute(tx);
  await sql`delete from login_refresh_token where login_id = ${id}`.execute(tx);
}

/** Records that a reader of the address confirmed it. */
export async function markVerified(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update login set email_verified_at = ${at} where id = ${id} and email_verified_at is null`.execute(tx);
}

/** Records that the person who confirmed the address also has the password. */
export async function markOwnerProved(tx: Tx, id: string, at: string): Promise<void> {
  await markVerified(tx, id, at);
  await sql`update login set owner_proved_at = ${at} where id = ${id} and owner_proved_at is null`.execute(tx);
}

export async function describeLogin(
  tx: Tx,
  id: string,
  displayName: string | null,
  photoUrl: string | null,
): Promise<void> {
  await sql`update login set display_name = ${displayName}, photo_url = ${photoUrl} where id = ${id}`.execute(tx);
}

export async function deleteLogin(tx: Tx, id: string): Promise<void> {
  await sql`delete from login where id = ${id}`.execute(tx);
}

/** How many browsers and sign-ins of one login are stored; the oldest are deleted. */
const refreshTokensMax = 50;
const knownDevicesMax = 20;

/** A sign-in with its id and its travellers (null: the holder). */
export interface StoredSignIn {
  id: string;
  loginId: string;
  travellerIds: string[] | null;
  signedInAt: string;
}

/** Stores a sign-in and its refresh token. */
export async function insertRefreshToken(
  tx: Tx,
  login: Login,
  { id, travellerIds, tokenHash, at }: Pick<StoredSignIn, "id" | "travellerIds"> & { tokenHash: string; at: string },
): Promise<void> {
  await sql`insert into login_refresh_token (token_hash, network_id, login_id, id, traveller_ids, created_at)
    values (${tokenHash}, ${login.networkId}, ${login.id}, ${id}, ${travellerIds}::uuid[], ${at})`.execute(tx);
  await sql`delete from login_refresh_token where token_hash in (
    select token_hash from login_refresh_token where login_id = ${login.id} order by created_at desc offset ${refreshTokensMax})`.execute(
    tx,
  );
  await sql`update login set last_sign_in_at = ${at} where id = ${login.id}`.execute(tx);
}

const signInColumns = sql`id, login_id as "loginId", traveller_ids as "travellerIds", created_at as "signedInAt"`;

/** The sign-in of a refresh token. */
export async function findRefreshToken(
  db: Database,
  networkId: string,
  tokenHash: string,
): Promise<StoredSignIn | undefined> {
  const found = await sql<StoredSignIn>`select ${signInColumns} from login_refresh_token
    where network_id = ${networkId} and token_hash = ${tokenHash}`.execute(db);
  return found.rows[0];
}

/** A sign-in by its id, unless it was ended. */
export async function findSignIn(db: Database | Tx, loginId: string, id: string): Promise<StoredSignIn | undefined> {
  const found = await sql<StoredSignIn>`select ${signInColumns} from login_refresh_token
    where login_id = ${loginId} and id = ${id}`.execute(db);
  return found.rows[0];
}

/** A sign-in by its id, locked until the transaction ends: a concurrent end waits, then also ends what the sign-in opened. */
export async function lockSignIn(tx: Tx, loginId: string, id: string): Promise<StoredSignIn | undefined> {
  const found = await sql<StoredSignIn>`select ${signInColumns} from login_refresh_token
    where login_id = ${loginId} and id = ${id} for key share`.execute(tx);
  return found.rows[0];
}

/** Whether this browser has signed in to the login of that e-mail before. */
export async function isKnownDevice(
  db: Database | Tx,
  networkId: string,
  email: string,
  tokenHash: string,
  now: string,
): Promise<boolean> {
  const found = await sql`
    select from known_device device join login on login.id = device.login_id
    where device.token_hash = ${tokenHash} and device.network_id = ${networkId} and login.email = ${email}
      and device.expires_at > ${now}`.execute(db);
  return found.rows.length > 0;
}

export async function insertKnownDevice(
  tx: Tx,
  device: { tokenHash: string; networkId: string; loginId: string; at: string; expiresAt: string },
): Promise<void> {
  await sql`insert into known_device (token_hash, network_id, login_id, created_at, expires_at)
    values (${device.tokenHash}, ${device.networkId}, ${device.loginId}, ${device.at}, ${device.expiresAt})`.execute(
    tx,
  );
  await sql`delete from known_device where token_hash in (
    select token_hash from known_device where login_id = ${device.loginId} order by created_at desc offset ${knownDevicesMax})`.execute(
    tx,
  );
}

/** Deletes the known browsers of a login. */
export async function dropKnownDevices(tx: Tx, loginId: string): Promise<void> {
  await sql`delete from known_device where login_id = ${loginId}`.execute(tx);
}

/** Deletes the sign-ins that no longer open a session. */
export async function dropOldSignIns(db: Database, before: string): Promise<void> {
  await sql`delete from login_refresh_token where created_at <= ${before}`.execute(db);
}

export async function dropOldDevices(db: Database, now: string): Promise<void> {
  await sql`delete from known_device where expires_at <= ${now}`.execute(db);
}
