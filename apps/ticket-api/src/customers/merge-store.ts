import type { MergeMoves } from "@guichet/contract/office/customer-service/merge.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Tables whose rows move with an account, in the sequence in which they are locked; a test compares them with the database. */
export const movedTables = [
  "orders",
  "unpaid_hold",
  "voucher_use",
  "subscription",
  "mandate",
  "payment_method",
  "card_registration",
  "ticket",
  "transport_card",
  "refund_request",
  "termination_request",
  "submission",
  "document",
  "stored_file",
  "geolocation_consent",
  "punch_position",
  "mail",
  "staff_act",
  "merged_account",
  "traveller",
] as const;

/** Tables of an account whose rows end with it: its sign-in. */
export const endedTables = ["identity", "user_session"] as const;

/** How much of each kind an account has. */
export async function belongingsOf(db: Database | Tx, accountId: string): Promise<MergeMoves & { ownSignIns: number }> {
  const count = (table: string) => sql`(select count(*)::int from ${sql.table(table)} where account_id = ${accountId})`;
  const found = await sql<MergeMoves & { ownSignIns: number }>`select ${count("traveller")} as travellers,
    ${count("orders")} as orders, ${count("ticket")} as tickets, ${count("subscription")} as subscriptions,
    ${count("mandate")} as mandates, ${count("transport_card")} as cards, ${count("document")} as documents,
    ${count("submission")} as submissions, ${count("mail")} as emails,
    (select count(*)::int from payment_method where account_id = ${accountId} and removed_at is null) as "paymentMethods",
    (select count(*)::int from traveller_login l join traveller t on t.id = l.traveller_id
      where t.account_id = ${accountId}) as "ownSignIns"`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error("A query without a condition has a row");
  return row;
}

/** How many travellers of an account are not deactivated. */
export async function activeTravellers(db: Database | Tx, accountId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from traveller
    where account_id = ${accountId} and deactivated_at is null`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/**
 * Whether the owner of the address of an account's e-mail login was proved, by a code or by an identity provider that vouches for it;
 * `none`: it has no such login.
 */
export async function addressProof(db: Database | Tx, accountId: string): Promise<"proved" | "missing" | "none"> {
  const found = await sql<{ isProved: boolean }>`select l.owner_proved_at is not null or exists (select from identity o
      where o.account_id = i.account_id and o.provider_id <> 'password' and o.person ->> 'email' = l.email
        and (o.person ->> 'emailVerified')::boolean) as "isProved"
    from identity i join login l on l.id = i.subject
    where i.account_id = ${accountId} and i.provider_id = 'password'`.execute(db);
  const [login] = found.rows;
  return login === undefined ? "none" : login.isProved ? "proved" : "missing";
}

/** Numbers of the orders of an account with a card payment at the provider, whose result is not known yet. */
export async function ordersBeingPaid(db: Database | Tx, accountId: string): Promise<string[]> {
  const found = await sql<{ number: string }>`select distinct o.number from orders o join payment p on p.order_id = o.id
    where o.account_id = ${accountId} and p.kind <> 'debit' and p.status in ('begun', 'open') order by 1`.execute(db);
  return found.rows.map(({ number }) => number);
}

/** Whether a customer is saving a card at the provider right now, which has it under this account. */
export async function isSavingCard(db: Database | Tx, accountId: string): Promise<boolean> {
  const found =
    await sql`select from card_registration where account_id = ${accountId} and status = 'begun' limit 1`.execute(db);
  return found.rows.length > 0;
}

/**
 * Moves everything of an account to another one, except its sign-in. A guest's purchases become those of the holder, as when a guest
 * registers; the guest moves as a traveller only if something else is in its name. The caller has locked both accounts.
 */
export async function moveBelongings(tx: Tx, { from, to, isGuest }: MergedPair): Promise<void> {
  if (isGuest) await giveToHolder(tx, { from, to });
  // The provider knows a saved card under the account that saved it.
  await sql`update payment_method set bookmarked = false,
      customer_id = case when kind = 'CARD' then coalesce(customer_id, account_id) end
    where account_id = ${from}`.execute(tx);
  await sql`update traveller set is_holder = false where account_id = ${from}`.execute(tx);
  for (const table of movedTables) {
    const rows =
      table === "traveller" && isGuest ? sql`account_id = ${from} and ${isReferenced}` : sql`account_id = ${from}`;
    await sql`update ${sql.table(table)} set account_id = ${to} where ${rows}`.execute(tx);
  }
}

export interface MergedPair {
  from: string;
  to: string;
  isGuest: boolean;
}

/** Whether more than order lines and tickets names a traveller. */
const isReferenced = sql`(exists (select from document d where d.traveller_id = traveller.id)
  or exists (select from submission s where s.traveller_id = traveller.id)
  or exists (select from subscription s where s.traveller_id = traveller.id)
  or exists (select from transport_card c where c.traveller_id = traveller.id)
  or exists (select from geolocation_consent g where g.traveller_id = traveller.id))`;

async function giveToHolder(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const holder = sql`(select id from traveller where account_id = ${to} and is_holder)`;
  const guests = sql`(select id from traveller where account_id = ${from} and is_holder)`;
  await sql`update order_line set traveller_id = ${holder} where traveller_id in ${guests}`.execute(tx);
  await sql`update ticket set traveller_id = ${holder} where traveller_id in ${guests}`.execute(tx);
}

/** The account with a customer number, as it is typed or in capitals. */
export async function accountWithNumber(db: Database, networkId: string, number: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from account
    where network_id = ${networkId} and customer_number = any(${[number, number.toUpperCase()]})`.execute(db);
  return found.rows[0]?.id;
}

/** Deletes an account that nothing belongs to any more. */
export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await sql`delete from account where id = ${id}`.execute(tx);
}
