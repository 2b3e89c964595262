import type { Tx } from "../database/database.ts";
import type { House } from "../dependencies.ts";
import type { PaymentSession } from "../integrations/payment-provider.ts";
import { refuseForeign } from "./mismatches.ts";
import { type Payment, type ProviderPayment, readPayment, sessionKept, type ToOpen } from "./payment-store.ts";

/**
 * Opens the provider's session of a payment that has begun, or charges the kept card. May be repeated after any crash: the
 * provider gives the same session for the same payment. So a customer who waits for its page need not wait until it is
 * noted here too: that is done afterwards. Throws `ProviderUnreachable` (an answer about another payment is no answer), and `ProviderRefused` for a card that the
 * provider does not have.
 */
export async function openSession(house: House, payment: ToOpen): Promise<PaymentSession> {
  const session = await atProvider(house, payment);
  house.afterwards(noted(house, payment, session));
  return session;
}

/** A session that was opened while its payment was written. */
export interface OpenedSession {
  /** The session, which is noted afterwards as with `openSession`; throws what the provider threw. */
  kept(): Promise<PaymentSession>;
}

/**
 * Opens the session of a payment that is written by `write` at the same time: neither needs the other's answer. Nobody is shown its
 * page before the payment stands. When that fails, `write`'s failure is thrown, and the session, which nobody can pay, is closed.
 */
export async function openedWhile(
  house: House,
  payment: ToOpen,
  write: (tx: Tx) => Promise<void>,
): Promise<OpenedSession> {
  const opening = atProvider(house, payment);
  // Told to whoever asks for the session.
  opening.catch(() => undefined);
  try {
    await house.db.transaction().execute(write);
  } catch (error) {
    house.afterwards(
      opening.then(
        ({ id }) => closeForNobody(house, payment, id),
        () => undefined,
      ),
    );
    throw error;
  }
  return {
    kept: async () => {
      const session = await opening;
      house.afterwards(noted(house, payment, session));
      return session;
    },
  };
}

/** Unless the payment stands after all: a database that did not answer may have kept it, and its order goes its way. */
async function closeForNobody(house: House, { id }: ToOpen, session: string): Promise<void> {
  if ((await readPayment(house.db, id)) === undefined) await house.payments.cancel(session);
}

async function atProvider(house: House, payment: ToOpen): Promise<PaymentSession> {
  house.pass("session-wanted");
  const session =
    payment.kind === "page"
      ? await house.payments.create(payment.asked)
      : await house.payments.chargeLater(payment.asked);
  house.pass("session-created");
  return refuseForeign({ reference: payment.id, orderId: payment.orderId }, session);
}

async function noted(house: House, { id }: ToOpen, session: PaymentSession): Promise<void> {
  await house.note(sessionKept(id, session.id, session.paymentUrl ?? null));
  house.pass("session-kept");
}

/** The payment as it stands, with a session at the provider. */
export async function withSession(house: House, payment: ProviderPayment): Promise<Payment> {
  if (payment.providerSession !== null) return payment;
  await noted(house, payment, await atProvider(house, payment));
  return (await readPayment(house.db, payment.id)) ?? payment;
}
