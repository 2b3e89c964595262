import { Instant } from "@guichet/contract/values.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";
import { type Account, findAccount } from "./account-store.ts";

/** SQL: the ids of the accounts with a customer number, their own or that of an account that was merged into them. */
export const accountIdsByNumber = (networkId: string, number: string): RawBuilder<unknown> => sql`(
  select id from account where network_id = ${networkId} and customer_number = ${number}
  union select account_id from merged_account where network_id = ${networkId} and customer_number = ${number})`;

/** SQL: the ids of the accounts with an e-mail address, their own or that of an account that was merged into them. */
export const accountIdsByEmail = (networkId: string, email: string): RawBuilder<unknown> => sql`(
  select id from account where network_id = ${networkId} and email = ${email}
  union select account_id from merged_account where network_id = ${networkId} and email = ${email})`;

/** The account into which another one was merged, by the id that is gone; undefined: it was not merged. */
export async function accountMergedFrom(
  db: Database | Tx,
  networkId: string,
  goneId: string,
): Promise<Account | undefined> {
  const found = await sql<{ id: string }>`select account_id as id from merged_account
    where network_id = ${networkId} and id = ${goneId}`.execute(db);
  const [remaining] = found.rows;
  return remaining && findAccount(db, networkId, remaining.id);
}

/** The account into which the one with this e-mail address was merged last. */
export async function accountMergedFromEmail(
  tx: Tx,
  networkId: string,
  email: string,
): Promise<{ account: Account; mergedAt: string } | undefined> {
  const found = await sql<{ id: string; mergedAt: string }>`select account_id as id, merged_at as "mergedAt"
    from merged_account where network_id = ${networkId} and email = ${email} order by merged_at desc limit 1`.execute(
    tx,
  );
  const [remaining] = found.rows;
  const account = remaining && (await findAccount(tx, networkId, remaining.id));
  return account && { account, mergedAt: remaining.mergedAt };
}

/** Records that an account is gone, and where its number and links lead now. */
export async function insertMergedAccount(tx: Tx, gone: Account, into: string, at: string): Promise<void> {
  await sql`insert into merged_account (id, network_id, account_id, customer_number, email, merged_at)
    values (${gone.id}, ${gone.networkId}, ${into}, ${gone.customerNumber}, ${gone.email}, ${at})`.execute(tx);
}

/** Former accounts of a person. */
export const mergedAccountsOfPerson = personalDataSource({
  tables: { merged_account: "goes" },
  leftOut: { merged_account: { [omissionReasons.rowKey]: "id" } },
  shape: z.array(z.strictObject({ customerNumber: z.string(), email: z.string(), mergedAt: Instant })),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<{ customerNumber: string; email: string; mergedAt: string }>`
      select customer_number as "customerNumber", email, merged_at as "mergedAt" from merged_account
      where network_id = ${networkId} and account_id = ${accountId} order by merged_at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from merged_account where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
