import { sql } from "kysely";
import { accountIdsByNumber } from "../account-records/merged-account-store.ts";
import type { Database } from "../database/database.ts";
import { type ResultRow, resultColumns } from "./result-store.ts";

/** People are customers (the holders of accounts) or the other travellers of accounts. */
export interface PeopleScope {
  networkId: string;
  isHolder: boolean;
  limit: number;
}
export type PersonRow = ResultRow & { contactEmail: string | null };

const person = sql`${resultColumns({
  id: sql`case when t.is_holder then a.id else t.id end`,
  number: sql`a.customer_number`,
  name: sql`nullif(trim(concat(t.first_name, ' ', t.last_name)), '')`,
  email: sql`nullif(a.email, '')`,
  state: sql`case when a.guest then 'guest' else 'account' end`,
  at: sql`a.created_at`,
})}, a.contact_email as "contactEmail"`;
const withAccount = sql`traveller t join account a on a.id = t.account_id`;

/** People whose names have one of the keys of each list (`name_search_keys`); sorted by name. */
export async function peopleByKeys(
  db: Database,
  keysOfWords: readonly (readonly string[])[],
  scope: PeopleScope,
): Promise<PersonRow[]> {
  const each = keysOfWords.map((keys) => sql`name_search_keys(t.first_name, t.last_name) && ${keys}::text[]`);
  // The keys alone choose the rows: together with other conditions the planner reads indexes of half the table.
  const found = await sql<PersonRow>`
    with alike as materialized (
        select t.id, t.network_id, t.account_id, t.is_holder, t.first_name, t.last_name from traveller t
        where ${sql.join(each, sql` and `)}),
      found as (select t.* from alike t where t.network_id = ${scope.networkId} and t.is_holder = ${scope.isHolder}
        order by t.last_name, t.first_name, t.id limit ${scope.limit})
    select ${person} from found t join account a on a.id = t.account_id
    order by t.last_name, t.first_name, t.id`.execute(db);
  return found.rows;
}

const holder = sql`account a join traveller t on t.account_id = a.id and t.is_holder`;

/** The customer with a number, also of an account that was merged into theirs. */
export async function customersByNumber(
  db: Database,
  networkId: string,
  number: string,
  limit: number,
): Promise<ResultRow[]> {
  const found = await sql<PersonRow>`select ${person} from ${holder}
    where a.network_id = ${networkId} and a.id in ${accountIdsByNumber(networkId, number)}
    limit ${limit}`.execute(db);
  return found.rows;
}

/** Customers with an e-mail address of their account or for contact, or of an account that was merged into theirs. */
export async function customersByEmail(
  db: Database,
  networkId: string,
  email: string,
  limit: number,
): Promise<PersonRow[]> {
  const found = await sql<PersonRow>`select ${person} from ${holder}
    where a.network_id = ${networkId} and a.id in (select id from account where network_id = ${networkId} and email = ${email}
      union select id from account where network_id = ${networkId} and contact_email = ${email}
      union select account_id from merged_account where network_id = ${networkId} and email = ${email})
    order by a.created_at desc, a.id limit ${limit}`.execute(db);
  return found.rows;
}

/** Customers with an e-mail address that has one of these keys (`email_search_keys`). */
export async function customersByEmailKeys(
  db: Database,
  networkId: string,
  keys: readonly string[],
  limit: number,
): Promise<PersonRow[]> {
  // By itself, so that the order of the rest leads to no other index.
  const found = await sql<PersonRow>`
    with alike as materialized (select id from account where email_search_keys(email, contact_email) && ${keys}::text[]
      limit ${limit})
    select ${person} from ${holder} join alike on alike.id = a.id
    where a.network_id = ${networkId} order by a.email, a.id limit ${limit}`.execute(db);
  return found.rows;
}

/** Customers and travellers with a phone number that ends in these digits. */
export async function peopleByPhone(db: Database, digits: string, scope: PeopleScope): Promise<PersonRow[]> {
  const found = await sql<PersonRow>`select ${person} from ${withAccount}
    where t.network_id = ${scope.networkId} and t.is_holder = ${scope.isHolder} and right(t.phone, 6) = ${digits.slice(-6)}
      and t.phone like ${`%${digits}`}
    order by t.last_name, t.first_name, t.id limit ${scope.limit}`.execute(db);
  return found.rows;
}
