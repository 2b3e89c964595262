import { paymentSessionMarginMinutes } from "@guichet/contract/limits.ts";
import { later, minutesMs } from "../clock.ts";
import { together } from "../database/together.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { shopOrigin } from "../networks/shop-address.ts";
import { addEvent, moveOrder } from "../orders/order-store.ts";
import type { PaymentSession } from "../outside/payment-provider.ts";
import { keepSession, type Payment, readPayment } from "./payment-store.ts";

/**
 * Opens the provider's session of a payment that has begun, and with it the order is being paid. May be repeated after
 * any crash: the provider gives the same session for the same payment. Throws `ProviderUnreachable`.
 */
export async function openSession(house: House, payment: Payment): Promise<PaymentSession> {
  const network = await house.networks.get(payment.networkId);
  if (network === undefined) throw new Error(`Network ${payment.networkId} is gone`);
  const expires = later(new Date(payment.orderExpiresAt), -minutesMs(paymentSessionMarginMinutes));
  house.pass("session-wanted");
  const session = await house.payments.create({
    reference: payment.id,
    orderId: payment.orderId,
    merchant: network.definition.name,
    amount: { amount: payment.amount, currency: payment.currency },
    language: payment.language,
    returnUrl: returnAddress(house, payment, network),
    notifyUrl: new URL("/payment/notifications", house.config.publicUrl).href,
    expiresAt: expires.toISOString(),
    capture: "automatic",
    saveMethod: false,
    customer: payment.accountId,
  });
  house.pass("session-created");
  await house.db.transaction().execute(async (tx) => {
    const at = house.clock.iso();
    // The payment before the order, as wherever both are written: else two could wait for each other.
    const [, order] = await together([
      keepSession(tx, payment.id, session.id, session.paymentUrl ?? null),
      moveOrder(tx, payment.orderId, ["PENDING", "ERROR"], "PROCESSING", at),
    ]);
    if (order !== undefined)
      await addEvent(tx, { networkId: payment.networkId, orderId: payment.orderId, at, event: "payment-begun" });
    house.pass("session-uncommitted");
  });
  house.pass("session-kept");
  return session;
}

/** The payment as it stands, with a session at the provider. */
export async function withSession(house: House, payment: Payment): Promise<Payment> {
  if (payment.providerSession !== null) return payment;
  await openSession(house, payment);
  return (await readPayment(house.db, payment.id)) ?? payment;
}

/** Where the browser comes back to: the path that the shop gave, in the network's own shop. */
function returnAddress(house: House, payment: Payment, network: LoadedNetwork): string {
  const address = new URL(payment.returnUrl, shopOrigin(house.config.shopUrl, network.definition));
  address.searchParams.set("order", payment.orderId);
  return address.href;
}
