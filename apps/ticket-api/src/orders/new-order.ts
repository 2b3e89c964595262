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

/** The fields of every order, from a cart, a counter sale, a gift or a renewal. */
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

/** A new order with an id and the status of a placed order; fields that `more` does not name are empty. */
export const newOrder = (ids: Ids, basics: OrderBasics, more: Partial<NewOrder> = {}): NewOrder => ({
  id: ids.uuid(),
  status: born(orderMachine, "place"),
  paidAtCounter: false,
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

/** The idempotency key of an order; a traveller's own sign-in has a separate key space. */
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
  // In the same sequence in every order, so that two orders with the same vouchers cannot deadlock.
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
