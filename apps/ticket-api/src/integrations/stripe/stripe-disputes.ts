import type { DisputeReason, DisputeState } from "@guichet/contract/office/disputes.ts";
import type Stripe from "stripe";
import { type DisputeMovement, type ProviderDispute, ProviderUnreachable } from "../payment-provider.ts";
import { fromStripeAmount } from "./stripe-amounts.ts";
import { isMissing, type StripeClient } from "./stripe-client.ts";
import { expanded } from "./stripe-sessions.ts";
import type { Known } from "./stripe-states.ts";

/** What an answer about a dispute contains besides ids: the payment, whose metadata has our reference. */
export const disputeParts = ["payment_intent"];

/** Stripe's states in ours. A dispute that Stripe prevented was refunded before it became one. */
const states: Record<Known<Stripe.Dispute.Status>, DisputeState> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  prevented: "closed",
  needs_response: "needs-response",
  under_review: "under-review",
  appeal_needs_response: "needs-response",
  appeal_under_review: "under-review",
  won: "won",
  lost: "lost",
};

/** Stripe's reasons in ours; any other is `other`. */
const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: "fraudulent",
  unrecognized: "unrecognised",
  product_not_received: "not-received",
  product_unacceptable: "not-as-described",
  duplicate: "duplicate",
  credit_not_processed: "not-refunded",
  subscription_canceled: "subscription-cancelled",
};

/** A dispute by its id; undefined if Stripe does not know it, or its payment is not one of ours. */
export async function readDispute(stripe: StripeClient, id: string): Promise<ProviderDispute | undefined> {
  try {
    const dispute = await stripe.ask("read a dispute", (api) => api.disputes.retrieve(id, { expand: disputeParts }));
    return disputeOf(dispute);
  } catch (failure) {
    if (isMissing(failure)) return undefined;
    throw failure;
  }
}

/** A dispute whose payment is expanded; undefined if the payment is not one of ours. */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const { id, amount, currency, created, balance_transactions: transactions } = dispute;
  const metadata = expanded(dispute.payment_intent)?.metadata;
  if (metadata?.reference === undefined) return undefined;
  if (typeof currency !== "string" || !Array.isArray(transactions))
    throw new ProviderUnreachable("Stripe: malformed dispute");
  const dueBy = dispute.evidence_details?.due_by;
  return {
    id,
    reference: metadata.reference,
    orderId: metadata.orderId ?? "",
    state: stateOf(dispute.status),
    amount: fromStripeAmount(amount, currency),
    reason: Object.hasOwn(reasons, dispute.reason) ? (reasons[dispute.reason] ?? "other") : "other",
    openedAt: instantOf(created),
    evidenceDueAt: dueBy == null ? undefined : instantOf(dueBy),
    movements: transactions
      .filter((transaction) => transaction.amount !== 0)
      .sort((a, b) => a.created - b.created)
      .map((transaction) => movementOf(dispute, transaction)),
  };
}

/** A withdrawal or reinstatement. In an account of another currency the amount is that of the dispute. */
function movementOf(
  dispute: Stripe.Dispute,
  { id, amount, currency, fee }: Stripe.BalanceTransaction,
): DisputeMovement {
  const moved = currency === dispute.currency ? Math.abs(amount) : dispute.amount;
  return {
    id,
    kind: amount < 0 ? "withdrawn" : "reinstated",
    amount: fromStripeAmount(moved, dispute.currency),
    fee: fromStripeAmount(fee, currency),
  };
}

function stateOf(status: string): DisputeState {
  const known = Object.entries(states).find(([name]) => name === status);
  if (known === undefined) throw new ProviderUnreachable(`Stripe: unknown state of a dispute ${status}`);
  return known[1];
}

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
