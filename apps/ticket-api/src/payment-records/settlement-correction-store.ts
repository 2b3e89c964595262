import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { SettlementEntry } from "../integrations/provider-settlement.ts";
import { hasOwnFee, type PayoutRow } from "./settlement-store.ts";

type PayoutName = Pick<PayoutRow, "providerAccount" | "reference">;

/** Gives stored entries the amounts that the provider states, and takes those out of the payout that it does not list for it. */
export async function correctEntries(
  tx: Tx,
  { providerAccount, reference }: PayoutName,
  entries: readonly SettlementEntry[],
): Promise<void> {
  const rows = entries.map(({ id, kind, source, amount, fee }) => ({
    ...{ id, kind, source, amount: amount.amount, fee: fee.amount, currency: amount.currency },
  }));
  await sql`update settlement_entry s set kind = e.kind, source = e.source, amount = e.amount, fee = e.fee, currency = e.currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id text, kind text, source text, amount bigint, fee bigint,
      currency text)
    where s.provider_account = ${providerAccount} and s.reference = e.id`.execute(tx);
  await sql`update settlement_entry set payout = null
    where provider_account = ${providerAccount} and payout = ${reference}
      and not reference = any(${rows.map(({ id }) => id)})`.execute(tx);
}

/** What the ledger has of an entry `e` of an order `o` on one account, by movements that begin with `prefix`. */
const booked = (side: "fees" | "transit" | "bank", prefix: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(l.amount), 0) from ledger_entry l where l.order_id = p.order_id and l.side = ${side}
    and (l.movement = ${prefix} or starts_with(l.movement, ${prefix} || ':')))`;
const feeName = sql`('provider-fee:' || p.id || ':' || e.reference)`;
const moveName = sql`('payout:' || e.reference)`;
export const bookedFee = booked("fees", feeName);
export const bookedAt = (side: "transit" | "bank") => booked(side, moveName);
/** What an entry should have on an account of payouts. */
export const dueAt = (side: "transit" | "bank") => sql`case when e.side = ${side} then e.amount - e.fee else 0 end`;

/**
 * Books what the ledger lacks of the entries of a provider's account: fees, and money in transit or in the bank account. Corrections are
 * movements of their own; none is changed.
 */
export async function correctLedger(tx: Tx, account: ProviderAccount, at: string): Promise<void> {
  await sql`update settlement_entry set side = 'provider'
    where provider_account = ${account} and payout is null and side <> 'provider'`.execute(tx);
  const lacking = (side: "fees" | "transit" | "bank", due: ReturnType<typeof sql>, has: ReturnType<typeof sql>) =>
    sql`with lacking as (
        select e.provider_account, e.reference, e.currency, p.id as payment_id, p.network_id, p.order_id, e.moves,
          ${due} - ${has} as amount
        from settlement_entry e join payment p on p.id = e.payment_id and p.currency = e.currency
        where e.provider_account = ${account} and e.kind in ('payment', 'refund', 'dispute')
          and (${side} <> 'fees' or ${hasOwnFee})),
      wrong as (select * from lacking where amount <> 0 order by reference),
      counted as (update settlement_entry e set moves = e.moves + 1 from wrong
        where e.provider_account = wrong.provider_account and e.reference = wrong.reference)
      insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
      select case when ${side} = 'fees' then 'provider-fee:' || wrong.payment_id || ':' || wrong.reference || ':' || wrong.moves + 1
          else 'payout:' || wrong.reference || ':' || wrong.moves + 1 end,
        written.side, wrong.network_id, wrong.order_id, written.amount, wrong.currency, ${at}::timestamptz
      from wrong cross join lateral (values (${side}::text, wrong.amount), ('provider', -wrong.amount)) as written(side, amount)`;
  await lacking("fees", sql`e.fee`, bookedFee).execute(tx);
  await lacking("transit", dueAt("transit"), bookedAt("transit")).execute(tx);
  await lacking("bank", dueAt("bank"), bookedAt("bank")).execute(tx);
}

/** A payout with what its entries add up to, as a trace of reading it again shows it. */
export interface PayoutSum {
  state: string;
  amount: number;
  entries: number;
  net: number;
}

export async function payoutSum(
  db: Database | Tx,
  { providerAccount, reference }: PayoutName,
): Promise<PayoutSum | undefined> {
  const found = await sql<PayoutSum>`select p.state, p.amount::float8 as amount, count(e.reference)::integer as entries,
      coalesce(sum(e.amount - e.fee), 0)::float8 as net
    from payout p left join settlement_entry e
      on e.provider_account = p.provider_account and e.payout = p.reference and e.kind <> 'payout'
    where p.provider_account = ${providerAccount} and p.reference = ${reference} group by 1, 2`.execute(db);
  return found.rows[0];
}

/** What is stored of an account at a provider: payouts, entries and their net amount, and the movements of the ledger for them. */
export interface AccountSum {
  payouts: number;
  entries: number;
  net: number;
  movements: number;
}

export async function accountSum(db: Database | Tx, account: ProviderAccount): Promise<AccountSum> {
  const found =
    await sql<AccountSum>`select (select count(*)::integer from payout where provider_account = ${account}) as payouts,
      count(*)::integer as entries, coalesce(sum(e.amount - e.fee), 0)::float8 as net,
      (select count(distinct l.movement)::integer from ledger_entry l join payment p on p.order_id = l.order_id
        where p.provider_account = ${account} and (starts_with(l.movement, 'provider-fee:') or starts_with(l.movement, 'payout:'))
      ) as movements
    from settlement_entry e where e.provider_account = ${account} and e.kind <> 'payout'`.execute(db);
  return found.rows[0] ?? { payouts: 0, entries: 0, net: 0, movements: 0 };
}

/** Stores that a payout, or an account (null), was read again: why, and what it was before and after. */
export async function insertReading(
  tx: Database | Tx,
  account: ProviderAccount,
  reading: { payout: string | null; at: string; reason: string; before: object | undefined; after: object },
): Promise<void> {
  const { payout, at, reason, before, after } = reading;
  await sql`insert into payout_reading (provider_account, payout, at, reason, before, after)
    values (${account}, ${payout}, ${at}, ${reason}, ${JSON.stringify(before ?? {})}::jsonb, ${JSON.stringify(after)}::jsonb)`.execute(
    tx,
  );
}

/** A stored payout in the list for staff, the newest first. */
export interface ListedPayout extends PayoutSum {
  reference: string;
  providerAccount: ProviderAccount;
  currency: string;
  createdAt: string;
  arrivesOn: string;
}

export async function listPayouts(db: Database | Tx, limit: number): Promise<ListedPayout[]> {
  const found = await sql<ListedPayout>`select p.reference, p.provider_account as "providerAccount", p.state,
      p.amount::float8 as amount, p.currency, p.created_at as "createdAt", p.arrives_on::text as "arrivesOn",
      count(e.reference)::integer as entries, coalesce(sum(e.amount - e.fee), 0)::float8 as net
    from payout p left join settlement_entry e
      on e.provider_account = p.provider_account and e.payout = p.reference and e.kind <> 'payout'
    group by p.provider_account, p.reference order by p.created_at desc, p.reference limit ${limit}`.execute(db);
  return found.rows;
}
