import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { ProviderPerson } from "../integrations/provider-person.ts";

/** A sign-in in progress at a provider. */
export interface AuthorizationState {
  stateHash: string;
  networkId: string;
  providerId: string;
  redirectUri: string;
  nonce: string;
  codeVerifier: string | null;
  reauthentication: boolean;
  createdAt: string;
  expiresAt: string;
}

export async function insertState(db: Database, state: AuthorizationState): Promise<void> {
  await sql`insert into authorization_state (state_hash, network_id, provider_id, redirect_uri, nonce, code_verifier,
      reauthentication, created_at, expires_at)
    values (${state.stateHash}, ${state.networkId}, ${state.providerId}, ${state.redirectUri}, ${state.nonce},
      ${state.codeVerifier}, ${state.reauthentication}, ${state.createdAt}, ${state.expiresAt})`.execute(db);
}

/** Takes a state, once: a second caller finds none. */
export async function takeState(
  db: Database,
  networkId: string,
  stateHash: string,
): Promise<AuthorizationState | undefined> {
  const taken = await sql<AuthorizationState>`
    delete from authorization_state where state_hash = ${stateHash} and network_id = ${networkId}
    returning state_hash as "stateHash", network_id as "networkId", provider_id as "providerId",
      redirect_uri as "redirectUri", nonce, code_verifier as "codeVerifier", reauthentication,
      created_at as "createdAt", expires_at as "expiresAt"`.execute(db);
  return taken.rows[0];
}

/** A provider's statement about a person, for the bearer of the token. */
export interface ProviderGrant {
  networkId: string;
  providerId: string;
  subject: string;
  person: ProviderPerson;
  idToken: string | null;
  /** When the person proved their identity there. */
  authenticatedAt: string;
  /** The person was asked to authenticate again. */
  reauthentication: boolean;
}

export async function insertGrant(
  db: Database,
  grant: ProviderGrant & { tokenHash: string; createdAt: string; expiresAt: string },
): Promise<void> {
  await sql`insert into provider_grant (token_hash, network_id, provider_id, subject, person, provider_id_token,
      authenticated_at, reauthentication, created_at, expires_at)
    values (${grant.tokenHash}, ${grant.networkId}, ${grant.providerId}, ${grant.subject},
      ${JSON.stringify(grant.person)}, ${grant.idToken}, ${grant.authenticatedAt}, ${grant.reauthentication},
      ${grant.createdAt}, ${grant.expiresAt})`.execute(db);
}

interface GrantKey {
  networkId: string;
  providerId: string;
  tokenHash: string;
}

/** Whether there is such a grant. */
export async function hasGrant(db: Database, key: GrantKey, now: string): Promise<boolean> {
  const found = await sql`select from provider_grant where token_hash = ${key.tokenHash}
    and network_id = ${key.networkId} and provider_id = ${key.providerId} and expires_at > ${now}`.execute(db);
  return found.rows.length > 0;
}

/** Takes a grant, once, in the transaction that uses it: a rollback leaves it in place. */
export async function takeGrant(tx: Tx, key: GrantKey, now: string): Promise<ProviderGrant | undefined> {
  const taken = await sql<Omit<ProviderGrant, "person"> & { person: unknown }>`
    delete from provider_grant where token_hash = ${key.tokenHash} and network_id = ${key.networkId}
      and provider_id = ${key.providerId} and expires_at > ${now}
    returning network_id as "networkId", provider_id as "providerId", subject, person,
      provider_id_token as "idToken", authenticated_at as "authenticatedAt", reauthentication`.execute(tx);
  const row = taken.rows[0];
  return row === undefined ? undefined : { ...row, person: ProviderPerson.parse(row.person) };
}

/** Deletes expired states and grants. */
export async function dropOldProviderRows(db: Database, now: string): Promise<void> {
  await sql`delete from authorization_state where expires_at <= ${now}`.execute(db);
  await sql`delete from provider_grant where expires_at <= ${now}`.execute(db);
}
