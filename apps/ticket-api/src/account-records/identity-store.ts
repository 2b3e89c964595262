import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderPerson } from "../integrations/provider-person.ts";

/** A sign-in method of an account. */
export interface IdentityRow {
  providerId: string;
  subject: string;
  /** The provider's last statement about the person; null: e-mail and password, or none yet. */
  person: ProviderPerson | null;
  createdAt: string;
  /** When the profile was last updated from the federation; null: never. */
  synchronisedAt: string | null;
}

const columns = sql`provider_id as "providerId", subject, person, created_at as "createdAt", synchronised_at as "synchronisedAt"`;

export interface NewIdentity {
  networkId: string;
  accountId: string;
  providerId: string;
  subject: string;
  person?: ProviderPerson | null;
  synchronised?: boolean;
}

/** Links a sign-in method to an account. */
export async function insertIdentity(tx: Tx, identity: NewIdentity, at: string): Promise<void> {
  const { networkId, accountId, providerId, subject, person = null, synchronised = false } = identity;
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at, person, synchronised_at)
    values (${networkId}, ${accountId}, ${providerId}, ${subject}, ${at}, ${person === null ? null : JSON.stringify(person)},
      ${synchronised ? at : null})`.execute(tx);
}

/** The sign-in methods of an account, in the order they were added. */
export async function identitiesOf(db: Database | Tx, networkId: string, accountId: string): Promise<IdentityRow[]> {
  const found = await sql<IdentityRow>`select ${columns} from identity
    where network_id = ${networkId} and account_id = ${accountId} order by created_at, provider_id`.execute(db);
  return found.rows;
}

/** The account of a provider's person. */
export async function accountIdOfIdentity(
  db: Database | Tx,
  networkId: string,
  providerId: string,
  subject: string,
): Promise<string | undefined> {
  const found = await sql<{ accountId: string }>`select account_id as "accountId" from identity
    where network_id = ${networkId} and provider_id = ${providerId} and subject = ${subject}`.execute(db);
  return found.rows[0]?.accountId;
}

/** Saves a provider's current statement about a person; `synchronisedAt` is null if the profile is not updated from it. */
export async function saveIdentityPerson(
  tx: Tx,
  identity: { networkId: string; providerId: string; subject: string },
  person: ProviderPerson,
  synchronisedAt: string | null,
): Promise<void> {
  await sql`update identity set person = ${JSON.stringify(person)}, synchronised_at = ${synchronisedAt}
    where network_id = ${identity.networkId} and provider_id = ${identity.providerId} and subject = ${identity.subject}`.execute(
    tx,
  );
}

export async function dropIdentity(tx: Tx, networkId: string, accountId: string, providerId: string): Promise<void> {
  await sql`delete from identity
    where network_id = ${networkId} and account_id = ${accountId} and provider_id = ${providerId}`.execute(tx);
}

/** Locks this person of a provider until the transaction ends: one sign-in at a time opens or links it. */
export async function lockIdentity(tx: Tx, networkId: string, providerId: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity'), hashtext(${`${networkId} ${providerId} ${subject}`}))`.execute(
    tx,
  );
}

/** Locks this e-mail address until the transaction ends: one account at a time can use it. */
export async function lockEmail(tx: Tx, networkId: string, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('account-email'), hashtext(${`${networkId} ${email}`}))`.execute(tx);
}

/** Locks the account's sign-in methods until the transaction ends. */
export async function lockAccountIdentities(tx: Tx, networkId: string, accountId: string): Promise<void> {
  await sql`select from account where network_id = ${networkId} and id = ${accountId} for update`.execute(tx);
}
