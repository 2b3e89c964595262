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

interface Asking {
  client: Client;
  network: LoadedNetwork | null;
  session: UserSession | StaffSession | null;
}

/** How an asking writes into the security log: with its client, network, address, and who is signed in. */
export function tellingOf(
  { security }: Dependencies,
  { path }: Call,
  { id, ip }: FastifyRequest,
  { client, network, session }: Asking,
): (event: CallEvent) => void {
  return ({ refusedWith, ...told }) =>
    security({
      actor: signedIn(session),
      ...told,
      outcome: refusedWith === undefined ? "ok" : "refused",
      reason: refusedWith,
      call: path,
      client: client.id,
      network: network?.id,
      address: ip,
      requestId: id,
    });
}

function signedIn(session: Asking["session"]): SecurityParty {
  if (session === null) return "unknown";
  return "staffId" in session ? { staff: session.staffId } : { customer: session.travellerId };
}

/** Refusals of a request before anybody looks at what it asks. */
const events: Partial<Record<ErrorCode, SecurityEventName>> = {
  CLIENT_UNKNOWN: "client.unknown",
  CLIENT_NOT_ALLOWED: "client.call-forbidden",
  SIGNATURE_INVALID: "signature.refused",
  TIMESTAMP_EXPIRED: "timestamp.expired",
};

/** Tells the security log that a call was refused to its client. */
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

/** Tells the security log that the roles of somebody of the staff do not allow a call. */
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
