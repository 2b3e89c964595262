import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../database/database.ts";
import { personalDataSource } from "../personal-data/personal-data-source.ts";

const VoucherUseKept = z.strictObject({
  orderId: Id,
  code: z.string(),
  at: Instant,
  givenBackAt: Instant.nullable(),
});

/** A voucher use stays counted, without its account. */
export const vouchersOfPerson = personalDataSource({
  tables: {
    voucher_use: { stays: ["network_id", "code", "order_id", "at", "given_back_at"], emptied: ["account_id"] },
  },
  shape: z.array(VoucherUseKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof VoucherUseKept>>`
      select order_id as "orderId", code, at, given_back_at as "givenBackAt" from voucher_use
      where network_id = ${networkId} and account_id = ${accountId} order by at, code`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`update voucher_use set account_id = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Moves the voucher uses of some orders to another account. */
export async function moveVoucherUses(tx: Tx, orderIds: readonly string[], to: string): Promise<void> {
  await sql`update voucher_use set account_id = ${to} where order_id = any(${orderIds}::uuid[])`.execute(tx);
}
