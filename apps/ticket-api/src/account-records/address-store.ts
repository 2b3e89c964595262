import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { type Account, accountColumns } from "./account-store.ts";

/**
 * Whether the account's address is proved (decision record 064), with an e-mailed code to its login, or by a provider
 * that verified it.
 * An address that was only entered, here or at the federation, may be anybody's.
 */
const isProved = sql`(exists (select from identity join login on login.id = identity.subject
      where identity.account_id = account.id and identity.provider_id = 'password'
        and login.email = account.email and login.email_verified_at is not null)
    or exists (select from identity where identity.account_id = account.id and identity.provider_id <> 'password'
        and identity.person ->> 'email' = account.email and (identity.person ->> 'emailVerified')::boolean))`;
const hasProvider = sql`exists (select from identity
  where identity.account_id = account.id and identity.provider_id not in ('password', 'guest'))`;

/** Whether the e-mail is the proved address of another customer (guests do not count). */
export async function otherAccountHasEmail(
  tx: Tx,
  networkId: string,
  email: string,
  accountId: string | null,
): Promise<boolean> {
  const found = await sql`select from account
    where network_id = ${networkId} and email = ${email} and not guest and id is distinct from ${accountId}
      and ${isProved}`.execute(tx);
  return found.rows.length > 0;
}

/**
 * The accounts of an e-mail address: guests who gave it, customers who proved it, and those without another sign-in method. An
 * account that opens in another way and only names the address is left out.
 */
export async function accountsWithEmail(db: Database | Tx, networkId: string, email: string): Promise<Account[]> {
  const found = await sql<Account>`select ${accountColumns} from account
    where network_id = ${networkId} and email = ${email} and (guest or ${isProved} or not ${hasProvider})
    order by guest, created_at limit 1000`.execute(db);
  return found.rows;
}

/**
 * Locks and returns the customers who name an address without a proof, except the account that keeps it. Rows locked by others
 * are skipped: an unproved address blocks nobody.
 */
export async function lockUnprovedAccounts(
  tx: Tx,
  networkId: string,
  email: string,
  keepAccountId: string | null,
): Promise<{ id: string; email: string }[]> {
  const found = await sql<{ id: string; email: string }>`select id, email from account
    where network_id = ${networkId} and email = ${email} and not guest and id is distinct from ${keepAccountId}
      and ${hasProvider} and not ${isProved} limit 1000 for update skip locked`.execute(tx);
  return found.rows;
}
