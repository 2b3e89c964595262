import type { PaymentMoney, Refund, Session } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { applyStep, type Outcome, type PaymentContext } from "./context.ts";
import type { SessionRecord } from "./ledger.ts";
import { captureKindOf } from "./protocols.ts";
import { currentSession } from "./sessions.ts";
import { refundedAmount } from "./tampering.ts";

/** Captures an authorised amount. Idempotent: a captured session is returned unchanged. */
export async function capture(context: PaymentContext, id: string): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const { session } = record;
  if (session.state === "captured") return { value: session };
  if (session.state !== "authorised") return { refusal: "session_not_authorised" };
  const { amount } = session;
  const entry = { kind: captureKindOf(record), amount };
  const step = { state: "captured", session: { captured: amount }, entry } as const;
  return { value: await applyStep(context, record, step) };
}

/** Closes a session or releases an authorisation. The returned state shows whether it was in time. */
export async function close(context: PaymentContext, id: string): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const { state } = record.session;
  const closable = state === "open" || state === "authenticating" || state === "authorised";
  return { value: closable ? await applyStep(context, record, { state: "cancelled" }) : record.session };
}

/** Refunds all or part of the captured amount, once per key; `kept` is stored with the refund. */
export async function refundSession(
  context: PaymentContext,
  id: string,
  { key, amount: asked }: { key: string; amount: PaymentMoney },
  kept: (refundId: string) => Partial<SessionRecord> = () => ({}),
): Promise<Outcome<{ refund: Refund; session: Session }>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const { session } = record;
  const existing = session.refunds.find((refund) => refund.key === key);
  if (existing !== undefined) {
    const first = existing.asked ?? existing.amount;
    const same = first.amount === asked.amount && first.currency === asked.currency;
    return same ? { value: { refund: existing, session } } : { refusal: "reference_reused" };
  }
  const amount = refundedAmount(context, asked);
  if (session.state !== "captured" && session.captured.amount === 0) return { refusal: "session_not_captured" };
  if (amount.currency !== session.amount.currency) return { refusal: "currency_differs" };
  const refunded = session.refunded.amount + amount.amount;
  if (refunded > session.captured.amount) return { refusal: "refund_too_high" };
  const refund: Refund = {
    id: context.newId(record.stripe === undefined ? "rf" : "re"),
    key,
    amount,
    asked,
    at: context.clock.now().toISOString(),
  };
  const moved = await applyStep(context, record, {
    session: { refunds: [...session.refunds, refund], refunded: { ...amount, amount: refunded } },
    record: kept(refund.id),
    entry: { kind: "refund", amount },
  });
  return { value: { refund, session: moved } };
}

/** Removes a saved method; idempotent. */
export async function removeMethod(
  context: PaymentContext,
  id: string,
): Promise<Outcome<{ id: string; removed: true }>> {
  const saved = context.ledger.method(id);
  if (saved === undefined) return { refusal: "method_unknown" };
  if (!saved.removed) await context.ledger.commit({ method: { ...saved, removed: true } });
  return { value: { id, removed: true } };
}
