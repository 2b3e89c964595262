import type { OrderOrigin } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { orderMachine } from "@guichet/rules/orders.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Buyer } from "../cart/buyer-store.ts";
import type { QuotedCart } from "../cart/quote-cart.ts";
import { countVoucherUse } from "../cart/voucher-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Ids } from "../ids.ts";
import type { Customer, NewOrder, OrderRow } from "../order-records/order-store.ts";
import type { UserSession } from "../sessions/session-store.ts";

/** What every order has, whether a cart, a counter, a gift or a renewal creates it. */
type OrderBasics = Pick<
  NewOrder,
  | "networkId"
  | "clientId"
  | "accountId"
  | "placedBy"
  | "idempotencyKey"
  | "cartDigest"
  | "origin"
  | "amount"
  | "currency"
  | "paymentMethod"
  | "language"
  | "customer"
  | "createdAt"
  | "expiresAt"
>;

/** A new order with an id; fields that `more` does not name are empty, and its status is the one of a placed order. */
export const newOrder = (ids: Ids, basics: OrderBasics, more: Partial<NewOrder> = {}): NewOrder => ({
  id: ids.uuid(),
  status: born(orderMachine, "place"),
  installments: 1,
  installmentPeriod: null,
  delivery: null,
  collect: null,
  vouchers: [],
  invoiceEmail: null,
  returnUrl: null,
  subscriptionId: null,
  consents: null,
  ...basics,
  ...more,
});

/** The customer as stored with the order. */
export function customerOf(buyer: Buyer | null): Customer {
  return {
    travellerId: buyer?.person?.userId ?? "",
    firstName: buyer?.person?.firstName ?? "",
    lastName: buyer?.person?.lastName ?? "",
    email: buyer?.email ?? "",
    guest: buyer?.guest ?? false,
  };
}

/** The idempotency key of an order; a traveller's own sign-in has a key space of its own. */
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

/** Counts the use of each of the order's vouchers; VOUCHER_LIMIT_REACHED if one has no use left. */
export async function useVouchers(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { vouchers }: QuotedCart,
): Promise<Result<true, "VOUCHER_LIMIT_REACHED">> {
  // In one order for all, so that two orders with the same vouchers never wait for each other.
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
