import type { FastifyReply } from "fastify";

/** The result of a toolkit handler: the response's fields, or a fault with that API's name. */
export type ToolkitResult =
  | { answer: Record<string, unknown> }
  | { fault: string /** Seconds until the next attempt. */; waitSeconds?: number };

export const answered = (answer: Record<string, unknown>): ToolkitResult => ({ answer });
export const fault = (message: string): ToolkitResult => ({ fault: message });

const statusNames: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  404: "NOT_FOUND",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** A fault that ends by itself after `waitSeconds`. */
export const waitFault = (message: string, waitSeconds: number): ToolkitResult => ({ fault: message, waitSeconds });

/** Sends an error in that API's own shape. `reason` is part of the details where the API has one. */
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
