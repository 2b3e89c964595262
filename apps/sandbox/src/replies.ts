import type { FastifyReply } from "fastify";
import type { z } from "zod";

/** The replies of an interface that refuses with `{error: {code, message}}`, by the status of each of its codes. */
export function repliesBy<Code extends string>(statuses: Readonly<Record<Code | "request_invalid", number>>) {
  const refuse = (reply: FastifyReply, code: Code | "request_invalid", message: string = code): FastifyReply => {
    const status: number = statuses[code];
    return reply.code(status).send({ error: { code, message } });
  };
  return {
    /** Refuses with the status of the error code. */
    refuse,
    /** Parses by schema; an invalid value is refused with the name of its field. */
    read<Schema extends z.ZodType>(schema: Schema, given: unknown, reply: FastifyReply): z.output<Schema> | undefined {
      const result = schema.safeParse(given);
      if (result.success) return result.data;
      const issue = result.error.issues[0];
      refuse(reply, "request_invalid", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not understood"}`);
      return undefined;
    },
  };
}
