import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { currentSession } from "../payment/sessions.ts";
import type { StripeContext } from "./context.ts";
import { endMandate } from "./debits/mandates.ts";
import { decideDispute, disputePayment, retrieveDispute } from "./disputes.ts";
import { isStripeRecord, pageIdOf } from "./objects.ts";
import { failPayout } from "./payouts.ts";
import { Refusal } from "./refusals.ts";

const disputeRequest = z.strictObject({
  /** Id of a Checkout Session or PaymentIntent. */
  session: z.string().max(255),
  reason: z
    .enum([
      "fraudulent",
      "product_not_received",
      "duplicate",
      "general",
      // Of a SEPA debit.
      "bank_cannot_process",
      "customer_initiated",
      "debit_not_authorized",
      "incorrect_account_details",
      "insufficient_funds",
    ])
    .default("fraudulent"),
  /** Minor units; absent: all that is not refunded. */
  amount: z.int().positive().optional(),
  inquiry: z.boolean().default(false),
});
const decision = z.strictObject({ outcome: z.enum(["won", "lost", "escalated"]) });

/** What a cardholder and a bank do: dispute a payment, and decide about it. For tests and demos. */
export function disputeControls(app: FastifyInstance, context: StripeContext): void {
  app.post("/disputes", async (request, reply) => {
    const asked = disputeRequest.safeParse(request.body);
    if (!asked.success) return refuse(reply, 400, "request_invalid");
    const { session: id, reason, amount, inquiry } = asked.data;
    const record = currentSession(context.payment, id) ?? currentSession(context.payment, pageIdOf(id));
    if (!isStripeRecord(record)) return refuse(reply, 404, "session_unknown");
    const left = record.session.captured.amount - record.session.refunded.amount;
    if (left <= 0 || (amount ?? 0) > record.session.captured.amount) return refuse(reply, 409, "session_not_captured");
    return disputePayment(context, record, { amount: amount ?? left, reason, isInquiry: inquiry });
  });

  app.post<{ Params: { id: string } }>("/disputes/:id/decide", async (request, reply) => {
    const asked = decision.safeParse(request.body);
    if (!asked.success) return refuse(reply, 400, "request_invalid");
    const { id } = request.params;
    try {
      await decideDispute(context, id, asked.data.outcome);
      return retrieveDispute(context, id, { expand: [] });
    } catch (failure) {
      if (failure instanceof Refusal) return refuse(reply, failure.status, "dispute_unknown");
      throw failure;
    }
  });
}

/** What a debtor's bank does: end a mandate. For tests and demos. */
export function mandateControls(app: FastifyInstance, context: StripeContext): void {
  app.post<{ Params: { id: string } }>("/mandates/:id/end", async (request, reply) => {
    try {
      return await endMandate(context, request.params.id);
    } catch (failure) {
      if (failure instanceof Refusal) return refuse(reply, failure.status, "mandate_unknown");
      throw failure;
    }
  });
}

/** What a merchant's bank does: return a payout. For tests and demos. */
export function payoutControls(app: FastifyInstance, context: StripeContext): void {
  app.post<{ Params: { id: string } }>("/payouts/:id/fail", async (request, reply) => {
    try {
      return await failPayout(context, request.params.id);
    } catch (failure) {
      if (failure instanceof Refusal)
        return refuse(reply, failure.status === 404 ? 404 : 409, "payout_unknown_or_failed");
      throw failure;
    }
  });
}

const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
  reply.code(status).send({ error: { code, message: code } });
