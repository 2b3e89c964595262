import type { Dependencies } from "../../dependencies.ts";
import type { PaymentSession, PresentCharge, SavedCharge } from "../../integrations/payment-provider.ts";
import {
  type CardPayment,
  type Payment,
  readPayment,
  saveSessionStatement,
  type ToOpen,
} from "../../payment-records/payment-store.ts";
import { rejectForeignAnswer } from "./check-answer.ts";

/**
 * Opens the provider's session of a started payment, or charges the saved card. It can be repeated after any crash: the
 * provider returns the same session for the same payment, so the session is saved in the background. Throws
 * `ProviderUnreachable`, also for an answer about another payment, and `ProviderRefused` for a card that the provider
 * does not have.
 */
export async function openSession(deps: Dependencies, payment: ToOpen): Promise<PaymentSession> {
  const session = await atProvider(deps, payment);
  deps.runInBackground(saveSession(deps, payment, session));
  return session;
}

/** A session that is being opened while its payment is written. */
export interface OpeningSession {
  /** The session, which is saved as by `openSession`; throws the provider's error. Call it once the payment is committed. */
  session(): Promise<PaymentSession>;
  /** Closes the session at the provider in the background: its payment was not written. */
  discard(): void;
}

/** Starts to open the session of a payment that is about to be written: neither needs the other's result. */
export function beginSession(deps: Dependencies, payment: ToOpen): OpeningSession {
  const opening = atProvider(deps, payment);
  // `session` reports the error.
  opening.catch(() => undefined);
  return {
    session: async () => {
      const session = await opening;
      deps.runInBackground(saveSession(deps, payment, session));
      return session;
    },
    discard: () =>
      deps.runInBackground(
        opening.then(
          ({ id }) => closeUnlessWritten(deps, payment, id),
          () => undefined,
        ),
      ),
  };
}

/** Closes the session unless the payment exists after all: a database that did not respond may have committed it. */
async function closeUnlessWritten(deps: Dependencies, { id, providerAccount }: ToOpen, session: string): Promise<void> {
  if ((await readPayment(deps.db, id)) === undefined) await deps.payments.at(providerAccount).cancel(session);
}

/** Opens the session or charges the card; with `close`, a charge that may never have arrived is closed instead. */
async function atProvider(deps: Dependencies, payment: ToOpen, close = false): Promise<PaymentSession> {
  deps.failpoint("session-requested");
  const provider = deps.payments.at(payment.providerAccount);
  const session =
    payment.kind === "page"
      ? await provider.create(payment.asked)
      : close && isPresent(payment.asked)
        ? await provider.closeCharge(payment.asked)
        : await provider.chargeSaved(payment.asked);
  deps.failpoint("session-created");
  return rejectForeignAnswer({ reference: payment.id, orderId: payment.orderId }, session);
}

async function saveSession(deps: Dependencies, { id }: ToOpen, session: PaymentSession): Promise<void> {
  await deps.deferWrite(saveSessionStatement(id, session.id, session.paymentUrl ?? null));
  deps.failpoint("session-stored");
}

const isPresent = (charge: SavedCharge): charge is PresentCharge => charge.present !== undefined;

/** The payment with its session at the provider, which is opened if there is none; `close`: it is about to be closed. */
export async function withSession(deps: Dependencies, payment: CardPayment, close: boolean): Promise<Payment> {
  if (payment.providerSession !== null) return payment;
  await saveSession(deps, payment, await atProvider(deps, payment, close));
  return (await readPayment(deps.db, payment.id)) ?? payment;
}
