import type { Call } from "@guichet/contract/call.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { clientHeader } from "@guichet/contract/signature.ts";
import type { FastifyRequest } from "fastify";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { SecurityEventName } from "../security-log/events.ts";
import type { SecurityParty } from "../security-log/security-log.ts";
import type { UserSession } from "../sessions/session-store.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import type { CallEvent } from "./call-handler.ts";
import type { Client } from "./client-store.ts";

interface RequestOrigin {
  client: Client;
  network: LoadedNetwork | null;
  session: UserSession | StaffSession | null;
}

/** Returns a function that logs security events of a request, with its client, network, address and signed-in user. */
export function securityEventLogger(
  { security }: Dependencies,
  { path }: Call,
  { id, ip }: FastifyRequest,
  { client, network, session }: RequestOrigin,
): (event: CallEvent) => void {
  return ({ refusedWith, ...event }) =>
    security({
      actor: signedIn(session),
      ...event,
      outcome: refusedWith === undefined ? "ok" : "refused",
      reason: refusedWith,
      call: path,
      client: client.id,
      network: network?.id,
      address: ip,
      requestId: id,
    });
}

function signedIn(session: RequestOrigin["session"]): SecurityParty {
  if (session === null) return "unknown";
  return "staffId" in session ? { staff: session.staffId } : { customer: session.travellerId };
}

/** Refusals of a request before its values are read. */
const events: Partial<Record<ErrorCode, SecurityEventName>> = {
  CLIENT_UNKNOWN: "client.unknown",
  CLIENT_NOT_ALLOWED: "client.call-forbidden",
  SIGNATURE_INVALID: "signature.refused",
  TIMESTAMP_EXPIRED: "timestamp.expired",
};

/** Logs a call that its client may not make. */
export function logRefused({ security }: Dependencies, { path }: Call, request: FastifyRequest, code: ErrorCode): void {
  const event = events[code];
  if (event === undefined) return;
  const named = request.headers[clientHeader];
  const actor = typeof named === "string" ? { client: named } : "unknown";
  security({
    event,
    actor,
    outcome: "refused",
    reason: code,
    call: path,
    address: request.ip,
    requestId: request.id,
  });
}

/** Logs a call that the roles of a staff member do not allow. */
export function logForbidden(
  { security }: Dependencies,
  { path }: Call,
  request: FastifyRequest,
  staffId: string,
  network: LoadedNetwork | null,
): void {
  security({
    event: "staff.call-forbidden",
    actor: { staff: staffId },
    outcome: "refused",
    reason: "ROLE_NOT_ALLOWED",
    call: path,
    network: network?.id,
    address: request.ip,
    requestId: request.id,
  });
}
