import { sql } from "kysely";
import { countVoucherUseAgain, releaseVouchers } from "../cart/voucher-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { releasePlace } from "./slot-store.ts";

/** What an unpaid order reserves: a place in an agency's slot, uses of limited vouchers. */
export interface UnpaidHold {
  orderId: string;
  networkId: string;
  accountId: string;
  /** The client's address as the limits count it. */
  address: string;
  agencyId: string | null;
  vouchers: readonly string[];
  at: string;
}

export interface HoldLimits {
  perAccount: number;
  perAddress: number;
  /** The limit of one address in one agency's slots, or for one voucher. */
  perAddressAndResource: number;
}

/**
 * Inserts a hold for an order unless its account or address is at its limit. Advisory locks on the account and the
 * address are held until the transaction ends, so that concurrent orders cannot exceed the limits.
 */
export async function takeHold(tx: Tx, hold: UnpaidHold, limits: HoldLimits): Promise<"taken" | "account" | "address"> {
  // Locked in the same sequence everywhere, before vouchers and slots, so that two orders cannot deadlock.
  for (const subject of [`account ${hold.accountId}`, `address ${hold.address}`])
    await sql`select pg_advisory_xact_lock(hashtext('unpaid-hold'), hashtext(${`${hold.networkId} ${subject}`}))`.execute(
      tx,
    );
  return countAndInsertHold(tx, hold, limits);
}

/** Counts and inserts a hold; without the locks of `takeHold` two concurrent calls may read the same count. */
export async function countAndInsertHold(
  tx: Tx,
  { orderId, networkId, accountId, address, agencyId, vouchers, at }: UnpaidHold,
  { perAccount, perAddress, perAddressAndResource }: HoldLimits,
): Promise<"taken" | "account" | "address"> {
  const otherHolds = sql`unpaid_hold where network_id = ${networkId} and order_id <> ${orderId}`;
  const codes = sql`${vouchers}::text[]`;
  const tried = await sql<{ ofAccount: boolean; taken: boolean }>`with held as (
      select
        (select count(*) from ${otherHolds} and account_id = ${accountId}) < ${perAccount} as "ofAccount",
        (select count(*) from ${otherHolds} and address = ${address}) < ${perAddress}
          and (select count(*) from ${otherHolds} and address = ${address} and agency_id = ${agencyId}::text) < ${perAddressAndResource}
          and not exists (select from unnest(${codes}) as code where ${perAddressAndResource} <= (
            select count(*) from ${otherHolds} and address = ${address} and code = any(vouchers))) as "ofAddress"),
    taken as (
      insert into unpaid_hold (order_id, network_id, account_id, address, agency_id, vouchers, taken_at)
      select ${orderId}::uuid, ${networkId}, ${accountId}::uuid, ${address}, ${agencyId}, ${codes}, ${at}::timestamptz from held
      where "ofAccount" and "ofAddress"
      on conflict (order_id) do update set address = excluded.address, agency_id = excluded.agency_id
      returning order_id)
    select "ofAccount", exists(select from taken) as taken from held`.execute(tx);
  const { ofAccount, taken } = tried.rows[0] ?? { ofAccount: false, taken: false };
  if (taken) return "taken";
  return ofAccount ? "address" : "account";
}

/** Deletes the hold of an order that is paid. */
export async function dropHold(tx: Tx, orderId: string): Promise<void> {
  await sql`delete from unpaid_hold where order_id = ${orderId}`.execute(tx);
}

/** Releases what an unpaid order reserved; a second call changes nothing. */
export async function releaseHold(
  tx: Tx,
  order: { id: string; collect: unknown; vouchers: readonly string[] },
  at: string,
): Promise<void> {
  if (order.vouchers.length > 0) await releaseVouchers(tx, order.id, at);
  if (order.collect !== null) await releasePlace(tx, order.id, at);
  if (order.vouchers.length > 0 || order.collect !== null) await dropHold(tx, order.id);
}

/** Moves the hold of an order to another agency. */
export async function moveHold(tx: Tx, orderId: string, agencyId: string): Promise<void> {
  await sql`update unpaid_hold set agency_id = ${agencyId} where order_id = ${orderId}`.execute(tx);
}

/** Whether the order still has a place in a slot; otherwise it must book one again. */
export async function hasSlotBooking(tx: Tx, orderId: string): Promise<boolean> {
  const found = await sql`select from slot_booking where order_id = ${orderId} and given_back_at is null`.execute(tx);
  return found.rows.length > 0;
}

/** Uses again the vouchers that an order released; returns the code of one that is used up by now. */
export async function reuseVouchers(tx: Tx, orderId: string, at: string): Promise<string | undefined> {
  const released = await sql<{
    networkId: string;
    code: string;
    accountId: string;
  }>`select network_id as "networkId", code,
      account_id as "accountId" from voucher_use
    where order_id = ${orderId} and given_back_at is not null order by code`.execute(tx);
  for (const use of released.rows) if (!(await countVoucherUseAgain(tx, { ...use, orderId, at }))) return use.code;
  return undefined;
}

/** Lists the unpaid orders of an account that hold something, oldest first. */
export async function ordersWithHold(db: Database, networkId: string, accountId: string): Promise<{ id: string }[]> {
  const found = await sql<{ id: string }>`select order_id as id from unpaid_hold
    where network_id = ${networkId} and account_id = ${accountId} order by taken_at, order_id`.execute(db);
  return found.rows;
}
