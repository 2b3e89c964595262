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

/** From a refund to a card that cannot be credited to its failure. */
const refundFailsMs = 2 * 86_400_000;

/** Lets the refunds fail that are due by the clock. */
export async function failDueRefunds(context: PaymentContext): Promise<void> {
  const dueBefore = context.clock.now().getTime() - refundFailsMs;
  for (const { session, ...record } of context.ledger.failing())
    for (const refund of session.refunds)
      if (canFail({ ...record, session }, refund) && Date.parse(refund.at) <= dueBefore)
        await failRefund(context, session.id, refund.id);
}

/** The card issuer returns a refund that was accepted; without an id the latest one. A failed one stays failed. */
export async function failRefund(
  context: PaymentContext,
  id: string,
  refundId: string | undefined,
): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const { session } = record;
  const refund = session.refunds.findLast(
    (each) => canFail(record, each) && (refundId === undefined || each.id === refundId),
  );
  if (refund === undefined) return { refusal: "refund_unknown" };
  const { amount } = refund;
  const failed = { ...refund, failedAt: context.clock.now().toISOString() };
  const refunds = session.refunds.map((each) => (each === refund ? failed : each));
  const refunded = { ...session.refunded, amount: session.refunded.amount - amount.amount };
  const entry = { kind: "refund", amount: { ...amount, amount: -amount.amount } } as const;
  return { value: await applyStep(context, record, { session: { refunds, refunded }, entry }) };
}

/** Whether a refund can still fail: at Lyra, one that was taken off before the remittance was never sent to the card. */
const canFail = ({ lyra }: SessionRecord, { id, failedAt }: Refund): boolean =>
  failedAt === undefined && (lyra === undefined || lyra.credits[id] !== undefined);

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
