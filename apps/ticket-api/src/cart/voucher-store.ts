import { PackVoucher } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";

/** The vouchers that the network's pack brought, by code. */
export async function readVouchers(db: Database, networkId: string): Promise<PackVoucher[]> {
  const found = await sql<{ definition: unknown }>`
    select definition from voucher where network_id = ${networkId} and withdrawn_at is null
    order by code collate "C"`.execute(db);
  return found.rows.map((row) => PackVoucher.parse(row.definition));
}

/** Codes that were used more often than these vouchers would allow, with their uses. Their rows are locked. */
export async function usedBeyond(
  tx: Tx,
  networkId: string,
  vouchers: readonly PackVoucher[],
): Promise<{ code: string; uses: number }[]> {
  const limits = new Map(vouchers.map(({ code, limit }) => [code, limit ?? Number.POSITIVE_INFINITY]));
  const found = await sql<{ code: string; uses: number }>`
    select code, uses from voucher where network_id = ${networkId} order by code for update`.execute(tx);
  return found.rows.filter(({ code, uses }) => uses > (limits.get(code) ?? Number.POSITIVE_INFINITY));
}

/** Makes these the vouchers of the network; those not named can no longer be used. Uses made stay counted. */
export async function saveVouchers(
  tx: Tx,
  networkId: string,
  vouchers: readonly PackVoucher[],
  at: string,
): Promise<void> {
  const codes = vouchers.map(({ code }) => code);
  await sql`update voucher set withdrawn_at = ${at}
    where network_id = ${networkId} and code <> all(${codes}) and withdrawn_at is null`.execute(tx);
  await sql`insert into voucher (network_id, code, definition, use_limit)
    select ${networkId}, each ->> 'code', each, (each ->> 'limit')::integer
    from jsonb_array_elements(${JSON.stringify(vouchers)}::jsonb) as each
    on conflict (network_id, code) do update
      set definition = excluded.definition, use_limit = excluded.use_limit, withdrawn_at = null`.execute(tx);
}
