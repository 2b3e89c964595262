import { PackVoucher } from "@guichet/contract/packs/pack-vouchers.ts";
import { type TypedVoucher, voucherCode } from "@guichet/rules/vouchers.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

interface VoucherRow {
  code: string;
  definition: unknown;
  use_limit: number | null;
  uses: number;
  /** Blocked by the staff. */
  is_blocked: boolean;
  uses_by_account: number;
}

/** Reads the entered vouchers, in order, with the number of uses in total and by this account. */
export async function readVouchers(
  db: Database | Tx,
  networkId: string,
  entered: readonly string[],
  accountId: string | null,
): Promise<TypedVoucher[]> {
  if (entered.length === 0) return [];
  const codes = entered.map(voucherCode);
  const found = await sql<VoucherRow>`
    select v.code, v.definition, v.use_limit, v.uses, v.blocked_at is not null as is_blocked,
      (select count(*) from voucher_use u where u.network_id = v.network_id and u.code = v.code
        and u.account_id = ${accountId}::uuid and u.given_back_at is null) as uses_by_account
    from voucher v where v.network_id = ${networkId} and v.code = any(${codes}) and v.withdrawn_at is null`.execute(db);
  const rows = new Map(found.rows.map((row) => [row.code, row]));
  return entered.map((code) => {
    const row = rows.get(voucherCode(code));
    return { code, terms: row === undefined ? null : termsOf(row) };
  });
}

function termsOf(row: VoucherRow): NonNullable<TypedVoucher["terms"]> {
  const voucher = PackVoucher.parse(row.definition);
  return {
    code: row.code,
    type: voucher.type,
    amount: voucher.amount ?? null,
    ratio: voucher.ratio ?? null,
    articles: voucher.articles,
    minimumAmount: voucher.minimumAmount ?? null,
    limit: row.use_limit,
    limitPerAccount: voucher.limitPerAccount ?? null,
    validFrom: voucher.validFrom ?? null,
    validUntil: voucher.validUntil ?? null,
    combinable: voucher.combinable,
    active: voucher.active && !row.is_blocked,
    uses: row.uses,
    usesByAccount: row.uses_by_account,
  };
}

/**
 * Uses a voucher once for an order. One guarded statement counts it, so a code for 100 uses is used 100 times however
 * many orders compete. False if the limit, in total or of the account, is reached.
 */
export async function countVoucherUse(
  tx: Tx,
  use: {
    networkId: string;
    code: string;
    orderId: string;
    accountId: string;
    at: string;
    limitPerAccount: number | null;
  },
): Promise<boolean> {
  const counted = await sql`update voucher set uses = uses + 1
    where network_id = ${use.networkId} and code = ${use.code} and withdrawn_at is null and blocked_at is null
      and (use_limit is null or uses < use_limit)`.execute(tx);
  if (counted.numAffectedRows !== 1n) return false;
  // The row above is locked until the transaction ends, so this account's uses cannot change concurrently.
  const written = await sql`insert into voucher_use (network_id, code, order_id, account_id, at)
    select ${use.networkId}, ${use.code}, ${use.orderId}, ${use.accountId}, ${use.at}
    where ${use.limitPerAccount}::integer is null or ${use.limitPerAccount}::integer > (
      select count(*) from voucher_use where network_id = ${use.networkId} and code = ${use.code}
        and account_id = ${use.accountId} and given_back_at is null)`.execute(tx);
  return written.numAffectedRows === 1n;
}

/** Uses a voucher again for an order that released it, under the same limits; false if one of them is reached by now. */
export async function countVoucherUseAgain(
  tx: Tx,
  use: { networkId: string; code: string; orderId: string; accountId: string; at: string },
): Promise<boolean> {
  const voucherKey = sql`network_id = ${use.networkId} and code = ${use.code}`;
  const counted = await sql<{ perAccount: number | null }>`update voucher set uses = uses + 1
    where ${voucherKey} and withdrawn_at is null and blocked_at is null and (use_limit is null or uses < use_limit)
    returning (definition ->> 'limitPerAccount')::integer as "perAccount"`.execute(tx);
  const voucher = counted.rows[0];
  if (voucher === undefined) return false;
  const retaken = await sql`update voucher_use set given_back_at = null, at = ${use.at}
    where ${voucherKey} and order_id = ${use.orderId} and given_back_at is not null
      and (${voucher.perAccount}::integer is null or ${voucher.perAccount}::integer > (
        select count(*) from voucher_use where ${voucherKey} and account_id = ${use.accountId} and given_back_at is null))`.execute(
    tx,
  );
  return retaken.numAffectedRows === 1n;
}

