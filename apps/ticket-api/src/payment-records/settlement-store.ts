import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { PayoutState, ProviderPayout, SettlementEntry } from "../integrations/provider-settlement.ts";
import type { Side } from "./ledger-store.ts";

/** A payout as it was last read at its provider; minor units, negative: collected from the bank account. */
export interface PayoutRow {
  providerAccount: ProviderAccount;
  /** The provider's id. */
  reference: string;
  state: PayoutState;
  amount: number;
  currency: string;
  createdAt: string;
  arrivesOn: string;
  failure: string | null;
  itemised: ProviderPayout["items"];
  /** When its entries were stored. */
  entriesAt: string | null;
  readAt: string;
}

const columns = sql`provider_account as "providerAccount", reference, state, amount::float8 as amount, currency,
  created_at as "createdAt", arrives_on::text as "arrivesOn", failure, itemised, entries_at as "entriesAt", read_at as "readAt"`;

type PayoutName = Pick<PayoutRow, "providerAccount" | "reference">;

export async function findPayout(
  db: Database | Tx,
  { providerAccount, reference }: PayoutName,
): Promise<PayoutRow | undefined> {
  const found = await sql<PayoutRow>`select ${columns} from payout
    where provider_account = ${providerAccount} and reference = ${reference}`.execute(db);
  return found.rows[0];
}

/** Inserts a payout or updates what may change of it; false: a later answer of the provider is stored already. Locks its row. */
export async function savePayout(
  tx: Tx,
  account: ProviderAccount,
  { id, state, amount, createdAt, arrivesOn, failure, items }: ProviderPayout,
  readAt: string,
): Promise<boolean> {
  const saved =
    await sql`insert into payout as p (provider_account, reference, state, amount, currency, created_at, arrives_on, failure,
      itemised, read_at)
    values (${account}, ${id}, ${state}, ${amount.amount}, ${amount.currency}, ${createdAt}, ${arrivesOn}, ${failure ?? null},
      ${items}, ${readAt})
    on conflict (provider_account, reference) do update set state = excluded.state, amount = excluded.amount,
      currency = excluded.currency, arrives_on = excluded.arrives_on, failure = excluded.failure, itemised = excluded.itemised,
      read_at = excluded.read_at
    where p.read_at <= excluded.read_at returning reference`.execute(tx);
  return saved.rows.length === 1;
}

export async function markEntriesStored(tx: Tx, { providerAccount, reference }: PayoutName, at: string): Promise<void> {
  await sql`update payout set entries_at = ${at} where provider_account = ${providerAccount} and reference = ${reference}`.execute(
    tx,
  );
}

/**
 * Inserts entries; of a stored one, only its payout, its payment and, before its payout, its fee may become known. `payout`: the payout that
 * pays them.
 */
export async function saveEntries(
  tx: Tx,
  account: ProviderAccount,
  entries: readonly SettlementEntry[],
  payout: string | null,
): Promise<void> {
  const rows = entries.map(({ amount, fee, ...entry }) => ({
    ...entry,
    ...{ amount: amount.amount, fee: fee.amount, currency: amount.currency },
  }));
  await sql`insert into settlement_entry as s (provider_account, reference, kind, source, payment_id, amount, fee, currency,
      created_at, available_at, payout)
    select ${account}, e.id, e.kind, e.source, p.id, e.amount, e.fee, e.currency, e."createdAt", e."availableAt", ${payout}::text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id text, kind text, source text, reference text, amount bigint,
      fee bigint, currency text, "createdAt" timestamptz, "availableAt" timestamptz)
    left join payment p on p.id::text = e.reference and p.provider_account = ${account}
    order by e.id
    on conflict (provider_account, reference) do update set payout = coalesce(excluded.payout, s.payout),
      payment_id = coalesce(s.payment_id, excluded.payment_id), fee = case when ${lacksFee} then excluded.fee else s.fee end
    where s.payout is distinct from coalesce(excluded.payout, s.payout)
      or s.payment_id is distinct from coalesce(s.payment_id, excluded.payment_id)
      or (${lacksFee} and excluded.fee <> 0)`.execute(tx);
}

