import type { Socket } from "node:net";
import { headMaxBytes, urlMaxLength } from "@guichet/contract/limits/request-limits.ts";
import { namesOneHost } from "@guichet/contract/request-head.ts";
import { isPlainText } from "@guichet/contract/well-formed.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Whoever still sends while we answer hears the answer: the connection is cut only so long after. */
const lingerMs = 1_000;

const sayings: Record<number, string> = {
  400: "This request cannot be read.",
  414: "This address is too long.",
};

const say = (reply: FastifyReply, status: 400 | 414) =>
  reply.code(status).type("text/plain; charset=utf-8").header("cache-control", "no-store").send(sayings[status]);

/** What a server of pages says to requests that are none, instead of breaking or hanging up. */
export const gateSettings = {
  http: { maxHeaderSize: headMaxBytes },
  frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => void say(reply, 400),
  clientErrorHandler: answerClientError,
};

/** Refuses addresses that no page has: without end, of no host or of two, or with control characters in path or query. */
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

/** Does path and query of an address, decoded, hold plain text only? A query may have lines: what was typed is sent again. */
export function isPlainAddress(address: string): boolean {
  const [path = "", ...query] = address.split("?");
  const values = new URLSearchParams(query.join("?"));
  return isPlainText(decoded(path)) && [...values].flat().every((text) => isPlainText(text, true));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not even an escape of UTF-8.
    return "\u0000";
  }
}

/** Can the body be read as the form that it says it is, with nothing in its fields but plain text? Leaves the request unread. */
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

/** Answers what is not HTTP, or has a head without end, and then hangs up. */
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

/** The answer to a form that cannot be read. */
export const refuseForm = (reply: FastifyReply) => say(reply, 400);
