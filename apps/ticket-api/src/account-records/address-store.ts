import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { type Account, accountColumns } from "./account-store.ts";

/**
 * Is the account's address proved (decision record 064): by a letter's code to its sign-in by e-mail, or because a provider
 * says that it checked it? An address that somebody only wrote down, here or at the federation, may be anybody's.
 */
const isProved = sql`(exists (select from identity join login on login.id = identity.subject
      where identity.account_id = account.id and identity.provider_id = 'password'
        and login.email = account.email and login.email_verified_at is not null)
    or exists (select from identity where identity.account_id = account.id and identity.provider_id <> 'password'
        and identity.person ->> 'email' = account.email and (identity.person ->> 'emailVerified')::boolean))`;
const hasProvider = sql`exists (select from identity
  where identity.account_id = account.id and identity.provider_id not in ('password', 'guest'))`;

/** Is the e-mail the proved address of a customer (guests do not count) other than this one? */
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
 * What an e-mail address has: guests who gave it, customers who proved it, and those who have no other way in. An account
 * that somebody else opens and that only names the address is not among them.
 */
export async function accountsWithEmail(db: Database | Tx, networkId: string, email: string): Promise<Account[]> {
  const found = await sql<Account>`select ${accountColumns} from account
    where network_id = ${networkId} and email = ${email} and (guest or ${isProved} or not ${hasProvider})
    order by guest, created_at limit 1000`.execute(db);
  return found.rows;
}

/**
 * The customers who name an address without a proof, beside the account that it stays with; held. One that is being
 * changed at this moment is left: an unproved address stands in nobody's way.
 */
export async function accountsToGiveUp(
  tx: Tx,
  networkId: string,
  email: string,
  keeps: string | null,
): Promise<{ id: string; email: string }[]> {
  const found = await sql<{ id: string; email: string }>`select id, email from account
    where network_id = ${networkId} and email = ${email} and not guest and id is distinct from ${keeps}
      and ${hasProvider} and not ${isProved} limit 1000 for update skip locked`.execute(tx);
  return found.rows;
}
