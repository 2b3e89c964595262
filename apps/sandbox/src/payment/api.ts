import {
  chargeRequest,
  createSessionRequest,
  listSessionsQuery,
  type PaymentRefusal,
  paymentRefusals,
  refundRequest,
} from "@guichet/contract/integrations/sandbox-payment.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { bears } from "../loopback.ts";
import type { Outcome, PaymentContext } from "./context.ts";
import { capture, chargeMethod, close, closeCharge, refundSession, removeMethod } from "./movements.ts";
import { currentSession, expireDue, openSession } from "./sessions.ts";

const byId = z.object({ id: z.string().max(100) });

/** Merchant API of the provider; every response is stored before it is sent. */
export function merchantApi(app: FastifyInstance, context: PaymentContext, apiKey: string): void {
  app.addHook("onRequest", async (request, reply) => {
    if (context.behaviour.take("down")) return refuse(reply, "unavailable");
    if (!bears(request, apiKey)) return refuse(reply, "key_invalid");
  });

  app.post("/sessions", async (request, reply) => {
    const asked = read(createSessionRequest, request.body, reply);
    return asked && answer(request, reply, await openSession(context, asked));
  });

  app.get("/sessions", async (request, reply) => {
    const asked = read(listSessionsQuery, request.query, reply);
    if (asked === undefined) return reply;
    await expireDue(context);
    const position = asked.cursor ? Number(asked.cursor) : asked.since ? context.ledger.positionAt(asked.since) : 0;
    const page = context.ledger.changedAfter(position, asked.limit);
    await context.ledger.settled();
    return { items: page.items, cursor: String(page.position), more: page.more };
  });

  app.get("/sessions/:id", async (request, reply) => {
    const record = currentSession(context, idOf(request));
    await context.ledger.settled();
    return record === undefined ? refuse(reply, "session_unknown") : record.session;
  });

  app.post("/sessions/:id/capture", async (request, reply) =>
    answer(request, reply, await capture(context, idOf(request))),
  );

  app.post("/sessions/:id/cancel", async (request, reply) =>
    answer(request, reply, await close(context, idOf(request))),
  );

  app.post("/sessions/:id/refunds", async (request, reply) => {
    const asked = read(refundRequest, request.body, reply);
    return asked && answer(request, reply, await refundSession(context, idOf(request), asked));
  });

  app.post("/charges", async (request, reply) => {
    const asked = read(chargeRequest, request.body, reply);
    return asked && answer(request, reply, await chargeMethod(context, asked));
  });

  app.post("/charges/close", async (request, reply) => {
    const asked = read(chargeRequest, request.body, reply);
    return asked && answer(request, reply, await closeCharge(context, asked));
  });

  app.delete("/methods/:id", async (request, reply) =>
    answer(request, reply, await removeMethod(context, idOf(request))),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, outcome: Outcome<unknown>): Promise<unknown> {
    await context.ledger.settled();
    if ("refusal" in outcome) return refuse(reply, outcome.refusal);
    if (!context.behaviour.take("lost-answer")) return outcome.value;
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}

/** Sends `{error: {code, message}}` with the status of the error code. */
export function refuse(reply: FastifyReply, code: PaymentRefusal, message: string = code): FastifyReply {
  return reply.code(paymentRefusals[code]).send({ error: { code, message } });
}

/** Parses by schema; an invalid value is refused with the name of its field. */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  reply: FastifyReply,
): z.output<Schema> | undefined {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  refuse(reply, "request_invalid", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not understood"}`);
  return undefined;
}

export function idOf(request: FastifyRequest): string {
  return byId.parse(request.params).id;
}
