import type { Language } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";

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
  createdAt: string;
}

const columns = sql`account.id, account.network_id as "networkId", account.customer_number as "customerNumber",
  account.email, account.contact_email as "contactEmail", account.guest, account.theme, account.language,
  (select login.email_verified_at from identity join login on login.id = identity.subject
    where identity.account_id = account.id and identity.provider_id = 'password' limit 1) as "emailVerifiedAt",
  array(select provider_id from identity where account_id = account.id order by created_at, provider_id) as providers,
  account.created_at as "createdAt"`;

export async function findAccount(db: Database | Tx, networkId: string, id: string): Promise<Account | undefined> {
  const found =
    await sql<Account>`select ${columns} from account where network_id = ${networkId} and id = ${id}`.execute(db);
  return found.rows[0];
}

/** The account that an e-mail sign-in opens. */
export async function accountOfLogin(
  db: Database | Tx,
  networkId: string,
  loginId: string,
): Promise<Account | undefined> {
  const found = await sql<Account>`select ${columns} from account join identity on identity.account_id = account.id
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

/** Ties a way to sign in to an account. */
export async function insertIdentity(
  tx: Tx,
  identity: { networkId: string; accountId: string; providerId: string; subject: string },
  at: string,
): Promise<void> {
  await sql`insert into identity (network_id, account_id, provider_id, subject, created_at)
    values (${identity.networkId}, ${identity.accountId}, ${identity.providerId}, ${identity.subject}, ${at})`.execute(
    tx,
  );
}

/** Does a customer (guests do not count) other than this one have the e-mail? */
export async function otherAccountHasEmail(
  tx: Tx,
  networkId: string,
  email: string,
  accountId: string | null,
): Promise<boolean> {
  const found = await sql`select from account
    where network_id = ${networkId} and email = ${email} and not guest and id is distinct from ${accountId}`.execute(
    tx,
  );
  return found.rows.length > 0;
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
