import { createHmac } from "node:crypto";
import { tidyEmail } from "@guichet/rules/emails.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Keys } from "../keys.ts";
import type { SecurityEventName } from "./events.ts";

/** Who did it, or of whom it is: by their id; by the e-mail that was typed where nobody is known, which the log keeps as a keyed hash. */
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
  /** Whom it is about, where that is not the actor. */
  subject?: SecurityParty | undefined;
  /** Why it was refused: a code, never words of the request. */
  reason?: string | undefined;
  /** The path of the call. */
  call?: string | undefined;
  client?: string | undefined;
  network?: string | null | undefined;
  /** The client address, as the calling server passed it on. */
  address?: string | undefined;
  requestId?: string | undefined;
}

/** Writes an event down. Never throws: the work that it tells of is done. */
export type SecurityLog = (event: SecurityEvent) => void;

/** As long as no accident makes two of an installation's addresses alike. */
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
    // An id of our own; what a stranger sends in its place is not written down.
    return known.test(id) ? `${kind === "signIn" ? "sign-in" : kind}:${id}` : "unknown";
  };
  return ({ actor, subject, ...rest }) => {
    lines.info({ ...rest, actor: named(actor), ...(subject && { subject: named(subject) }) }, rest.event);
  };
}

/** The same for one address as long as the installation's secret stands; without that secret nobody finds the address. */
function pseudonym(keys: Pick<Keys, "derived">, email: string): string {
  const { key } = keys.derived("security-log");
  return createHmac("sha256", key).update(tidyEmail(email)).digest("base64url").slice(0, hashLength);
}
