import type {
  BehaviourKind,
  LedgerEntry,
  PaymentRefusal,
  Session,
  SessionState,
} from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import type { Ledger, MethodRecord, Notice, SessionRecord } from "./ledger.ts";
import type { StoredEvent } from "./stripe-records.ts";

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
  /** What Stripe's protocol adds to the sessions that it opened. */
  stripe: StripeSteps;
  /** The same for Lyra's. */
  lyra: LyraSteps;
}

export interface LyraSteps {
  /** The step as Lyra carries it out: a declined card leaves its page open, and each attempt is a transaction. */
  stepOf(record: SessionRecord, step: Step): Step;
  /** The notification of a step, a form; undefined for a step that the merchant's programs requested. */
  notificationOf(before: SessionRecord, after: SessionRecord): string | undefined;
}

export interface StripeSteps {
  /** The step as Stripe carries it out: a declined card leaves its page open. */
  stepOf(record: SessionRecord, step: Step): Step;
  /** The events of a step, oldest first. */
  eventsOf(before: SessionRecord, after: SessionRecord): StoredEvent[];
  /** Where webhooks are sent; undefined while no endpoint is set up. */
  endpoint(): string | undefined;
}

export type Outcome<Value> = { value: Value } | { refusal: PaymentRefusal };

export type StepEntry = Pick<LedgerEntry, "kind" | "amount">;

export interface Step {
  state?: SessionState;
  session?: Partial<Session>;
  record?: Partial<SessionRecord>;
  method?: MethodRecord;
  entry?: StepEntry;
  /** Further entries of the same step. */
  furtherEntries?: readonly StepEntry[];
}

/** Moves a session by one step, atomically with ledger entry, saved method and notifications. Resolves when stored. */
export async function applyStep(context: PaymentContext, record: SessionRecord, asked: Step): Promise<Session> {
  const step = stepIn(context, record, asked);
  const changedAt = context.clock.now().toISOString();
  const session: Session = {
    ...record.session,
    ...step.session,
    state: step.state ?? record.session.state,
    changedAt,
  };
  const moved: SessionRecord = { ...record, ...step.record, session };
  const { id, orderId } = session;
  const entries = [...(step.entry ? [step.entry] : []), ...(step.furtherEntries ?? [])].map((entry) => ({
    session: id,
    orderId,
    ...entry,
    at: changedAt,
  }));
  const events = moved.stripe === undefined ? [] : context.stripe.eventsOf(record, moved);
  const notices =
    moved.lyra === undefined
      ? events.flatMap((event) => stripeNoticesOf(context, moved, event))
      : lyraNoticesOf(context, record, moved);
  const onDisk = context.ledger.commit({
    session: moved,
    ...(entries.length > 0 && { entries }),
    ...(step.method && { method: step.method }),
    ...(notices.length > 0 && { notices }),
    ...(events.length > 0 && { events }),
  });
  await onDisk;
  context.deliver(notices);
  return session;
}

/** The step as the protocol of the session carries it out. */
function stepIn(context: PaymentContext, record: SessionRecord, step: Step): Step {
  if (record.stripe !== undefined) return context.stripe.stepOf(record, step);
  return record.lyra === undefined ? step : context.lyra.stepOf(record, step);
}

function lyraNoticesOf(context: PaymentContext, before: SessionRecord, after: SessionRecord): Notice[] {
  const body = context.lyra.notificationOf(before, after);
  if (body === undefined) return [];
  return copiesOf(context, after, { messageId: context.newId("ipn"), url: after.notifyUrl, body, scheme: "lyra" });
}

/** Stores events that no session causes, and delivers them. */
export async function announce(context: PaymentContext, events: readonly StoredEvent[]): Promise<void> {
  const notices = events.flatMap((event) => stripeNoticesOf(context, {}, event));
  await context.ledger.commit({ events, ...(notices.length > 0 && { notices }) });
  context.deliver(notices);
}

type Conducted = Pick<SessionRecord, "conduct">;

function stripeNoticesOf(context: PaymentContext, record: Conducted, { id, body }: StoredEvent): Notice[] {
  const url = context.stripe.endpoint();
  if (url === undefined) return [];
  return copiesOf(context, record, { messageId: id, url, body, scheme: "stripe" });
}

/** A message as it is delivered: on time, late, twice or not at all. */
function copiesOf(context: PaymentContext, { conduct }: Conducted, message: Omit<Notice, "id" | "dueAtMs">): Notice[] {
  if (context.behaviour.take("lost")) return [];
  const late = conduct === "late" || context.behaviour.take("late");
  const twice = conduct === "late" || context.behaviour.take("duplicate");
  const notice = { ...message, dueAtMs: context.nowMs() + (late ? context.lateMs : 0) };
  return (twice ? [1, 2] : [1]).map((copy) => ({ ...notice, id: `${message.messageId}-${copy}` }));
}
