import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { omissionReasons, type Person, personalDataSource } from "../personal-data/personal-data-source.ts";

/** The account itself. */
export const accountOfPerson = personalDataSource({
  tables: { account: "goes" },
  leftOut: { account: { [omissionReasons.rowKey]: "id" } },
  shape: z.strictObject({
    customerNumber: z.string(),
    email: z.string(),
    contactEmail: z.string().nullable(),
    guest: z.boolean(),
    theme: z.string(),
    language: z.string().nullable(),
    createdAt: Instant,
    deletionRequestedAt: Instant.nullable(),
    erasesAt: Instant.nullable(),
  }),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<{
      customerNumber: string;
      email: string;
      contactEmail: string | null;
      guest: boolean;
      theme: string;
      language: string | null;
      createdAt: string;
      deletionRequestedAt: string | null;
      erasesAt: string | null;
    }>`select customer_number as "customerNumber", email, contact_email as "contactEmail", guest, theme, language,
        created_at as "createdAt", deletion_requested_at as "deletionRequestedAt", erases_at as "erasesAt"
      from account where network_id = ${networkId} and id = ${accountId}`.execute(db);
    const [row] = found.rows;
    if (row === undefined) throw new Error("The account does not exist");
    return row;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from account where network_id = ${networkId} and id = ${accountId}`.execute(tx);
  },
});

/**
 * The person of an account, also under the addresses of accounts that were merged into it. An address that another account or login of the network also has is left out, because data
 * under it may belong to somebody else.
 */
export async function personOf(db: Database | Tx, networkId: string, accountId: string): Promise<Person> {
  const found = await sql<{ loginId: string | null; emails: string[] }>`
    with login_of as (select l.id, l.email from identity i join login l on l.id = i.subject
        where i.network_id = ${networkId} and i.account_id = ${accountId} and i.provider_id = 'password'),
      addresses as (select email from account where network_id = ${networkId} and id = ${accountId}
        union select email from login_of
        union select email from merged_account where network_id = ${networkId} and account_id = ${accountId})
    select (select id from login_of limit 1) as "loginId",
      array(select email from addresses where email <> ''
        and not exists (select from account other where other.network_id = ${networkId}
          and other.email = addresses.email and other.id <> ${accountId})
        and not exists (select from login other where other.network_id = ${networkId}
          and other.email = addresses.email and other.id not in (select id from login_of))) as emails`.execute(db);
  const [row] = found.rows;
  return { networkId, accountId, emails: row?.emails ?? [], loginId: row?.loginId ?? null };
}
