import type Stripe from "stripe";
import type { DisputeRecord } from "../payment/stripe-records.ts";
import {
  amountOf,
  chargeIdOf,
  type Expand,
  type IntentObject,
  intentIdOf,
  intentOf,
  type Sources,
  type StripeRecord,
  secondsOf,
  within,
} from "./objects.ts";
import type { EvidenceField } from "./params.ts";

export type TransactionObject = Pick<
  Stripe.BalanceTransaction,
  | "id"
  | "object"
  | "amount"
  | "available_on"
  | "created"
  | "currency"
  | "description"
  | "exchange_rate"
  | "fee"
  | "net"
  | "reporting_category"
  | "status"
  | "type"
> & { fee_details: Stripe.BalanceTransaction.FeeDetail[]; source: string | object };

export type DisputeObject = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "is_charge_refundable" | "livemode" | "metadata" | "reason"
> & {
  balance_transactions: TransactionObject[];
  charge: string;
  evidence: Pick<Stripe.Dispute.Evidence, "uncategorized_text"> & Partial<Record<EvidenceField, string | null>>;
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, "due_by" | "has_evidence" | "past_due" | "submission_count">;
  payment_intent: string | IntentObject;
  status: Stripe.Dispute["status"];
};

// Fields have the library's types; the names of those with parts of ours are the library's too.
type Fits<Sent, Own> = keyof Sent extends keyof Own ? true : never;
export const disputeShapesHold: [
  Fits<DisputeObject, Stripe.Dispute>,
  Fits<TransactionObject, Stripe.BalanceTransaction>,
] = [true, true];

/** A dispute as Stripe answers it. */
export function disputeOf(
  sources: Sources,
  record: StripeRecord,
  dispute: DisputeRecord,
  expand: Expand = [],
): DisputeObject {
  const inIntent = within(expand, "payment_intent");
  const isOpen = dispute.status === "needs_response" || dispute.status === "warning_needs_response";
  return {
    id: dispute.id,
    object: "dispute",
    amount: amountOf(record, dispute.amount),
    balance_transactions: dispute.transactions.map((moved) => transactionOf(record, dispute, moved)),
    charge: chargeIdOf(record),
    created: secondsOf(dispute.createdAt),
    currency: record.session.amount.currency.toLowerCase(),
    evidence: { ...dispute.fields, uncategorized_text: dispute.evidence ?? null },
    evidence_details: {
      due_by: isOpen ? secondsOf(dispute.dueAt) : null,
      has_evidence: dispute.evidence !== undefined || dispute.fields !== undefined,
      past_due: isOpen && sources.payment.clock.now().toISOString() > dispute.dueAt,
      submission_count: dispute.submissions,
    },
    is_charge_refundable: dispute.status.startsWith("warning_"),
    livemode: false,
    metadata: dispute.metadata ?? {},
    payment_intent: inIntent === undefined ? intentIdOf(record) : intentOf(sources, record, inIntent),
    reason: dispute.reason,
    status: dispute.status,
  };
}

/** What a dispute withdrew or reinstated, as a balance transaction. */
export function transactionOf(
  record: StripeRecord,
  dispute: DisputeRecord,
  { id, at, amount: moved, fee: charged }: DisputeRecord["transactions"][number],
): TransactionObject {
  const [amount, fee] = [amountOf(record, moved), amountOf(record, charged)];
  const currency = record.session.amount.currency.toLowerCase();
  const created = secondsOf(at);
  const isWithdrawal = amount < 0;
  return {
    id,
    object: "balance_transaction",
    amount,
    available_on: created,
    created,
    currency,
    description: `Chargeback ${isWithdrawal ? "withdrawal" : "reversal"} for ${chargeIdOf(record)}`,
    exchange_rate: null,
    fee,
    fee_details: [{ amount: fee, application: null, currency, description: "Dispute fee", type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: isWithdrawal ? "dispute" : "dispute_reversal",
    source: dispute.id,
    status: "available",
    type: "adjustment",
  };
}
