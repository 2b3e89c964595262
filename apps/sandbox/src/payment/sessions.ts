import type { Session } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { cardIsPast, type ReadCard, refusalsByConduct } from "./cards.ts";
import { applyStep, type Outcome, type PaymentContext, type Step } from "./context.ts";
import type { MethodRecord, SessionRecord } from "./ledger.ts";
import { captureKindOf } from "./protocols.ts";
import { captured } from "./tampering.ts";

const wrongCodeAttemptsMax = 3;
// As in card schemes, an authorisation expires if it is not captured.
const authorisationDays = 7;
const dayMs = 86_400_000;

/** Expires sessions by the clock: unpaid ones at `expiresAt`, authorisations after 7 days. */
export async function expireDue(context: PaymentContext): Promise<void> {
  const now = context.clock.now().getTime();
  const due = [...context.ledger.unfinished()].filter((record) => endsAt(record) <= now);
  await Promise.all(due.map((record) => applyStep(context, record, { state: "expired" })));
}

/** Returns the current session, after expiring it if it is due. */
export function currentSession(context: PaymentContext, id: string): SessionRecord | undefined {
  const record = context.ledger.session(id);
  if (record === undefined || !isUnfinished(record) || endsAt(record) > context.clock.now().getTime()) return record;
  // The response waits until the ledger is stored; a failed write ends the process.
  applyStep(context, record, { state: "expired" }).catch(() => {});
  return context.ledger.session(id);
}

/** Pays with a card. A card with strong authentication leads to `authenticating`. */
export async function pay(
  context: PaymentContext,
  id: string,
  { conduct, card }: ReadCard,
  withProposed = false,
): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const { session } = record;
  if (session.state === "captured" || session.state === "authorised") return { value: session };
  if (session.state === "authenticating") return { refusal: "session_authenticating" };
  const closed = session.state === "cancelled" || session.state === "expired";
  if (session.state !== "open" && !(closed && context.behaviour.take("late-capture")))
    return { refusal: "session_closed" };

  const withCard = { ...record, conduct, withProposed, session: { ...session, card } };
  const isRefusedLater = conduct === "refused-later" && session.amount.amount > 0;
  const refusal = isRefusedLater ? "card_declined" : refusalsByConduct[conduct];
  if (refusal !== undefined) {
    return { value: await applyStep(context, withCard, { state: "refused", session: { refusal } }) };
  }
  if ((conduct === "strong" || conduct === "always-strong") && !closed) {
    const authentication = { code: context.newCode(), wrongTries: 0 };
    return {
      value: await applyStep(context, withCard, { state: "authenticating", record: { authentication } }),
    };
  }
  return { value: await accept(context, withCard) };
}

/** The saved method to preselect: the customer's own, neither removed nor expired. */
export function proposedMethod(
  context: PaymentContext,
  { proposed, customer }: SessionRecord,
): MethodRecord | undefined {
  const saved = proposed === undefined ? undefined : context.ledger.method(proposed);
  if (saved === undefined || saved.removed || saved.customer !== customer) return undefined;
  return cardIsPast(saved.method, context.clock.now()) ? undefined : saved;
}

/** Pays with the preselected saved method. */
export async function payWithProposed(context: PaymentContext, id: string): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const saved = proposedMethod(context, record);
  if (saved === undefined) return { refusal: "method_unknown" };
  const { id: _, ...card } = saved.method;
  return pay(context, id, { conduct: saved.conduct, card }, true);
}

/** Checks the one-time code of the customer. The third wrong one refuses the payment. */
export async function authenticate(context: PaymentContext, id: string, code: string): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  const { session, authentication } = record;
  if (session.state === "captured" || session.state === "authorised") return { value: session };
  if (session.state !== "authenticating" || authentication === undefined) return { refusal: "session_closed" };
  if (code.replace(/\s/g, "") === authentication.code) return { value: await accept(context, record) };
  const wrongTries = authentication.wrongTries + 1;
  const tried = { authentication: { ...authentication, wrongTries } };
  if (wrongTries < wrongCodeAttemptsMax) return { value: await applyStep(context, record, { record: tried }) };
  const refused: Step = { state: "refused", session: { refusal: "authentication_failed" }, record: tried };
  return { value: await applyStep(context, record, refused) };
}

/**
 * The customer leaves the page, which stays open: they can come back to it. If they leave the bank's page, strong authentication has
 * failed. A paid session stays paid.
 */
export async function leaveByCustomer(context: PaymentContext, id: string): Promise<Outcome<Session>> {
  const record = currentSession(context, id);
  if (record === undefined) return { refusal: "session_unknown" };
  if (record.session.state !== "authenticating") return { value: record.session };
  const failed = { state: "refused", session: { refusal: "authentication_failed" } } as const;
  return { value: await applyStep(context, record, failed) };
}

/** Number of remaining attempts for the code. */
export function attemptsLeft(record: SessionRecord): number {
  return wrongCodeAttemptsMax - (record.authentication?.wrongTries ?? 0);
}

async function accept(context: PaymentContext, record: SessionRecord): Promise<Session> {
  const { session, saveMethod, customer, conduct } = record;
  const { card } = session;
  const proposed = record.withProposed ? proposedMethod(context, record) : undefined;
  const method: MethodRecord | undefined =
    proposed === undefined && saveMethod && customer !== undefined && card !== undefined && conduct !== undefined
      ? { method: { id: context.newId("pm"), ...card }, customer, conduct, removed: false }
      : undefined;
  const savedMethod = (proposed ?? method)?.method;
  const kept = { ...(savedMethod && { savedMethod }) };
  if (card !== undefined && cardIsPast(card, context.clock.now())) {
    return applyStep(context, record, { state: "refused", session: { refusal: "card_expired" } });
  }
  if (session.capture === "manual") {
    return applyStep(context, record, { state: "authorised", session: kept, ...(method && { method }) });
  }
  const taken = captured(context, session);
  return applyStep(context, record, {
    state: taken.state,
    session: { ...taken, ...kept },
    ...(taken.captured.amount > 0 && {
      entry: { kind: captureKindOf(record), amount: taken.captured },
    }),
    ...(method && { method }),
  });
}

function isUnfinished({ session }: SessionRecord): boolean {
  return session.state === "open" || session.state === "authenticating" || session.state === "authorised";
}

function endsAt({ session }: SessionRecord): number {
  if (session.state === "authorised") return Date.parse(session.changedAt) + authorisationDays * dayMs;
  return Date.parse(session.expiresAt);
}
