import {
  behaviourRequest,
  dashboardRefundRequest,
  type LedgerEntry,
  ledgerEntry,
  paymentControlRequest,
} from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Book } from "../bank/book.ts";
import type { BankExchange } from "../bank/exchange.ts";
import { controlledCard, testCard } from "./cards.ts";
import type { Outcome, PaymentContext } from "./context.ts";
import type { SessionRecord } from "./ledger.ts";
import { failRefund, refundSession } from "./movements.ts";
import { idOf, read, refuse } from "./replies.ts";
import { authenticate, leaveByCustomer, pay, payWithProposed } from "./sessions.ts";

/** Which refund fails: by its id, or the latest one. */
const failRequest = z.strictObject({ refund: z.string().max(255).optional() });
const ledgerQuery = z.object({ orderId: z.string().optional(), session: ledgerEntry.shape.session.optional() });

/** Control routes of the demo: orders and reads of testers, and a customer's actions without a browser. */
export function paymentControls(
  app: FastifyInstance,
  context: PaymentContext,
  bank: { book: Book; exchange: BankExchange },
): void {
  app.get("/ledger", async (request, reply) => {
    const wanted = read(ledgerQuery, request.query, reply);
    if (wanted === undefined) return reply;
    await bank.exchange.run();
    await Promise.all([context.ledger.settled(), bank.book.settled()]);
    // A single ledger for testers, of the provider and the bank.
    const items = [...context.ledger.entries(), ...bank.book.entries()]
      .sort((a, b) => a.at.localeCompare(b.at))
      .filter((entry) => wanted.orderId === undefined || entry.orderId === wanted.orderId)
      .filter((entry) => wanted.session === undefined || entry.session === wanted.session)
      .map((entry) => ({ ...entry, provider: providerOf(context.ledger.session(entry.session)) }));
    return { items };
  });

  app.post("/behaviour", async (request, reply) => {
    const ordered = read(behaviourRequest, request.body, reply);
    if (ordered === undefined) return reply;
    context.behaviour.set(ordered.next, ordered.count);
    return { left: context.behaviour.left() };
  });

  app.post("/sessions/:id/pay", async (request, reply) => {
    const asked = read(paymentControlRequest, request.body, reply);
    if (asked === undefined) return reply;
    const id = sessionOf(request);
    const known = asked.card === undefined ? undefined : testCard(asked.card);
    if (asked.card !== undefined && known === undefined)
      return refuse(reply, "card_unknown", "only the test cards of the sandbox are known here");
    const paid =
      known === undefined
        ? await payWithProposed(context, id)
        : await pay(context, id, controlledCard(known, context.clock.now()));
    const code = context.ledger.session(id)?.authentication?.code;
    const waits = "value" in paid ? paid.value.state === "authenticating" : paid.refusal === "session_authenticating";
    if (!waits || !asked.authenticate || code === undefined) return answer(reply, paid);
    return answer(reply, await authenticate(context, id, code));
  });

  app.post("/sessions/:id/refund", async (request, reply) => {
    const asked = read(dashboardRefundRequest, request.body, reply);
    if (asked === undefined) return reply;
    const refunded = await refundSession(context, sessionOf(request), {
      key: `dashboard:${context.newId("rf")}`,
      ...asked,
    });
    return answer(reply, "value" in refunded ? { value: refunded.value.session } : refunded);
  });

  app.post("/sessions/:id/fail-refund", async (request, reply) => {
    const asked = read(failRequest, request.body, reply);
    if (asked === undefined) return reply;
    return answer(reply, await failRefund(context, sessionOf(request), asked.refund));
  });

  app.post("/sessions/:id/cancel", async (request, reply) =>
    answer(reply, await leaveByCustomer(context, sessionOf(request))),
  );

  /** A session by its id, or by the reference of the merchant, which is its name in Lyra's protocol. */
  function sessionOf(request: FastifyRequest): string {
    const id = idOf(request);
    return context.ledger.session(id)?.session.id ?? context.ledger.byReference(id)?.session.id ?? id;
  }

  async function answer(reply: FastifyReply, outcome: Outcome<unknown>): Promise<unknown> {
    await context.ledger.settled();
    return "refusal" in outcome ? refuse(reply, outcome.refusal) : outcome.value;
  }
}

function providerOf(record: SessionRecord | undefined): LedgerEntry["provider"] {
  if (record === undefined) return "bank";
  if (record.lyra !== undefined) return "lyra";
  return record.stripe === undefined ? undefined : "stripe";
}
