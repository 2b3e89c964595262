import { sign as signBytes, verify as verifyBytes } from "node:crypto";
import { readLayout, writeLayout } from "./layout.ts";
import { fromLetters, toLetters } from "./letters.ts";
import type { StoppedTickets } from "./stopped-tickets.ts";
import type { TicketFields } from "./ticket-fields.ts";
import { publicOf, type SigningKey, secretOf, type TicketKeys } from "./ticket-keys.ts";

const signatureLength = 64;
/** Signed in front of every ticket, so that a signature made for anything else is never one of a ticket. */
const purpose = new TextEncoder().encode("guichet-ticket:");

export type TicketCheck =
  | { status: "valid" | "not-yet-valid" | "expired" | "other-network"; ticket: TicketFields }
  | { status: "stopped"; ticket: TicketFields; state: string }
  | { status: "unknown-key"; keyId: string }
  | { status: "forged" | "malformed" };

/**
 * Signs a ticket (Ed25519, RFC 8032) and answers the content of its barcode: capital letters A to Z. The same fields
 * and key give the same text. Throws `TicketFieldsRefused` for fields that no code can carry.
 */
export function sign(fields: TicketFields, key: SigningKey): string {
  const keyId = Buffer.from(key.kid, "base64url");
  if (keyId.length !== 3) throw new Error("the id of a ticket key is 3 bytes in base64url");
  const layout = writeLayout(fields, keyId);
  const signature = signBytes(null, Buffer.concat([purpose, layout]), secretOf(key));
  return toLetters(Buffer.concat([layout, signature]));
}

/** What a code says and which key it names, NOT checked: for a support screen, never for a control. Null: no ticket code. */
export function read(text: string): { fields: TicketFields; keyId: string } | null {
  const parts = split(text);
  return parts && { fields: parts.fields, keyId: parts.keyId };
}

/**
 * Checks a code without a network. `now`: an instant; valid from `validFrom` on and until just before `validUntil`.
 * `network`: the network that controls; without it any is accepted. `stopped`: the tickets that the network refuses whatever
 * their code says. The signature is checked before anything that the code says is believed. A valid ticket with `firstUse` or `carnet` must besides have been punched, which the code
 * cannot know.
 */
export function check(
  text: string,
  by: { keys: TicketKeys; now: string; network?: string; stopped?: StoppedTickets },
): TicketCheck {
  const now = Date.parse(by.now);
  if (Number.isNaN(now)) throw new Error("now is not an instant");
  const parts = split(text);
  if (!parts) return { status: "malformed" };
  const keys = by.keys.keys.filter((key) => key.kid === parts.keyId);
  if (keys.length === 0) return { status: "unknown-key", keyId: parts.keyId };
  const signed = Buffer.concat([purpose, parts.layout]);
  if (!keys.some((key) => verifyBytes(null, signed, publicOf(key), parts.signature))) return { status: "forged" };
  const ticket = parts.fields;
  if (by.network !== undefined && ticket.network !== by.network) return { status: "other-network", ticket };
  const state = by.stopped?.get(ticket.ticketId);
  if (state !== undefined) return { status: "stopped", ticket, state };
  if (now < Date.parse(ticket.validFrom)) return { status: "not-yet-valid", ticket };
  if (now >= Date.parse(ticket.validUntil)) return { status: "expired", ticket };
  return { status: "valid", ticket };
}

function split(text: string) {
  const bytes = fromLetters(text.trim());
  if (!bytes || bytes.length <= signatureLength) return null;
  const layout = bytes.subarray(0, bytes.length - signatureLength);
  const read = readLayout(layout);
  if (!read) return null;
  const keyId = Buffer.from(read.keyId).toString("base64url");
  return { fields: read.fields, keyId, layout, signature: bytes.subarray(bytes.length - signatureLength) };
}
