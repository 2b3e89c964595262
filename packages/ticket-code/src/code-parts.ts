import { readLayout } from "./layout.ts";
import { fromLetters } from "./letters.ts";
import type { TicketFields } from "./ticket-fields.ts";
import type { TicketHotlist } from "./ticket-hotlist.ts";
import type { TicketKey, TicketKeys } from "./ticket-keys.ts";

// What the checks on a server and in a browser share; neither cryptography of Node.js nor of a browser is used here.

const signatureLength = 64;
/** Prefix of every signed ticket, so that a signature for another purpose is never valid for a ticket. */
const purpose = new TextEncoder().encode("guichet-ticket:");

export type TicketCheck =
  | { status: "valid" | "not-yet-valid" | "expired" | "other-network"; ticket: TicketFields }
  | { status: "stopped"; ticket: TicketFields; state: string }
  | { status: "unknown-key"; keyId: string }
  | { status: "forged" | "malformed" };

/** By what a code is checked; see `check`. */
export interface CheckedBy {
  keys: TicketKeys;
  now: string;
  network?: string;
  stopped?: TicketHotlist;
}

/** Parts of a code, of which none is verified yet. */
export interface CodeParts {
  fields: TicketFields;
  keyId: string;
  /** What the signature is about. */
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** Reads the parts of a code; null: it is not a ticket code. */
export function codeParts(text: string): CodeParts | null {
  const bytes = fromLetters(text.trim());
  if (!bytes || bytes.length <= signatureLength) return null;
  const layout = bytes.subarray(0, bytes.length - signatureLength);
  const read = readLayout(layout);
  if (!read) return null;
  const keyId = btoa(String.fromCharCode(...read.keyId))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return { fields: read.fields, keyId, signed: signedBytes(layout), signature: bytes.slice(layout.length) };
}

/** The bytes that the signature of a layout is about. */
export function signedBytes(layout: Uint8Array): Uint8Array<ArrayBuffer> {
  const signed = new Uint8Array(purpose.length + layout.length);
  signed.set(purpose);
  signed.set(layout, purpose.length);
  return signed;
}

/** What is known before the signature is verified: that there is no ticket or no key, or else the keys to try. */
export function beforeSignature(
  text: string,
  { keys }: Pick<CheckedBy, "keys">,
): { result: TicketCheck } | { parts: CodeParts; candidates: TicketKey[] } {
  const parts = codeParts(text);
  if (!parts) return { result: { status: "malformed" } };
  const candidates = keys.keys.filter((key) => key.kid === parts.keyId);
  return candidates.length === 0 ? { result: { status: "unknown-key", keyId: parts.keyId } } : { parts, candidates };
}

/** The result for a code whose signature is valid. */
export function afterSignature(ticket: TicketFields, { now, network, stopped }: Omit<CheckedBy, "keys">): TicketCheck {
  const at = Date.parse(now);
  if (network !== undefined && ticket.network !== network) return { status: "other-network", ticket };
  const state = stopped?.get(ticket.ticketId);
  if (state !== undefined) return { status: "stopped", ticket, state };
  if (at < Date.parse(ticket.validFrom)) return { status: "not-yet-valid", ticket };
  if (at >= Date.parse(ticket.validUntil)) return { status: "expired", ticket };
  return { status: "valid", ticket };
}
