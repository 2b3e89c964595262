import type { Socket } from "node:net";
import { headMaxBytes, urlMaxLength } from "@guichet/contract/limits/request-limits.ts";
import { namesOneHost } from "@guichet/contract/request-head.ts";
import { isPlainText } from "@guichet/contract/well-formed.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Delay before the connection is closed, so that a client that is still sending receives the response. */
const lingerMs = 1_000;

const sayings: Record<number, string> = {
  400: "This request cannot be read.",
  414: "This address is too long.",
};

const say = (reply: FastifyReply, status: 400 | 414) =>
  reply.code(status).type("text/plain; charset=utf-8").header("cache-control", "no-store").send(sayings[status]);

/** Server settings for malformed requests: a response instead of an exception or a closed connection. */
export const gateSettings = {
  http: { maxHeaderSize: headMaxBytes },
  frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => void say(reply, 400),
  clientErrorHandler: answerClientError,
};

/** Refuses malformed addresses: too long, with no or two hosts, or with control characters in path or query. */
export function gateAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const status = faultOf(request);
    if (status !== undefined) return say(reply, status);
  });
}

function faultOf({ raw, host }: FastifyRequest): 400 | 414 | undefined {
  const address = raw.url ?? "";
  if (address.length > urlMaxLength) return 414;
  if (!URL.canParse(`http://${host}/`) || !namesOneHost(raw.rawHeaders, address)) return 400;
  return isPlainAddress(address) ? undefined : 400;
}

/** Whether path and query, decoded, are plain text. A query may contain line breaks, since typed text is sent back. */
export function isPlainAddress(address: string): boolean {
  const [path = "", ...query] = address.split("?");
  const values = new URLSearchParams(query.join("?"));
  return isPlainText(decoded(path)) && [...values].flat().every((text) => isPlainText(text, true));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Invalid UTF-8 escapes.
    return "\u0000";
  }
}

/** Whether the body can be parsed as its declared form type and contains plain text only. Does not consume the request. */
export async function hasPlainForm(request: Request): Promise<boolean> {
  try {
    const form = await request.clone().formData();
    return [...form].every(
      ([name, value]) => isPlainText(name) && (typeof value !== "string" || isPlainText(value, true)),
    );
  } catch {
    return false;
  }
}

/** Responds to input that is not HTTP or has an endless head, then closes the connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 414 : 400;
  const text = sayings[status] ?? "";
  const head = `HTTP/1.1 ${status} ${status === 414 ? "URI Too Long" : "Bad Request"}\r\nContent-Type: text/plain; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Responds to a form that cannot be parsed. */
export const refuseForm = (reply: FastifyReply) => say(reply, 400);
