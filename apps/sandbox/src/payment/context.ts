import type {
  BehaviourKind,
  LedgerEntry,
  PaymentNotification,
  PaymentRefusal,
  Session,
  SessionState,
} from "@guichet/contract/integrations/sandbox-payment.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import type { Ledger, MethodRecord, Notice, SessionRecord } from "./ledger.ts";

/** Dependencies of the provider's operations. */
export interface PaymentContext {
  ledger: Ledger;
  clock: Clock;
  behaviour: Behaviour<BehaviourKind>;
  /** Creates an unguessable id. */
  newId: (prefix: string) => string;
  /** Creates a six-digit code for strong authentication. */
  newCode: () => string;
  publicUrl: () => string;
  /** Delay of a late notification, in milliseconds of real time. */
  lateMs: number;
  nowMs: () => number;
  /** Called with the notifications of a step once they are stored. */
  deliver: (notices: readonly Notice[]) => void;
}

export type Outcome<Value> = { value: Value } | { refusal: PaymentRefusal };

export interface Step {
  state?: SessionState;
  session?: Partial<Session>;
  record?: Partial<SessionRecord>;
  method?: MethodRecord;
  entry?: { kind: LedgerEntry["kind"]; amount: LedgerEntry["amount"] };
  /** False for a step without a notification. */
  notify?: boolean;
}

/** Moves a session by one step, atomically with ledger entry, saved method and notifications. Resolves when stored. */
export async function applyStep(context: PaymentContext, record: SessionRecord, step: Step): Promise<Session> {
  const changedAt = context.clock.now().toISOString();
  const session: Session = {
    ...record.session,
    ...step.session,
    state: step.state ?? record.session.state,
    changedAt,
  };
  const moved: SessionRecord = { ...record, ...step.record, session };
  const { id, orderId } = session;
  const entries = step.entry ? [{ session: id, orderId, ...step.entry, at: changedAt }] : undefined;
  const notices = step.notify === false ? [] : noticesOf(context, moved);
  const onDisk = context.ledger.commit({
    session: moved,
    ...(entries && { entries }),
    ...(step.method && { method: step.method }),
    ...(notices.length > 0 && { notices }),
  });
  await onDisk;
  context.deliver(notices);
  return session;
}

function noticesOf(context: PaymentContext, record: SessionRecord): Notice[] {
  if (context.behaviour.take("lost")) return [];
  const { session, conduct } = record;
  const late = conduct === "late" || context.behaviour.take("late");
  const twice = conduct === "late" || context.behaviour.take("duplicate");
  const content: PaymentNotification = {
    type: "session.changed",
    session: session.id,
    reference: session.reference,
    orderId: session.orderId,
    state: session.state,
    at: session.changedAt,
  };
  const messageId = context.newId("msg");
  const notice = {
    messageId,
    url: record.notifyUrl,
    body: JSON.stringify(content),
    dueAtMs: context.nowMs() + (late ? context.lateMs : 0),
  };
  return (twice ? [1, 2] : [1]).map((copy) => ({ ...notice, id: `${messageId}-${copy}` }));
}
