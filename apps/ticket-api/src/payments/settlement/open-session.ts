import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { PaymentSession } from "../../integrations/payment-provider.ts";
import {
  type Payment,
  type ProviderPayment,
  readPayment,
  sessionKept,
  type ToOpen,
} from "../../payment-records/payment-store.ts";
import { rejectForeignAnswer } from "./check-answer.ts";

/**
 * Opens the provider's session of a payment that has begun, or charges the kept card. May be repeated after any crash: the
 * provider gives the same session for the same payment. So a customer who waits for its page need not wait until it is
 * noted here too: that is done afterwards. Throws `ProviderUnreachable` (an answer about another payment is no answer), and `ProviderRefused` for a card that the
 * provider does not have.
 */
export async function openSession(deps: Dependencies, payment: ToOpen): Promise<PaymentSession> {
  const session = await atProvider(deps, payment);
  deps.afterwards(noted(deps, payment, session));
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
  deps: Dependencies,
  payment: ToOpen,
  write: (tx: Tx) => Promise<void>,
): Promise<OpenedSession> {
  const opening = atProvider(deps, payment);
  // Told to whoever asks for the session.
  opening.catch(() => undefined);
  try {
    await deps.db.transaction().execute(write);
  } catch (error) {
    deps.afterwards(
      opening.then(
        ({ id }) => closeForNobody(deps, payment, id),
        () => undefined,
      ),
    );
    throw error;
  }
  return {
    kept: async () => {
      const session = await opening;
      deps.afterwards(noted(deps, payment, session));
      return session;
    },
  };
}

/** Unless the payment stands after all: a database that did not answer may have kept it, and its order goes its way. */
async function closeForNobody(deps: Dependencies, { id }: ToOpen, session: string): Promise<void> {
  if ((await readPayment(deps.db, id)) === undefined) await deps.payments.cancel(session);
}

async function atProvider(deps: Dependencies, payment: ToOpen): Promise<PaymentSession> {
  deps.failpoint("session-wanted");
  const session =
    payment.kind === "page"
      ? await deps.payments.create(payment.asked)
      : await deps.payments.chargeLater(payment.asked);
  deps.failpoint("session-created");
  return rejectForeignAnswer({ reference: payment.id, orderId: payment.orderId }, session);
}

async function noted(deps: Dependencies, { id }: ToOpen, session: PaymentSession): Promise<void> {
  await deps.note(sessionKept(id, session.id, session.paymentUrl ?? null));
  deps.failpoint("session-kept");
}

/** The payment as it stands, with a session at the provider. */
export async function withSession(deps: Dependencies, payment: ProviderPayment): Promise<Payment> {
  if (payment.providerSession !== null) return payment;
  await noted(deps, payment, await atProvider(deps, payment));
  return (await readPayment(deps.db, payment.id)) ?? payment;
}
