import type { OrderOrigin } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Buyer } from "../cart/buyer-store.ts";
import type { QuotedCart } from "../cart/quote-cart.ts";
import { countVoucherUse } from "../cart/voucher-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Customer, OrderRow } from "../order-records/order-store.ts";
import type { UserSession } from "../sessions/session-store.ts";

/** Who bought, as it stays on the order. */
export function customerOf(buyer: Buyer | null): Customer {
  return {
    travellerId: buyer?.person?.userId ?? "",
    firstName: buyer?.person?.firstName ?? "",
    lastName: buyer?.person?.lastName ?? "",
    email: buyer?.email ?? "",
    guest: buyer?.guest ?? false,
  };
}

/** The caller's key of an order; a traveller's own sign-in has keys of its own. */
export function orderKeyOf(session: UserSession, key: string | undefined): string | null {
  if (key === undefined) return null;
  return session.isHolder ? key : `${session.travellerId}:${key}`;
}

const origins: Record<string, OrderOrigin> = {
  ESHOP: "ESHOP",
  SCHOOL_ESHOP: "SCHOOL",
  MTICKET: "APP",
  APP_MULTIPLE_NETWORK: "APP",
  APP_SCOOP: "APP",
  WEB_SCOOP: "RETAIL",
};
export const originOf = (type: string | null): OrderOrigin => origins[type ?? "ESHOP"] ?? "ESHOP";

/** Counts the order's vouchers, each under its limit however many ask at once. */
export async function useVouchers(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { vouchers }: QuotedCart,
): Promise<Result<true, "VOUCHER_LIMIT_REACHED">> {
  // In one order for everybody: two orders with the same vouchers never wait for each other.
  const used = vouchers.flatMap(({ terms }) => terms ?? []).sort((a, b) => (a.code < b.code ? -1 : 1));
  for (const terms of used) {
    const counted = await countVoucherUse(tx, {
      networkId: order.networkId,
      code: terms.code,
      orderId: order.id,
      accountId: order.accountId,
      at: deps.clock.iso(),
      limitPerAccount: terms.limitPerAccount,
    });
    if (!counted) return err("VOUCHER_LIMIT_REACHED", { voucher: terms.code });
  }
  return ok(true);
}
