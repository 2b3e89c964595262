import type {
  ChargeRequest,
  CreateSessionRequest,
  Refund,
  RefundRequest,
  RefusalReason,
  Session,
} from "@guichet/contract/integrations/sandbox-payment.ts";
import { cardIsPast } from "./cards.ts";
import { applyStep, type Outcome, type PaymentContext } from "./context.ts";
import type { MethodRecord, SessionRecord } from "./ledger.ts";
import { captureKindOf } from "./protocols.ts";
import { currentSession, fingerprintOf, nothing, openSession, payWithProposed } from "./sessions.ts";
import { captured, refundedAmount } from "./tampering.ts";

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
  { key, amount: asked }: RefundRequest,
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

/** Charges a saved method, once per reference. A refusal is a result with state `refused`. */
export async function chargeMethod(context: PaymentContext, asked: ChargeRequest): Promise<Outcome<Session>> {
  const { present } = asked;
  return present === undefined ? chargeAbsent(context, asked) : chargePresent(context, { ...asked, present });
}

type PresentCharge = ChargeRequest & { present: NonNullable<ChargeRequest["present"]> };

/** Charges with the customer present: pays a session with the saved method, which may wait for the bank's code. */
async function chargePresent(context: PaymentContext, asked: PresentCharge): Promise<Outcome<Session>> {
  const saved = context.ledger.method(asked.method);
  if (saved === undefined || saved.customer !== asked.customer) return { refusal: "method_unknown" };
  const opened = await openSession(context, sessionOf(asked));
  if ("refusal" in opened) return opened;
  const { id } = opened.value;
  const record = currentSession(context, id);
  if (record?.session.state === "open") {
    const refusal = whyNot(context, saved);
    const { id: _, ...card } = saved.method;
    if (refusal === undefined) await payWithProposed(context, id);
    else await applyStep(context, record, { state: "refused", session: { refusal, card } });
  }
  return { value: context.ledger.session(id)?.session ?? opened.value };
}

/** Closes a charge with the customer present; one that never arrived is recorded as cancelled. */
export async function closeCharge(context: PaymentContext, asked: ChargeRequest): Promise<Outcome<Session>> {
  const { present } = asked;
  if (present === undefined) return { refusal: "request_invalid" };
  const opened = await openSession(context, sessionOf({ ...asked, present }));
  return "refusal" in opened ? opened : close(context, opened.value.id);
}

/** The session of a charge with the customer present. */
function sessionOf({ method, present, ...asked }: PresentCharge): CreateSessionRequest {
  return { ...asked, ...present, savedMethod: method, capture: "automatic", saveMethod: false, methods: ["card"] };
}

async function chargeAbsent(context: PaymentContext, asked: ChargeRequest): Promise<Outcome<Session>> {
  const { reference, orderId, amount } = asked;
  const fingerprint = fingerprintOf(asked);
  const existing = context.ledger.byReference(reference);
  if (existing !== undefined) {
    return existing.asked === fingerprint ? { value: existing.session } : { refusal: "reference_reused" };
  }
  const saved = context.ledger.method(asked.method);
  if (saved === undefined || saved.customer !== asked.customer) return { refusal: "method_unknown" };
  const at = context.clock.now().toISOString();
  const { id: _, ...card } = saved.method;
  const refusal = whyNot(context, saved);
  const refused: Session = {
    id: context.newId("pc"),
    reference,
    orderId,
    state: "refused",
    amount,
    captured: nothing(amount),
    refunded: nothing(amount),
    refunds: [],
    capture: "automatic",
    createdAt: at,
    changedAt: at,
    expiresAt: at,
    card,
    savedMethod: saved.method,
    ...(refusal && { refusal }),
  };
  const session = refusal === undefined ? captured(context, refused) : refused;
  const record: SessionRecord = {
    session,
    asked: fingerprint,
    merchant: "",
    locale: "en",
    returnUrl: "",
    notifyUrl: asked.notifyUrl,
    customer: asked.customer,
    saveMethod: false,
    conduct: saved.conduct,
  };
  const entry = session.captured.amount > 0 ? { kind: "debit" as const, amount: session.captured } : undefined;
  return { value: await applyStep(context, record, entry === undefined ? {} : { entry }) };
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

function whyNot(context: PaymentContext, saved: MethodRecord): RefusalReason | undefined {
  if (saved.removed) return "method_removed";
  if (cardIsPast(saved.method, context.clock.now())) return "card_expired";
  return context.behaviour.take("refuse-charge") ? "insufficient_funds" : undefined;
}
