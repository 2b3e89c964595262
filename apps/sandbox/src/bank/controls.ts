import { randomBytes } from "node:crypto";
import {
  type BankRefusal,
  bankAnswerRequest,
  bankBehaviourRequest,
  bankRefusals,
} from "@guichet/contract/integrations/sandbox-bank.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { answerDebits, type BankContext } from "./debits.ts";
import type { BankExchange } from "./exchange.ts";
import { reportsOf } from "./reports.ts";

/** At most this many files are listed. */
const listedFilesMax = 100;

/** Control routes of the demo: deviations to come, the files that were handed in, and answers of the bank. */
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
