import {
  behaviourRequest,
  dashboardRefundRequest,
  ledgerEntry,
  payDoorRequest,
} from "@guichet/contract/integrations/sandbox-payment.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { type Counter, goOn } from "../bank/debits.ts";
import { idOf, read, refuse } from "./api.ts";
import { cardAtDoor, testCard } from "./cards.ts";
import type { Desk, Outcome } from "./desk.ts";
import { giveBack } from "./movements.ts";
import { authenticate, pay, payWithProposed, turnBack } from "./sessions.ts";

const ledgerQuery = z.object({ orderId: z.string().optional(), session: ledgerEntry.shape.session.optional() });

/** Control routes of the demo: orders and reads of testers, and a customer's actions without a browser. */
export function paymentDoors(app: FastifyInstance, desk: Desk, bank: Pick<Counter, "book" | "clock">): void {
  app.get("/ledger", async (request, reply) => {
    const wanted = read(ledgerQuery, request.query, reply);
    if (wanted === undefined) return reply;
    await goOn(bank);
    await Promise.all([desk.ledger.settled(), bank.book.settled()]);
    // A single ledger for testers, of the provider and the bank.
    const items = [...desk.ledger.entries(), ...bank.book.entries()]
      .sort((a, b) => a.at.localeCompare(b.at))
      .filter((entry) => wanted.orderId === undefined || entry.orderId === wanted.orderId)
      .filter((entry) => wanted.session === undefined || entry.session === wanted.session);
    return { items };
  });

  app.post("/behaviour", async (request, reply) => {
    const ordered = read(behaviourRequest, request.body, reply);
    if (ordered === undefined) return reply;
    desk.behaviour.set(ordered.next, ordered.count);
    return { left: desk.behaviour.left() };
  });

  app.post("/sessions/:id/pay", async (request, reply) => {
    const asked = read(payDoorRequest, request.body, reply);
    if (asked === undefined) return reply;
    const id = idOf(request);
    const known = asked.card === undefined ? undefined : testCard(asked.card);
    if (asked.card !== undefined && known === undefined)
      return refuse(reply, "card_unknown", "only the test cards of the sandbox are known here");
    const paid =
      known === undefined ? await payWithProposed(desk, id) : await pay(desk, id, cardAtDoor(known, desk.clock.now()));
    const code = desk.ledger.session(id)?.authentication?.code;
    const waits = "value" in paid ? paid.value.state === "authenticating" : paid.refusal === "session_authenticating";
    if (!waits || !asked.authenticate || code === undefined) return answer(reply, paid);
    return answer(reply, await authenticate(desk, id, code));
  });

  app.post("/sessions/:id/refund", async (request, reply) => {
    const asked = read(dashboardRefundRequest, request.body, reply);
    if (asked === undefined) return reply;
    const refunded = await giveBack(desk, idOf(request), { key: `dashboard:${desk.newId("rf")}`, ...asked });
    return answer(reply, "value" in refunded ? { value: refunded.value.session } : refunded);
  });

  app.post("/sessions/:id/cancel", async (request, reply) => answer(reply, await turnBack(desk, idOf(request))));

  async function answer(reply: FastifyReply, outcome: Outcome<unknown>): Promise<unknown> {
    await desk.ledger.settled();
    return "refusal" in outcome ? refuse(reply, outcome.refusal) : outcome.value;
  }
}
