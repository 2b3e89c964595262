import { type PaymentRefusal, paymentRefusals } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

const byId = z.object({ id: z.string().max(100) });

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