/** Whether a fee may still be stated for an entry `s`. */
const lacksFee = sql`(s.fee = 0 and s.payout is null)`;

/** Entries that belong to a payment of ours, whose currency the ledger has: those of another are left out (decision 155). */
const ofOurPayments = sql`join payment p on p.id = e.payment_id and p.currency = e.currency`;

/** Names of the movements of settlement. */
export const settlementMovement = {
  fee: (payment: RawBuilder<unknown>, entry: RawBuilder<unknown>) =>
    sql`'provider-fee:' || ${payment} || ':' || ${entry}`,
  /** `count` tells the movements of one entry apart. */
  moved: (entry: RawBuilder<unknown>, count: RawBuilder<unknown>) => sql`'payout:' || ${entry} || ':' || (${count})`,
};

/** Whether the fee of an entry `e` of a payment `p` is booked with the entry. */
export const hasOwnFee = sql`(e.kind in ('payment', 'refund') or (e.kind = 'dispute' and p.kind = 'debit'))`;

/** Books the fees of payments, refunds and returned debits, each once; those of other disputes are booked with the dispute. */
export async function bookFees(
  tx: Tx,
  account: ProviderAccount,
  entries: readonly string[],
  at: string,
): Promise<void> {
  await sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
    select ${settlementMovement.fee(sql`p.id`, sql`e.reference`)}, booked.side, p.network_id, p.order_id, booked.amount, e.currency,
      ${at}::timestamptz
    from settlement_entry e ${ofOurPayments}
      cross join lateral (values ('fees', e.fee), ('provider', -e.fee)) as booked(side, amount)
    where e.provider_account = ${account} and e.reference = any(${entries}) and e.fee <> 0
      and ${hasOwnFee}
    order by 1, 2 on conflict (movement, side) do nothing`.execute(tx);
}

/** The payout that pays the money of a payout today: itself, or the one that paid it again after the bank had returned it. */
export async function lockPayingPayout(
  tx: Tx,
  { providerAccount, reference }: PayoutName,
): Promise<Pick<PayoutRow, "reference" | "state"> | undefined> {
  const found = await sql<{ reference: string }>`with recursive paying(payout, depth) as (
      select ${reference}::text, 0 union
      select s.payout, paying.depth + 1 from settlement_entry s join paying on s.source = paying.payout
      where s.provider_account = ${providerAccount} and s.kind = 'payout-returned' and s.payout is not null)
    select payout as reference from paying order by depth desc limit 1`.execute(tx);
  const paying = found.rows[0]?.reference ?? reference;
  const locked = await sql<Pick<PayoutRow, "reference" | "state">>`select reference, state from payout
    where provider_account = ${providerAccount} and reference = ${paying} for update`.execute(tx);
  return locked.rows[0];
}

/**
 * Moves the money of every entry that a payout pays, directly or after others were returned, to an account of the ledger. What is there
 * already stays.
 */
export async function moveEntries(
  tx: Tx,
  { providerAccount, reference }: PayoutName,
  to: Extract<Side, "provider" | "transit" | "bank">,
  at: string,
): Promise<void> {
  await sql`with recursive paid(payout) as (
      select ${reference}::text union
      select s.source from settlement_entry s join paid on s.payout = paid.payout
      where s.provider_account = ${providerAccount} and s.kind = 'payout-returned' and s.source is not null),
    due as (
      select e.reference, e.side, e.moves, e.amount - e.fee as net, e.currency, p.network_id, p.order_id
      from settlement_entry e ${ofOurPayments}
      where e.provider_account = ${providerAccount} and e.payout in (select payout from paid)
        and e.kind in ('payment', 'refund', 'dispute') and e.side <> ${to}
      order by e.reference for update of e),
    moved as (
      update settlement_entry e set side = ${to}, moves = e.moves + 1 from due
      where e.provider_account = ${providerAccount} and e.reference = due.reference)
    insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
    select ${settlementMovement.moved(sql`due.reference`, sql`due.moves + 1`)}, booked.side, due.network_id, due.order_id,
      booked.amount, due.currency, ${at}::timestamptz
    from due cross join lateral (values (${to}::text, due.net), (due.side, -due.net)) as booked(side, amount)
    where due.net <> 0`.execute(tx);
}
