import { createHmac } from "node:crypto";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Keys } from "../keys.ts";
import type { SecurityEventName } from "./events.ts";

/** The actor or subject of an event: an id, or for an unknown person the e-mail that was typed, which is logged as a keyed hash. */
export type SecurityParty =
  | { customer: string }
  | { signIn: string }
  | { staff: string }
  | { client: string }
  | { email: string }
  | "command"
  | "unknown";

export interface SecurityEvent {
  event: SecurityEventName;
  outcome: "ok" | "refused";
  actor: SecurityParty;
  /** Whom the event is about, if not the actor. */
  subject?: SecurityParty | undefined;
  /** Why it was refused: a code, never text of the request. */
  reason?: string | undefined;
  /** The path of the call. */
  call?: string | undefined;
  client?: string | undefined;
  network?: string | null | undefined;
  /** The client address, as the calling server passed it on. */
  address?: string | undefined;
  requestId?: string | undefined;
}

/** Writes an event. Never throws: the work that it records is done. */
export type SecurityLog = (event: SecurityEvent) => void;

/** Long enough that two addresses of an installation do not collide. */
const hashLength = 16;
const known = /^[\w.:-]{1,64}$/;

/**
 * The security log (decision 113): structured lines with `channel: "security"`, at level `info` whatever the level of the
 * other lines is; only a silent log is silent here too.
 */
export function securityLog(log: FastifyBaseLogger, keys: Pick<Keys, "derived">): SecurityLog {
  const lines = log.child({ channel: "security" }, log.level === "silent" ? {} : { level: "info" });
  const named = (party: SecurityParty): string => {
    if (typeof party === "string") return party;
    if ("email" in party) return `email:${pseudonym(keys, party.email)}`;
    const [[kind, id = ""] = []] = Object.entries(party);
    // One of our ids; any other value that a client sends is not logged.
    return known.test(id) ? `${kind === "signIn" ? "sign-in" : kind}:${id}` : "unknown";
  };
  return ({ actor, subject, ...rest }) => {
    lines.info({ ...rest, actor: named(actor), ...(subject && { subject: named(subject) }) }, rest.event);
  };
}

/** A keyed hash of an address, stable as long as the installation's secret is. Without the secret nobody can find the address. */
function pseudonym(keys: Pick<Keys, "derived">, email: string): string {
  const { key } = keys.derived("security-log");
  return createHmac("sha256", key).update(normaliseEmail(email)).digest("base64url").slice(0, hashLength);
}
