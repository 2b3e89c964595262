import type { FastifyReply } from "fastify";

/** What a toolkit answer yields: the answer's own fields, or a fault named as that API names it. */
export type ToolkitResult =
  | { answer: Record<string, unknown> }
  | { fault: string /** When to come again. */; waitSeconds?: number };

export const answered = (answer: Record<string, unknown>): ToolkitResult => ({ answer });
export const fault = (message: string): ToolkitResult => ({ fault: message });

const statusNames: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  404: "NOT_FOUND",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** A refusal that ends by itself after so many seconds. */
export const waitFault = (message: string, waitSeconds: number): ToolkitResult => ({ fault: message, waitSeconds });

/** A failure in that API's own shape. `reason` stands in the details where the API names one. */
export function sendFault(reply: FastifyReply, message: string, code = 400, reason?: string): FastifyReply {
  const details =
    reason === undefined
      ? {}
      : {
          details: [
            {
              "@type": "type.googleapis.com/google.rpc.ErrorInfo",
              reason,
              domain: "googleapis.com",
              metadata: { service: "identitytoolkit.googleapis.com" },
            },
          ],
        };
  return reply.code(code).send({
    error: {
      code,
      message,
      errors: [{ message, domain: "global", reason: code === 400 ? "invalid" : "backendError" }],
      status: statusNames[code] ?? "UNKNOWN",
      ...details,
    },
  });
}
