import type { Socket } from "node:net";
import { type ErrorCode, refusalMessage, refusalStatus } from "@guichet/contract/error-codes.ts";

/** Grace period before the socket is destroyed, so that a client that is still sending receives the response. */
const graceMs = 1_000;

/** Responds to bytes that are not HTTP or whose headers are too long, in the usual envelope, and closes the connection. */
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
  setTimeout(() => socket.destroy(), graceMs).unref();
}
