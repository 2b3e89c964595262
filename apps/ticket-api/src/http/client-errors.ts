import type { Socket } from "node:net";
import { type ErrorCode, refusalMessage, refusalStatus } from "@guichet/contract/error-codes.ts";

/** Whoever still sends while we answer hears the answer: the connection is cut only so long after. */
const lingerMs = 1_000;

/** Answers what is not HTTP, or has a head without end, before any call is known: in the envelope too, and then hangs up. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === "HPE_HEADER_OVERFLOW" ? "URL_TOO_LONG" : "BODY_MALFORMED";
  const body = JSON.stringify({ status: "ko", error: { code, message: refusalMessage(code) } });
  const head = [
    `HTTP/1.1 ${refusalStatus(code)} ${code === "URL_TOO_LONG" ? "URI Too Long" : "Bad Request"}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
