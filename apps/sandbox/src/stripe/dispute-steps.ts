import type { LedgerEntry } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type Stripe from "stripe";
import { type DisputedConduct, isDisputed } from "../payment/cards.ts";
import type { Step, StepEntry } from "../payment/context.ts";
import type { SessionRecord } from "../payment/ledger.ts";
import type { DisputeReason, DisputeRecord, DisputeStatus } from "../payment/stripe-records.ts";
import { disputeOf } from "./dispute-objects.ts";
import { fromSmallestUnit, type Sources, type StripeRecord } from "./objects.ts";

/** Stripe's fee for a dispute in Europe, in the smallest unit. */
const feeAmount = 2_000;
/** Time for an answer, in days. */
const answerDays = 9;
const dayMs = 86_400_000;

type DisputeEvent = Extract<Stripe.Event["type"], `charge.dispute.${string}`>;
const closed: ReadonlySet<DisputeStatus> = new Set(["won", "lost", "warning_closed"]);

export const isClosed = ({ status }: DisputeRecord): boolean => closed.has(status);
export const isInquiry = ({ status }: DisputeRecord): boolean => status.startsWith("warning_");

/** What is withdrawn and not reinstated, in the ledger's minor units. While it is not decided, Stripe refuses refunds. */
export const withdrawnOf = ({ transactions }: DisputeRecord): number =>
  -transactions.reduce((sum, { amount }) => sum + amount, 0);

export interface NewDispute {
  /** Minor units of the ledger. */
  amount: number;
  reason: DisputeReason;
  /** Whether the bank only inquires: nothing is withdrawn. */
  isInquiry: boolean;
}

/** A new dispute and its entries in the ledger. */
export function openDispute(
  { payment }: Pick<Sources, "payment">,
  { session }: StripeRecord,
  { amount, reason, isInquiry: inquires }: NewDispute,
): { dispute: DisputeRecord; entries: StepEntry[] } {
  const now = payment.clock.now();
  const dispute: DisputeRecord = {
    id: payment.newId("du"),
    createdAt: now.toISOString(),
    amount,
    reason,
    status: inquires ? "warning_needs_response" : "needs_response",
    dueAt: new Date(now.getTime() + answerDays * dayMs).toISOString(),
    submissions: 0,
    transactions: [],
  };
  return inquires ? { dispute, entries: [] } : withdraw({ payment }, session.amount.currency, dispute);
}

/** Withdraws the disputed amount and the fee. */
export function withdraw(sources: Pick<Sources, "payment">, currency: string, dispute: DisputeRecord) {
  return transact(sources, currency, dispute, { amount: -dispute.amount, fee: feeOf(currency) });
}

/** Reinstates the disputed amount and returns the fee. */
export function reinstate(sources: Pick<Sources, "payment">, currency: string, dispute: DisputeRecord) {
  return transact(sources, currency, dispute, { amount: dispute.amount, fee: -feeOf(currency) });
}

const feeOf = (currency: string): number => Math.round(fromSmallestUnit(feeAmount, currency));

function transact(
  { payment }: Pick<Sources, "payment">,
  currency: string,
  dispute: DisputeRecord,
  { amount, fee }: { amount: number; fee: number },
): { dispute: DisputeRecord; entries: StepEntry[] } {
  const transaction = { id: payment.newId("txn"), at: payment.clock.now().toISOString(), amount, fee };
  const entry = (kind: LedgerEntry["kind"], moved: number): StepEntry => ({
    kind,
    amount: { amount: moved, currency },
  });
  return {
    dispute: { ...dispute, transactions: [...dispute.transactions, transaction] },
    entries: [entry("dispute", -amount), entry("fee", fee)],
  };
}

const disputedAs: Record<DisputedConduct, Omit<NewDispute, "amount">> = {
  "disputed-fraudulent": { reason: "fraudulent", isInquiry: false },
  "disputed-not-received": { reason: "product_not_received", isInquiry: false },
  "disputed-inquiry": { reason: "fraudulent", isInquiry: true },
};

/** A capture with a card that disputes it, and a full refund, which closes an inquiry; any other step unchanged. */
export function disputedStep(sources: Sources, record: StripeRecord, step: Step): Step {
  const { conduct, stripe } = record;
  const known = stripe.disputes ?? [];
  if (step.state === "captured" && record.session.state !== "captured" && isDisputed(conduct) && known.length === 0) {
    const amount = step.session?.captured?.amount ?? 0;
    if (amount === 0) return step;
    const { dispute, entries } = openDispute(sources, record, { ...disputedAs[conduct], amount });
    return withDisputes(step, stripe, [dispute], entries);
  }
  const refunded = step.session?.refunded?.amount ?? 0;
  const open = known.filter((dispute) => isInquiry(dispute) && !isClosed(dispute));
  if (open.length === 0 || refunded < record.session.captured.amount || refunded === 0) return step;
  return withDisputes(
    step,
    { ...stripe, ...step.record?.stripe },
    known.map((dispute) => (open.includes(dispute) ? { ...dispute, status: "warning_closed" as const } : dispute)),
    [],
  );
}

const withDisputes = (
  step: Step,
  stripe: StripeRecord["stripe"],
  disputes: readonly DisputeRecord[],
  furtherEntries: readonly StepEntry[],
): Step => ({ ...step, record: { ...step.record, stripe: { ...stripe, disputes } }, furtherEntries });

/** The events of a step about disputes, oldest first. */
export function disputeEventsOf(
  sources: Sources,
  before: SessionRecord,
  after: StripeRecord,
): { type: DisputeEvent; object: object }[] {
  return (after.stripe.disputes ?? []).flatMap((dispute) => {
    const earlier = before.stripe?.disputes?.find(({ id }) => id === dispute.id);
    return typesOf(earlier, dispute).map((type) => ({ type, object: disputeOf(sources, after, dispute) }));
  });
}

function typesOf(before: DisputeRecord | undefined, after: DisputeRecord): DisputeEvent[] {
  const moved = after.transactions.slice(before?.transactions.length ?? 0);
  const funds = moved.map(({ amount }) =>
    amount < 0 ? ("charge.dispute.funds_withdrawn" as const) : ("charge.dispute.funds_reinstated" as const),
  );
  if (before === undefined) return ["charge.dispute.created", ...funds];
  if (before === after) return [];
  const isNewlyClosed = isClosed(after) && !isClosed(before);
  return [isNewlyClosed ? "charge.dispute.closed" : "charge.dispute.updated", ...funds];
}
