import type { Language } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An account: what belongs to the holder and not to one traveller (§3). */
export interface Account {
  id: string;
  networkId: string;
  customerNumber: string;
  email: string;
  contactEmail: string | null;
  guest: boolean;
  theme: "light" | "dark" | "system";
  language: Language | null;
  /** Of its sign-in by e-mail and password, where it has one. */
  emailVerifiedAt: string | null;
  providers: string[];
  /** What the federation says of the holder, where the account has an identity of it. */
  pivot: { providerId: string; firstName: string; lastName: string; birthDate: string | null } | null;
  /** Deletion was asked for, and is done at `erasesAt`. */
  deletionRequestedAt: string | null;
  erasesAt: string | null;
  createdAt: string;
}

/** What an account is read with. */
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

/** The account that an e-mail sign-in opens. */
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

/** The e-mail sign-in of an account. */
export async function loginIdOfAccount(
  db: Database | Tx,
  networkId: string,
  accountId: string,
): Promise<string | undefined> {
  const found = await sql<{ subject: string }>`select subject from identity
    where network_id = ${networkId} and account_id = ${accountId} and provider_id = 'password'`.execute(db);
  return found.rows[0]?.subject;
}

/** Makes an account; false when the customer number is taken. */
export async function insertAccount(
  tx: Tx,
  account: Pick<Account, "id" | "networkId" | "customerNumber" | "email" | "guest" | "language">,
  at: string,
): Promise<boolean> {
  const made = await sql`
    insert into account (id, network_id, customer_number, email, guest, language, created_at)
    values (${account.id}, ${account.networkId}, ${account.customerNumber}, ${account.email}, ${account.guest},
      ${account.language}, ${at})
    on conflict (network_id, customer_number) do nothing returning id`.execute(tx);
  return made.rows.length === 1;
}

export async function changeAccountEmail(tx: Tx, id: string, email: string): Promise<void> {
  await sql`update account set email = ${email} where id = ${id}`.execute(tx);
}

/** Changes the preferences of an account. */
export async function savePreferences(
  tx: Tx,
  id: string,
  { contactEmail, theme, language }: Pick<Account, "contactEmail" | "theme" | "language">,
): Promise<void> {
  await sql`update account set contact_email = ${contactEmail}, theme = ${theme}, language = ${language}
    where id = ${id}`.execute(tx);
}

/** The account, held until the transaction ends: no order is placed on it meanwhile. */
export async function lockAccount(tx: Tx, networkId: string, id: string): Promise<Account | undefined> {
  await sql`select from account where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  // Its identities are read once it is held, as those left them who held it before.
  return findAccount(tx, networkId, id);
}

/** Notes that deletion was asked for; both null: taken back. */
export async function saveDeletion(
  tx: Tx,
  id: string,
  deletion: { requestedAt: string; erasesAt: string } | null,
): Promise<void> {
  await sql`update account set deletion_requested_at = ${deletion?.requestedAt ?? null},
    erases_at = ${deletion?.erasesAt ?? null} where id = ${id}`.execute(tx);
}

/** Guests whose time is over: who bought long ago, and who never bought. */
export async function guestsToForget(
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
