import { timingSafeEqual } from "node:crypto";
import { isForwarded } from "@guichet/contract/request-head.ts";
import type { FastifyRequest } from "fastify";

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** Whether the request comes directly from this machine, not through a proxy. */
export function isLoopback(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw;
  return !isForwarded(headers) && loopback.has(socket.remoteAddress ?? "");
}

/** Whether the request has this bearer token, compared in constant time. False without a configured token. */
export function bears(request: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && isAuthorized(request, `Bearer ${token}`);
}

/** Whether the request has this authorization, compared in constant time. */
export function isAuthorized(request: FastifyRequest, authorization: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(authorization);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
