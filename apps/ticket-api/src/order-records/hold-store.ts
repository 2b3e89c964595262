import { sql } from "kysely";
import { countVoucherUseAgain, releaseVouchers } from "../cart/voucher-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { giveBackPlace } from "./slot-store.ts";

/** What an unpaid order keeps from others: a place in a slot of an agency, uses of limited vouchers. */
export interface UnpaidHold {
  orderId: string;
  networkId: string;
  accountId: string;
  /** The client's address as limits count it. */
  address: string;
  agencyId: string | null;
  vouchers: readonly string[];
  at: string;
}

export interface HoldLimits {
  perAccount: number;
  perAddress: number;
  /** Of one address, in one agency's slots or of one voucher. */
  perAddressAndThing: number;
}

/**
 * Takes a hold for an order unless its account or its address has as many as they may. One statement counts and writes; who holds
 * for the same account or address waits until the transaction ends, so any number at once get no more than the limit.
 */
export async function takeHold(tx: Tx, hold: UnpaidHold, limits: HoldLimits): Promise<"taken" | "account" | "address"> {
  // In one order for everybody, before vouchers and slots: two orders never wait for each other.
  for (const subject of [`account ${hold.accountId}`, `address ${hold.address}`])
    await sql`select pg_advisory_xact_lock(hashtext('unpaid-hold'), hashtext(${`${hold.networkId} ${subject}`}))`.execute(
      tx,
    );
  return countedHold(tx, hold, limits);
}

/** Counts and writes a hold; without the locks of `takeHold` two at once may count the same. */
export async function countedHold(
  tx: Tx,
  { orderId, networkId, accountId, address, agencyId, vouchers, at }: UnpaidHold,
  { perAccount, perAddress, perAddressAndThing }: HoldLimits,
): Promise<"taken" | "account" | "address"> {
  const others = sql`unpaid_hold where network_id = ${networkId} and order_id <> ${orderId}`;
  const codes = sql`${vouchers}::text[]`;
  const tried = await sql<{ ofAccount: boolean; taken: boolean }>`with held as (
      select
        (select count(*) from ${others} and account_id = ${accountId}) < ${perAccount} as "ofAccount",
        (select count(*) from ${others} and address = ${address}) < ${perAddress}
          and (select count(*) from ${others} and address = ${address} and agency_id = ${agencyId}::text) < ${perAddressAndThing}
          and not exists (select from unnest(${codes}) as code where ${perAddressAndThing} <= (
            select count(*) from ${others} and address = ${address} and code = any(vouchers))) as "ofAddress"),
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

/** The order holds nothing unpaid any more: it is paid. */
export async function dropHold(tx: Tx, orderId: string): Promise<void> {
  await sql`delete from unpaid_hold where order_id = ${orderId}`.execute(tx);
}

/** Gives back what an order kept from others while it waited; a second time gives nothing more. */
export async function releaseHold(
  tx: Tx,
  order: { id: string; collect: unknown; vouchers: readonly string[] },
  at: string,
): Promise<void> {
  if (order.vouchers.length > 0) await releaseVouchers(tx, order.id, at);
  if (order.collect !== null) await giveBackPlace(tx, order.id, at);
  if (order.vouchers.length > 0 || order.collect !== null) await dropHold(tx, order.id);
}

/** The place that an order holds is in another agency now. */
export async function moveHold(tx: Tx, orderId: string, agencyId: string): Promise<void> {
  await sql`update unpaid_hold set agency_id = ${agencyId} where order_id = ${orderId}`.execute(tx);
}

/** Has the order a place in a slot, or must it take one again? */
export async function hasPlace(tx: Tx, orderId: string): Promise<boolean> {
  const found = await sql`select from slot_booking where order_id = ${orderId} and given_back_at is null`.execute(tx);
  return found.rows.length > 0;
}

/** The vouchers that an order used and gave back, and uses again; the code of one that is used up meanwhile. */
export async function retakeVouchers(tx: Tx, orderId: string, at: string): Promise<string | undefined> {
  const given = await sql<{
    networkId: string;
    code: string;
    accountId: string;
  }>`select network_id as "networkId", code,
      account_id as "accountId" from voucher_use
    where order_id = ${orderId} and given_back_at is not null order by code`.execute(tx);
  for (const use of given.rows) if (!(await countVoucherUseAgain(tx, { ...use, orderId, at }))) return use.code;
  return undefined;
}

/** The unpaid orders of an account that hold something, the oldest first. */
export async function heldBy(db: Database, networkId: string, accountId: string): Promise<{ id: string }[]> {
  const found = await sql<{ id: string }>`select order_id as id from unpaid_hold
    where network_id = ${networkId} and account_id = ${accountId} order by taken_at, order_id`.execute(db);
  return found.rows;
}
