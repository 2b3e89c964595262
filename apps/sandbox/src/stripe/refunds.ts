import { refundSession } from "../payment/movements.ts";
import type { NewId, StripeContext } from "./context.ts";
import { isClosed, withdrawnOf } from "./dispute-steps.ts";
import { intentRecord } from "./intents.ts";
import { type ListObject, pageOf } from "./list.ts";
import { amountOf, fromSmallestUnit, intentOf, type RefundObject, refundsOf } from "./objects.ts";
import type { Params } from "./params.ts";
import { invalid, missing, unexpectedState } from "./refusals.ts";

/** Refunds a payment, in whole or in part. */
export async function createRefund(
  context: StripeContext,
  params: Params<"createRefund">,
  newId: NewId,
): Promise<RefundObject> {
  const record = intentRecord(context, params.payment_intent);
  const { session, stripe } = record;
  const { amount_received: captured } = intentOf(context, record);
  if (captured === 0) throw unexpectedState("This PaymentIntent does not have a successful charge to refund.");
  const disputes = stripe.disputes ?? [];
  const withdrawn = amountOf(
    record,
    disputes.reduce((sum, dispute) => sum + withdrawnOf(dispute), 0),
  );
  if (withdrawn > 0 && (disputes.some((dispute) => !isClosed(dispute)) || withdrawn >= captured)) {
    throw invalid("The charge has been charged back; cannot issue a refund.", { code: "charge_disputed" });
  }
  const key = newId("re");
  const left = captured - withdrawn - amountOf(record, session.refunded.amount);
  const isNew = !session.refunds.some((each) => each.key === key);
  const asked = params.amount ?? left;
  if (isNew && left === 0) {
    throw invalid("The charge has already been refunded.", { code: "charge_already_refunded" });
  }
  if (isNew && asked > left) {
    throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
    });
  }
  const { currency } = session.amount;
  const amount = { amount: fromSmallestUnit(asked, currency), currency };
  const outcome = await refundSession(context.payment, session.id, { key, amount }, (id) => ({
    stripe: { ...stripe, refunds: { ...stripe.refunds, [id]: params.metadata } },
  }));
  if ("refusal" in outcome) throw invalid(outcome.refusal);
  const refund = refundsOf(intentRecord(context, params.payment_intent)).find(
    ({ id }) => id === outcome.value.refund.id,
  );
  if (refund === undefined) throw missing("refund", outcome.value.refund.id);
  return refund;
}

export function listRefunds(
  context: StripeContext,
  { payment_intent: intent, expand: _, ...window }: Params<"listRefunds">,
): ListObject<RefundObject> {
  const refunds = refundsOf(intentRecord(context, intent)).reverse();
  return pageOf(refunds, window, { what: "refund", url: "/v1/refunds" });
}
