import { paymentSessionMarginMinutes } from "@guichet/contract/limits.ts";
import { later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import { together } from "../database/together.ts";
import type { House } from "../house.ts";
import { plan } from "../jobs/plan.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { shopOrigin } from "../networks/shop-address.ts";
import type { OrderRow } from "../orders/order-store.ts";
import type { NewSession } from "../outside/payment-provider.ts";
import { insertPayment, type Payment } from "./payment-store.ts";
import { firstLookMs } from "./timed-work.ts";

/** Begins a payment, and plans that somebody looks after it even if nobody ever comes back. */
export async function beginPayment(tx: Tx, house: House, network: LoadedNetwork, order: OrderRow): Promise<Payment> {
  const id = house.ids.uuid();
  const { networkId, amount, currency, id: orderId } = order;
  const asked = sessionFor(house, network, order, id);
  await together([
    insertPayment(tx, { id, networkId, orderId, amount, currency, asked, at: house.clock.iso() }),
    plan(tx, house, {
      networkId,
      kind: "payment",
      key: id,
      payload: { paymentId: id },
      dueAt: later(house.clock.now(), firstLookMs),
    }),
  ]);
  return {
    id,
    networkId,
    orderId,
    orderNumber: order.number,
    orderExpiresAt: order.expiresAt,
    status: "begun",
    amount,
    currency,
    asked,
    providerSession: null,
    payUrl: null,
  };
}

/** What the provider is asked. The browser comes back to the path that the shop gave, in the network's own shop. */
function sessionFor(house: House, network: LoadedNetwork, order: OrderRow, reference: string): NewSession {
  const back = new URL(order.returnUrl ?? "/", shopOrigin(house.config.shopUrl, network.definition));
  back.searchParams.set("order", order.id);
  return {
    reference,
    orderId: order.id,
    merchant: network.definition.name,
    amount: { amount: order.amount, currency: order.currency },
    language: order.language,
    returnUrl: back.href,
    notifyUrl: new URL("/payment/notifications", house.config.publicUrl).href,
    expiresAt: later(new Date(order.expiresAt), -minutesMs(paymentSessionMarginMinutes)).toISOString(),
    capture: "automatic",
    saveMethod: false,
    customer: order.accountId,
  };
}