/** Releases the vouchers of a cancelled order, locked in the sequence of their use; a second call changes nothing. */
export async function releaseVouchers(tx: Tx, orderId: string, at: string): Promise<void> {
  await sql`with given as (
      update voucher_use set given_back_at = ${at} where order_id = ${orderId} and given_back_at is null
      returning network_id, code),
    locked as materialized (
      select v.network_id, v.code from voucher v join given on given.network_id = v.network_id and given.code = v.code
      order by v.code collate "C" for update of v)
    update voucher set uses = uses - 1 from locked
    where voucher.network_id = locked.network_id and voucher.code = locked.code`.execute(tx);
}

/** A voucher that a compensation campaign gives: one use of an amount in minor units, before an instant. */
export interface CampaignVoucher {
  networkId: string;
  compensationId: string;
  code: string;
  amount: number;
  validUntil: string;
}

/**
 * Inserts the voucher of a compensation, which is no part of the network's pack. False: the code is taken. Throws if the
 * compensation has one.
 */
export async function insertCampaignVoucher(tx: Tx, voucher: CampaignVoucher): Promise<boolean> {
  const { networkId, compensationId, code, amount, validUntil } = voucher;
  const definition = PackVoucher.parse({ code, type: "AMOUNT", amount, limit: 1, validUntil });
  const written = await sql`insert into voucher (network_id, code, definition, use_limit, compensation_id)
    values (${networkId}, ${code}, ${JSON.stringify(definition)}, 1, ${compensationId}) on conflict (network_id, code) do nothing`.execute(
    tx,
  );
  return written.numAffectedRows === 1n;
}

/** Lists the vouchers of the network's pack, by code. */
export async function packVouchers(db: Database, networkId: string): Promise<PackVoucher[]> {
  const found = await sql<{ definition: unknown }>`
    select definition from voucher where network_id = ${networkId} and withdrawn_at is null and compensation_id is null and batch_id is null
    order by code collate "C"`.execute(db);
  return found.rows.map((row) => PackVoucher.parse(row.definition));
}

/**
 * Finds codes that were used more often than these vouchers would allow, with their uses. Locks their rows, and no other:
 * orders that use codes of batches go on during an import.
 */
export async function usedBeyond(
  tx: Tx,
  networkId: string,
  vouchers: readonly PackVoucher[],
): Promise<{ code: string; uses: number }[]> {
  const limits = new Map(vouchers.map(({ code, limit }) => [code, limit ?? Number.POSITIVE_INFINITY]));
  const found = await sql<{ code: string; uses: number }>`
    select code, uses from voucher where network_id = ${networkId} and code = any(${[...limits.keys()]})
      and compensation_id is null and batch_id is null order by code collate "C" for update`.execute(tx);
  return found.rows.filter(({ code, uses }) => uses > (limits.get(code) ?? Number.POSITIVE_INFINITY));
}

/** Finds codes that a voucher outside the pack has: of a batch, or of a compensation. */
export async function codesOutsidePack(
  tx: Tx,
  networkId: string,
  codes: readonly string[],
): Promise<CodeOutsidePack[]> {
  const found = await sql<CodeOutsidePack>`
    select code, case when batch_id is null then 'compensation' else 'batch' end as of from voucher
    where network_id = ${networkId} and code = any(${codes}) and (compensation_id is not null or batch_id is not null)
    order by code collate "C"`.execute(tx);
  return found.rows;
}

interface CodeOutsidePack {
  code: string;
  of: "batch" | "compensation";
}

/**
 * Replaces the vouchers of the network's pack; those not named can no longer be used. Existing uses stay counted, and
 * vouchers of compensation campaigns and of batches are left as they are.
 */
export async function saveVouchers(
  tx: Tx,
  networkId: string,
  vouchers: readonly PackVoucher[],
  at: string,
): Promise<void> {
  const codes = vouchers.map(({ code }) => code);
  await sql`update voucher set withdrawn_at = ${at}
    where network_id = ${networkId} and code <> all(${codes}) and withdrawn_at is null and compensation_id is null
      and batch_id is null`.execute(tx);
  await sql`insert into voucher (network_id, code, definition, use_limit)
    select ${networkId}, each ->> 'code', each, (each ->> 'limit')::integer
    from jsonb_array_elements(${JSON.stringify(vouchers)}::jsonb) as each
    on conflict (network_id, code) do update
      set definition = excluded.definition, use_limit = excluded.use_limit, withdrawn_at = null
      where voucher.compensation_id is null and voucher.batch_id is null`.execute(tx);
}
