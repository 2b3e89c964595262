import { withCommit } from "../database/with-commit.ts";
import type { House } from "../house.ts";
import { orderMoved } from "../orders/order-store.ts";
import type { PaymentSession } from "../outside/payment-provider.ts";
import { type Payment, type ProviderPayment, readPayment, sessionKept } from "./payment-store.ts";

/**
 * Opens the provider's session of a payment that has begun, or charges the kept card; a new order is being paid with it. May be repeated after
 * any crash: the provider gives the same session for the same payment. Throws `ProviderUnreachable`, and `ProviderRefused`
 * for a card that the provider does not have.
 */
export async function openSession(house: House, payment: ProviderPayment): Promise<PaymentSession> {
  house.pass("session-wanted");
  const session =
    payment.kind === "page"
      ? await house.payments.create(payment.asked)
      : await house.payments.chargeLater(payment.asked);
  house.pass("session-created");
  await house.db.transaction().execute(async (tx) => {
    const at = house.clock.iso();
    // The payment before the order, as wherever both are written: else two could wait for each other.
    await withCommit(tx, [
      sessionKept(payment.id, session.id, session.paymentUrl ?? null),
      orderMoved(payment.orderId, ["PENDING", "ERROR"], "PROCESSING", { at, event: "payment-begun" }),
    ]);
    house.pass("session-uncommitted");
  });
  house.pass("session-kept");
  return session;
}

/** The payment as it stands, with a session at the provider. */
export async function withSession(house: House, payment: ProviderPayment): Promise<Payment> {
  if (payment.providerSession !== null) return payment;
  await openSession(house, payment);
  return (await readPayment(house.db, payment.id)) ?? payment;
}
