import { randomBytes } from "node:crypto";
import {
  type BankRefusal,
  bankAnswerRequest,
  bankBehaviourRequest,
  bankRefusals,
  listDebitsQuery,
  transferRequest,
} from "@guichet/contract/integrations/sandbox-bank.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { bears } from "../loopback.ts";
import { type Answered, answerDebits, type BankContext, runDueSteps, submitDebits, transferBack } from "./debits.ts";
import type { BankExchange } from "./exchange.ts";
import { reportsOf } from "./reports.ts";

const fileBytes = 4 * 1024 * 1024;
const byId = z.object({ id: z.string().max(100) });

/** Merchant API of the bank; every response is stored before it is sent. */
export function bankApi(app: FastifyInstance, context: BankContext, apiKey: string): void {
  const { book, behaviour } = context;
  app.addHook("onRequest", async (request, reply) => {
    if (behaviour.take("down")) return refuse(reply, "unavailable");
    if (!bears(request, apiKey)) return refuse(reply, "key_invalid");
  });
  app.addHook("preHandler", () => runDueSteps(context));
  app.addContentTypeParser("application/xml", { parseAs: "string", bodyLimit: fileBytes }, (_, body, done) =>
    done(null, body),
  );

  app.post("/files", async (request, reply) => {
    const xml = typeof request.body === "string" ? request.body : "";
    const taken = await submitDebits(context, xml);
    // Debits to reject immediately are rejected at the next request.
    await runDueSteps(context);
    return answer(request, reply, taken);
  });

  app.get("/debits", async (request, reply) => {
    const asked = listDebitsQuery.safeParse(request.query);
    if (!asked.success) return refuse(reply, "request_invalid");
    const page = book.changedAfter(Number(asked.data.cursor ?? 0), asked.data.limit);
    await book.settled();
    return { items: page.items, cursor: String(page.position), more: page.more };
  });

  app.get("/debits/:id", async (request, reply) => {
    const record = book.debit(byId.parse(request.params).id);
    await book.settled();
    return record === undefined ? refuse(reply, "debit_unknown") : record.debit;
  });

  app.post("/debits/:id/transfers", async (request, reply) => {
    const asked = transferRequest.safeParse(request.body);
    if (!asked.success) return refuse(reply, "request_invalid");
    return answer(request, reply, await transferBack(context, byId.parse(request.params).id, asked.data));
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, outcome: Answered<unknown>): Promise<unknown> {
    await book.settled();
    if ("refusal" in outcome) return refuse(reply, outcome.refusal, outcome.message);
    if (!behaviour.take("lost-answer")) return outcome.value;
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}

/** At most this many files are listed. */
const listedFilesMax = 100;

/** Control routes of the demo: faults to come, the files that were handed in, and answers of the bank. */
export function bankControls(app: FastifyInstance, context: BankContext, exchange: BankExchange): void {
  const { book, behaviour, clock } = context;
  app.get("/files", async () => {
    await exchange.run();
    await book.settled();
    const items = book.files().slice(0, listedFilesMax);
    return { items: items.map((file) => ({ ...file, debits: book.debitsOf(file.messageId) })) };
  });

  app.post("/answer", async (request, reply) => {
    const asked = bankAnswerRequest.safeParse(request.body);
    if (!asked.success) return refuse(reply, "request_invalid");
    await exchange.run();
    const { reason, ...which } = asked.data;
    const ids =
      "debit" in which
        ? [which.debit.replaceAll("-", "")]
        : book.debitsOf(which.file.replaceAll("-", "")).map(({ endToEndId }) => endToEndId);
    if (ids.every((id) => book.debit(id) === undefined)) return refuse(reply, "debit_unknown");
    const answered = await answerDebits(context, ids, reason);
    if (answered.length === 0) return refuse(reply, "debit_not_booked");
    const at = clock.now().toISOString();
    const messages = reportsOf(answered, { id: `A${randomBytes(8).toString("hex")}`, at });
    await exchange.run();
    await book.settled();
    return { messages };
  });

  app.post("/behaviour", async (request, reply) => {
    const ordered = bankBehaviourRequest.safeParse(request.body);
    if (!ordered.success) return refuse(reply, "request_invalid");
    behaviour.set(ordered.data.next, ordered.data.count);
    return { left: behaviour.left() };
  });
}

function refuse(reply: FastifyReply, code: BankRefusal, message: string = code): FastifyReply {
  return reply.code(bankRefusals[code]).send({ error: { code, message } });
}
