import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderPerson } from "../integrations/provider-person.ts";

/** A way in of an account. */
export interface IdentityRow {
  providerId: string;
  subject: string;
  /** What the provider last said of the person; null: e-mail and password, or nothing was said yet. */
  person: ProviderPerson | null;
  createdAt: string;
  /** When the profile last took over what the federation says; null: it never does. */
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

/** Ties a way to sign in to an account. */
export async function insertIdentity(tx: Tx, identity: NewIdentity, at: string): Promise<void> {
  const { networkId, accountId, providerId, subject, person = null, synchronised = false } = identity;
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at, person, synchronised_at)
    values (${networkId}, ${accountId}, ${providerId}, ${subject}, ${at}, ${person === null ? null : JSON.stringify(person)},
      ${synchronised ? at : null})`.execute(tx);
}

/** The ways in of an account, as they were added. */
export async function identitiesOf(db: Database | Tx, networkId: string, accountId: string): Promise<IdentityRow[]> {
  const found = await sql<IdentityRow>`select ${columns} from identity
    where network_id = ${networkId} and account_id = ${accountId} order by created_at, provider_id`.execute(db);
  return found.rows;
}

/** The account that a provider's person opens. */
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

/** Keeps what a provider says now of a person; `synchronisedAt` null where the profile takes nothing over. */
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

/** Lets one sign-in at a time open or link this person of a provider; held until the transaction ends. */
export async function lockIdentity(tx: Tx, networkId: string, providerId: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity'), hashtext(${`${networkId} ${providerId} ${subject}`}))`.execute(
    tx,
  );
}

/** Lets one account at a time take this e-mail address; held until the transaction ends. */
export async function lockEmail(tx: Tx, networkId: string, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('account-email'), hashtext(${`${networkId} ${email}`}))`.execute(tx);
}

/** The account's ways in are changed one at a time; held until the transaction ends. */
export async function lockAccountIdentities(tx: Tx, networkId: string, accountId: string): Promise<void> {
  await sql`select from account where network_id = ${networkId} and id = ${accountId} for update`.execute(tx);
}
