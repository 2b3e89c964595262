import {
  unpaidHoldsPerAccountMax,
  unpaidHoldsPerAddressAndResourceMax,
  unpaidHoldsPerAddressMax,
} from "@guichet/contract/limits/order-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import {
  type HoldLimits,
  hasSlotBooking,
  ordersWithHold,
  reuseVouchers,
  takeHold,
} from "../order-records/hold-store.ts";
import { type OrderRow, readOrder } from "../order-records/order-store.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { cancelUnpaid, settlePayment } from "../payments/settlement/settle-payment.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { bookSlot } from "./collection.ts";

const limits: HoldLimits = {
  perAccount: unpaidHoldsPerAccountMax,
  perAddress: unpaidHoldsPerAddressMax,
  perAddressAndResource: unpaidHoldsPerAddressAndResourceMax,
};

type HoldCode = "UNPAID_HOLDS_EXCEEDED";

/**
 * Records the hold of an order that waits for payment and reserves something scarce: a place in a slot, uses of
 * limited vouchers. UNPAID_HOLDS_EXCEEDED if its account or the client's address has too many already (decision 090).
 */
export async function holdUnpaid(
  tx: Tx,
  deps: Dependencies,
  { id: orderId, networkId, accountId, collect }: OrderRow,
  { address, limitedVouchers }: { address: string; limitedVouchers: readonly string[] },
): Promise<Result<true, HoldCode>> {
  if (collect === null && limitedVouchers.length === 0) return ok(true);
  const hold = {
    orderId,
    networkId,
    accountId,
    address: addressBlock(address),
    agencyId: collect?.siteId ?? null,
    vouchers: limitedVouchers,
    at: deps.clock.iso(),
  };
  const outcome = await takeHold(tx, hold, limits);
  return outcome === "taken" ? ok(true) : err("UNPAID_HOLDS_EXCEEDED", { reason: outcome });
}

export type AgainCode = HoldCode | "COLLECT_SLOT_FULL" | "COLLECT_AGENCY_REQUIRED" | "VOUCHER_LIMIT_REACHED";

/**
 * Reserves again what a refused order released, before it is paid again: its hold, its vouchers and its place. An error
 * if another order took them in the meantime.
 */
export async function renewHold(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  address: string,
): Promise<Result<true, AgainCode>> {
  const hold = await holdUnpaid(tx, deps, order, { address, limitedVouchers: order.vouchers });
  if (!hold.ok) return hold;
  const usedUp = await reuseVouchers(tx, order.id, deps.clock.iso());
  if (usedUp !== undefined) return err("VOUCHER_LIMIT_REACHED", { voucher: usedUp });
  return order.collect === null || (await hasSlotBooking(tx, order.id)) ? ok(true) : bookSlot(tx, order);
}

/**
 * Releases the hold of the buyer's oldest unpaid order to allow a new one: closes its payment page, and cancels it once
 * the provider confirms that nothing can be captured. False if nothing was released.
 */
export async function releaseOldestHold(
  deps: Dependencies,
  { networkId, accountId }: { networkId: string; accountId: string },
): Promise<boolean> {
  const [oldest] = await ordersWithHold(deps.db, networkId, accountId);
  const order = oldest && (await readOrder(deps.db, oldest.id));
  if (order === undefined) return false;
  try {
    const payment = await lastPayment(deps.db, order.id);
    if (payment !== undefined) await settlePayment(deps, payment.id, { close: "given-up" });
    await cancelUnpaid(deps, order);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return false;
  }
  return !(await ordersWithHold(deps.db, networkId, accountId)).some(({ id }) => id === order.id);
}
