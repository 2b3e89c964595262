import type { Language } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An account: the data of the holder, not of one traveller (§3). */
export interface Account {
  id: string;
  networkId: string;
  customerNumber: string;
  email: string;
  contactEmail: string | null;
  guest: boolean;
  theme: "light" | "dark" | "system";
  language: Language | null;
  /** When the address of its e-mail login was verified, if it has one. */
  emailVerifiedAt: string | null;
  providers: string[];
  /** The federation's statement about the holder, if the federation is linked. */
  pivot: { providerId: string; firstName: string; lastName: string; birthDate: string | null } | null;
  /** Deletion was requested, and happens at `erasesAt`. */
  deletionRequestedAt: string | null;
  erasesAt: string | null;
  createdAt: string;
}

/** The columns of an account. */
export const accountColumns = sql`account.id, account.network_id as "networkId", account.customer_number as "customerNumber",
  account.email, account.contact_email as "contactEmail", account.guest, account.theme, account.language,
  (select login.email_verified_at from identity join login on login.id = identity.subject
    where identity.account_id = account.id and identity.provider_id = 'password' limit 1) as "emailVerifiedAt",
  array(select provider_id from identity where account_id = account.id order by created_at, provider_id) as providers,
  (select json_build_object('providerId', provider_id, 'firstName', person -> 'firstName', 'lastName', person -> 'lastName',
      'birthDate', person -> 'birthDate')
    from identity where account_id = account.id and synchronised_at is not null limit 1) as pivot,
  account.deletion_requested_at as "deletionRequestedAt", account.erases_at as "erasesAt", account.created_at as "createdAt"`;

export async function findAccount(db: Database | Tx, networkId: string, id: string): Promise<Account | undefined> {
  const found =
    await sql<Account>`select ${accountColumns} from account where network_id = ${networkId} and id = ${id}`.execute(
      db,
    );
  return found.rows[0];
}

/** The account of an e-mail login. */
export async function accountOfLogin(
  db: Database | Tx,
  networkId: string,
  loginId: string,
): Promise<Account | undefined> {
  const found =
    await sql<Account>`select ${accountColumns} from account join identity on identity.account_id = account.id
    where identity.network_id = ${networkId} and identity.provider_id = 'password' and identity.subject = ${loginId}`.execute(
      db,
    );
  return found.rows[0];
}

/** The e-mail login of an account. */
export async function loginIdOfAccount(
  db: Database | Tx,
  networkId: string,
  accountId: string,
): Promise<string | undefined> {
  const found = await sql<{ subject: string }>`select subject from identity
    where network_id = ${networkId} and account_id = ${accountId} and provider_id = 'password'`.execute(db);
  return found.rows[0]?.subject;
}

/** Inserts an account; false when the customer number is taken. */
export async function insertAccount(
  tx: Tx,
  account: Pick<Account, "id" | "networkId" | "customerNumber" | "email" | "guest" | "language">,
  at: string,
): Promise<boolean> {
  const inserted = await sql`
    insert into account (id, network_id, customer_number, email, guest, language, created_at)
    values (${account.id}, ${account.networkId}, ${account.customerNumber}, ${account.email}, ${account.guest},
      ${account.language}, ${at})
    on conflict (network_id, customer_number) do nothing returning id`.execute(tx);
  return inserted.rows.length === 1;
}

export async function changeAccountEmail(tx: Tx, id: string, email: string): Promise<void> {
  await sql`update account set email = ${email} where id = ${id}`.execute(tx);
}

export async function savePreferences(
  tx: Tx,
  id: string,
  { contactEmail, theme, language }: Pick<Account, "contactEmail" | "theme" | "language">,
): Promise<void> {
  await sql`update account set contact_email = ${contactEmail}, theme = ${theme}, language = ${language}
    where id = ${id}`.execute(tx);
}

/** The account, locked until the transaction ends: no order is placed on it meanwhile. */
export async function lockAccount(tx: Tx, networkId: string, id: string): Promise<Account | undefined> {
  await sql`select from account where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  // Its identities are read after the lock, so that changes by earlier lock holders are seen.
  return findAccount(tx, networkId, id);
}

/** Saves a deletion request; null withdraws it. */
export async function saveDeletionRequest(
  tx: Tx,
  id: string,
  deletion: { requestedAt: string; erasesAt: string } | null,
): Promise<void> {
  await sql`update account set deletion_requested_at = ${deletion?.requestedAt ?? null},
    erases_at = ${deletion?.erasesAt ?? null} where id = ${id}`.execute(tx);
}

/** Guests whose retention is over: those whose last order is long ago, and those who never bought. */
export async function expiredGuests(
  db: Database,
  before: { unused: string; lastOrder: string },
  limit: number,
): Promise<{ id: string; networkId: string }[]> {
  const found = await sql<{ id: string; networkId: string }>`
    select a.id, a.network_id as "networkId" from account a where a.guest and a.created_at < ${before.unused}
      and not exists (select from orders o where o.account_id = a.id
        and (o.completed_at >= ${before.lastOrder} or o.created_at >= ${before.unused}
          or o.status in ('PENDING', 'PROCESSING', 'ERROR')))
    order by a.created_at limit ${limit}`.execute(db);
  return found.rows;
}
