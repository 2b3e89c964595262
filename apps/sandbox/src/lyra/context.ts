import type { PaymentContext } from "../payment/context.ts";
import { currentSession } from "../payment/sessions.ts";
import { isLyraRecord, type LyraRecord, type LyraShop } from "./objects.ts";
import { noTransaction } from "./refusals.ts";

/** Dependencies of the operations of Lyra's protocol. */
export interface LyraContext extends LyraShop {
  payment: PaymentContext;
}

/** The sessions of one order id, oldest first. */
export function recordsOf({ payment }: LyraContext, orderId: string): LyraRecord[] {
  const found = [...payment.ledger.sessions()].filter(({ session }) => session.reference === orderId);
  return found.flatMap(({ session }) => currentSession(payment, session.id) ?? []).filter(isLyraRecord);
}

/** The session that this transaction pays. */
export function recordOf({ payment }: LyraContext, uuid: string): LyraRecord {
  const found = [...payment.ledger.sessions()].find(({ lyra }) => lyra?.uuid === uuid);
  const record = found && currentSession(payment, found.session.id);
  if (!isLyraRecord(record)) throw noTransaction();
  return record;
}

/** A session that a request creates. */
export function newRecord(
  { payment }: LyraContext,
  asked: {
    id: string;
    orderId: string;
    amount: { amount: number; currency: string };
    isManual: boolean;
    expiresAt: Date;
    metadata: Record<string, string>;
    customer: string | undefined;
    notifyUrl: string | undefined;
    returnUrl: string;
  },
): Omit<LyraRecord, "lyra"> {
  const at = payment.clock.now().toISOString();
  const nothing = { ...asked.amount, amount: 0 };
  return {
    session: {
      id: asked.id,
      reference: asked.orderId,
      orderId: asked.metadata.orderId ?? asked.orderId,
      state: "open",
      amount: asked.amount,
      captured: nothing,
      refunded: nothing,
      refunds: [],
      capture: asked.isManual ? "manual" : "automatic",
      createdAt: at,
      changedAt: at,
      expiresAt: asked.expiresAt.toISOString(),
    },
    merchant: asked.metadata.merchant ?? "",
    ...(asked.metadata.description !== undefined && { description: asked.metadata.description }),
    locale: "",
    returnUrl: asked.returnUrl,
    notifyUrl: asked.notifyUrl ?? "",
    customer: asked.customer,
    saveMethod: false,
  };
}
